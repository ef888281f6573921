// Answers to exercises. The page holds <form class="answer" data-answer='{"kind": …}'> for each, which
// lib/explore/answers.py made; `check(data, text)` gives whether it is right, and what to say. A classic script.
"use strict";

const answers = (() => {
  const FACTOR = String.raw`(\d*\.?\d*(?:e[-+]?\d+)?)\*?(?:(?:sqrt|√)\(?(\d+\.?\d*)\)?)?`; // "3", "6.7e1", "3*sqrt(2)"
  const TERM = new RegExp(String.raw`^([-+]?)${FACTOR}(/\(?${FACTOR}\)?)?(%?)$`);
  const PASSES = 100; // before it gives up on an order
  const dot = (a, b) => a.reduce((sum, c, i) => sum + c * b[i], 0);
  const short = (x) => String(+x.toPrecision(4)).replace("-", "−");

  // The numbers of a text, each as `term` reads it: "w = (½, 50 %) units" holds "1/2" and "50%".
  const words = (text) => text
    .replace(/[−–]/g, "-").replace(/\s*([·×*\/])\s*/g, "$1").replace(/[·×]/g, "*").replace(/(^|[\s,(=])-\s+/g, "$1-")
    .replace(/\*10\^/g, "e").replace(/\s*(%|percent)/g, "%")
    .replace(/(?<=\d)(?=[¼½¾⅐-⅞])/g, " ").replace(/[¼½¾⅐-⅞]/g, (part) => part.normalize("NFKC").replace("⁄", "/"))
    .replace(/[^,;=≈≤≥<>]*[=≈≤≥<>]|[[\]]/g, "").replace(/(?<=[\d)%])\s+\p{L}[\p{L}\s.]*$/u, "")
    .split(/[,;\s]+/).map((word) => word.replace(/^\(/, "")).filter(Boolean)
    .map((word) => (word.split(")").length > word.split("(").length ? word.slice(0, -1) : word));

  // "3/4", "-1.5", "50%", "sqrt(2)/2" or "3√2" as a number; NaN where it is none, infinite where it divides by 0.
  function term(word) {
    const [, sign, over, root, under, below, rootBelow, percent] = TERM.exec(word) ?? [];
    if (below && rootBelow && under[1] !== "(") return NaN; // 1/2√2 can be read in two ways
    const value = (factor, root) => (factor || root ? +(factor || 1) * Math.sqrt(root ?? 1) : NaN);
    const divisor = (under ? value(below, rootBelow) : 1) * (percent ? 100 : 1);
    return divisor ? (sign === "-" ? -1 : 1) * value(over, root) / divisor : divisor === 0 ? Infinity : NaN;
  }

  const CHECKS = {
    number({ wanted, within }, given) {
      const off = wanted.findIndex((w, i) => Math.abs(given[i] - w) > within * Math.max(1, Math.abs(w)));
      if (off < 0) return [true, "Right."];
      const which = wanted.length > 1 ? `Number ${off + 1}, ${short(given[off])},` : short(given[off]);
      return [false, `${which} is too ${given[off] > wanted[off] ? "large" : "small"}.`];
    },
    separator({ X, y, margin, offset }, given) {
      const w = given.slice(0, X[0].length), b = offset ? given.at(-1) : 0, length = Math.hypot(...w);
      if (!length) return [false, "w = 0 separates nothing."];
      const all = X.map((x, i) => (y[i] * (dot(w, x) + b)) / length), least = Math.min(...all);
      const example = `Example ${all.indexOf(least)}`, nearest = all.filter((distance) => distance < least + 1e-9).length;
      const who = `${nearest > 1 ? `${nearest} examples are` : `${example} is`} nearest, at ${short(least)}`;
      if (least <= 0) return [false, `${example} ${least ? "is still on the wrong side" : "lies on the line itself"}.`];
      return least >= 0.999 * margin ? [true, `Right. ${who}.`] : [false, `It separates. ${who}; there is more room.`];
    },
    multipliers({ X, y, value }, given) {
      const signed = given.map((a, i) => a * y[i]), sum = dot(given, y);
      if (Math.min(...given) < 0) return [false, `Multiplier ${given.findIndex((a) => a < 0)} is negative.`];
      if (Math.abs(sum) > 1e-9) return [false, `The sum of α y is ${short(sum)}; it must be 0.`];
      const w = X[0].map((_, k) => dot(signed, X.map((x) => x[k])));
      const dual = given.reduce((a, b) => a + b) - dot(w, w) / 2;
      const says = `w = (${w.map(short).join(", ")}), dual value ${short(dual)}`;
      return dual >= 0.999 * value ? [true, `Right: ${says}.`] : [false, `${says}: the dual can reach more.`];
    },
    order({ X, y, updates }, given) {
      if (given.toSorted((a, b) => a - b).some((k, i) => k !== i)) return [false, `Name each of 0 to ${X.length - 1} once.`];
      let w = X[0].map(() => 0), count = 0, before = -1;
      for (let pass = 0; pass < PASSES && before < count; pass++) {
        before = count;
        for (const i of given) if (y[i] * dot(w, X[i]) <= 0) (w = w.map((c, k) => c + y[i] * X[i][k])), count++;
      }
      if (before < count) return [false, `In this order it still makes mistakes after ${PASSES} passes.`];
      const needs = `this order needs ${count} update${count === 1 ? "" : "s"}.`;
      return count === updates ? [true, `Right: ${needs}`] : [false, needs.replace("t", "T")];
    },
  };

  function check(data, text) {
    const { kind, count: wanted } = data, typed = words(text), given = typed.map(term);
    const odd = typed[given.findIndex((number) => !isFinite(number))];
    const comma = /\d,\d/.test(text) && kind !== "order" && (wanted < 3 || given.length !== wanted) ? " A comma separates numbers: write 0.5, not 0,5." : "";
    if (given.length !== wanted) return [false, `Give ${wanted === 1 ? "one number" : `${wanted} numbers, separated by commas`}.${comma}`];
    if (odd) return [false, `${odd} is no ${isNaN(term(odd)) ? "" : "finite "}number: write 1.5, 3/4, 50% or sqrt(2)/2.`];
    const [right, says] = CHECKS[kind](data, given);
    return [right, right ? says : says + comma];
  }

  function connect(form) {
    const told = form.querySelector("[role=status]");
    form.querySelectorAll("input, button").forEach((part) => (part.disabled = false));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [right, says] = check(JSON.parse(form.dataset.answer), form.answer.value);
      Object.assign(told, { className: right ? "right" : "wrong", textContent: says });
    });
  }

  return { check, connect };
})();

// As a page's classic script only: a module has no currentScript, and connects in its kernel.
if (globalThis.document?.currentScript) document.querySelectorAll(".answer").forEach(answers.connect);
