// The perceptron laboratory: points to drag, to flip, to add and to order, the perceptron's run on them
// in the plane of weights, and the chart of γt ≤ ⟨w,u⟩ ≤ ‖w‖ ≤ R√t; board.js, beside this file, has the
// points. A page loads both as classic scripts, because a browser loads no module from a file.
"use strict";

const laboratory = (() => {
  const { REACH, MOST, SIDE, dot, length, times, plus, minus, onGrid, plane, place, polygon, line, text, axes, side } = board;
  const PASSES = 100;

  const between = (a, b, share) => [0, 1].map((k) => a[k] + share * (b[k] - a[k]));
  const signed = (points) => points.map(([x1, x2, y]) => [y * x1, y * x2]);

  // lib.perceptron.perceptron on rows [x1, x2, y], with max_passes = PASSES.
  function perceptron(points) {
    const weights = [[0, 0]], mistakes = [];
    for (let pass = 0; pass < PASSES; pass++) {
      const before = mistakes.length;
      signed(points).forEach((z, i) => {
        const w = weights.at(-1);
        if (dot(w, z) <= 0) {
          weights.push(plus(w, z));
          mistakes.push(i);
        }
      });
      if (mistakes.length === before) return { mistakes, weights, halted: true };
    }
    return { mistakes, weights, halted: false };
  }

  // The unit u with the largest margin γ, or null. It points to what is nearest to 0 in the convex
  // hull of the yx, which in the plane lies on a segment between two of them.
  function separator(points) {
    const rows = signed(points);
    let nearest = rows[0];
    for (const a of rows) {
      for (const b of rows) {
        const ab = [b[0] - a[0], b[1] - a[1]];
        const p = between(a, b, Math.min(1, Math.max(0, -dot(a, ab) / dot(ab, ab) || 0)));
        if (length(p) < length(nearest)) nearest = p;
      }
    }
    const u = times(nearest, 1 / length(nearest));
    const gamma = Math.min(...rows.map((z) => dot(z, u)));
    return gamma > 1e-9 ? { u, gamma } : null; // on the grid, no margin lies between 0 and 1/1000
  }

  // Everything that the pictures show after t updates, or at the end of a shorter run.
  function look(points, t) {
    const run = perceptron(points), best = separator(points), M = run.mistakes.length;
    const now = Math.min(t, M), w = run.weights[now], radius = Math.max(...points.map(length));
    const wrong = signed(points).map((z) => dot(w, z) <= 0);
    const bound = best && (radius / best.gamma) ** 2;
    return { points, run, best, M, t: now, w, radius, wrong, bound, next: run.mistakes[now] };
  }

  // What to bring about. Each verdict looks at a state, and at the points as they were at the start.
  const sorted = (points) => points.map(String).sort().join();
  const CHALLENGES = [
    ["A separable sample with a run of more than 100 updates", ({ best, M }) => best !== null && M > 100],
    ["A separable sample with γ < 0.1", ({ best }) => best !== null && best.gamma < 0.1 - 1e-9],
    ["The points of the start in an order that needs one update",
      ({ points, M }, start) => M === 1 && sorted(points) === sorted(start)],
  ];
  const met = (points, start) => CHALLENGES.map(([, verdict]) => verdict(look(points, 0), start));

  // A state as the end of an address: t, then the points. What is no state reads as null.
  const write = ({ points, t }) => `${t}.${board.write(points)}`;
  function read(kept) {
    const [, t, letters] = /^(\d{1,4})\.(.*)$/.exec(kept) ?? [], points = board.read(letters);
    return points && { t: +t, points };
  }

  const HEIGHT = 250;
  // Not h0: a printer draws no square for a line without a direction.
  const dots = (kind, list) => `<path class="dots ${kind}" d="${list.map((p) => `M${place(p)}h.1`).join("")}"/>`;
  const hyperplane = (kind, v, to) => {
    const far = times([-v[1], v[0]], 99 / (length(v) || 1));
    return line(kind, to(far), to(times(far, -1)));
  };
  // An arrow between two places, and its name: away from a third place, at the tip or the middle.
  function arrow(kind, from, to, words, away, share = 1) {
    const at = between(from, to, share), out = minus(at, away);
    const [x, y] = plus(at, times(out, 17 / (length(out) || 1))).map((c) => Math.max(26, Math.min(SIDE - 26, c)));
    return board.arrow(kind, from, to) + text("middle", [x, y + 4], words);
  }
  // The part of a polygon on the side that v points to.
  const clip = (corners, v) => corners.flatMap((p, i) => {
    const q = corners.at(i - 1), from = dot(q, v), at = dot(p, v);
    const cut = from * at < 0 ? [between(q, p, from / (from - at))] : [];
    return at >= 0 ? [...cut, p] : cut;
  });
  const everywhere = [[-99, -99], [99, -99], [99, 99], [-99, 99]];

  const many = (count) => `${count} update${count === 1 ? "" : "s"}`;
  const number = (c) => `${+c.toFixed(3)}`.replace("-", "−");

  function drawExamples({ w }) {
    const to = plane(REACH);
    if (!length(w)) return axes;
    return polygon("half", clip(everywhere, w).map(to)) + axes + hyperplane("now", w, to);
  }

  function drawWeights({ points, run, best, t, w, next }, shaded) {
    const reach = Math.max(1, ...run.weights.flat().map(Math.abs)), to = plane(reach);
    const walked = run.weights.slice(0, t + 1).map(to), [origin, here] = [[0, 0], w].map(to);
    const tip = best && to(times(best.u, 1.05 * reach)), there = next !== undefined && to(run.weights[t + 1]);
    const half = signed(points).slice(shaded, shaded + 1).map((z) => clip(everywhere, z).map(to));
    return (best ? polygon("cone", signed(points).reduce(clip, everywhere).map(to)) : "")
      + half.map((corners) => polygon(`half ${side(points[shaded][2])}`, corners)).join("") + axes
      + points.map((p, i) => hyperplane(`${side(p[2])} ${i === shaded && "shaded"}`, p, to)).join("")
      + (best ? line("best", origin, to(times(best.u, reach))) + text("middle", [tip[0], tip[1] + 4], "u") : "")
      + line("path", ...walked) + dots("path", walked)
      + (there ? arrow("now next", origin, there, "w + yx", here)
        + arrow(side(points[next][2]), here, there, "yx", origin, 0.5) : "")
      + arrow("now", origin, here, "w", there || origin);
  }

  function drawChart({ run, best, M, t, radius, bound }) {
    const last = Math.max(5, best ? Math.min(1.05 * bound, 8 * M + 5) : 1.05 * M);
    const floor = HEIGHT - 36, top = 1.05 * radius * Math.sqrt(last) || 1;
    const to = ([x, y]) => [8 + ((SIDE - 12) * x) / last, floor - ((floor - 4) * y) / top];
    const upright = (kind, x) => line(kind, to([x, 0]), to([x, top]));
    const series = (kind, value) => {
      const all = run.weights.map((w, k) => to([k, value(w)]));
      return dots(`${kind} later`, all.slice(t + 1)) + dots(kind, all.slice(0, t + 1));
    };
    const label = (x, y, up, words) => text("middle", [to([x, y])[0], Math.min(floor - 4, to([x, y])[1] + up)], words);
    const tens = 10 ** Math.floor(Math.log10(last / 2)), gap = tens * [5, 2, 1].find((k) => k * tens <= last / 2);
    const ticks = Array.from({ length: Math.floor((0.97 * last) / gap) + 1 }, (_, k) => k * gap);
    const root = Array.from({ length: 61 }, (_, k) => last * (k / 60) ** 2);
    return `<path class="axis" d="M8,4V${floor}H${SIDE}"/>` + upright("upright now", t)
      + ticks.map((x) => text("middle", [to([x, 0])[0], floor + 16], x)).join("")
      + text("end", [SIDE - 4, HEIGHT - 4], "updates t")
      + line("root", ...root.map((x) => to([x, radius * Math.sqrt(x)]))) + series("now", length)
      + label(0.3 * last, radius * Math.sqrt(0.3 * last), -14, "R√t")
      + (best
        ? line("best", to([0, 0]), to([last, best.gamma * last])) + series("best", (w) => dot(w, best.u))
          + label(0.55 * last, best.gamma * 0.5 * last, 8, "γt")
          + (bound < last ? upright("bound", bound) + text("end", [to([bound, 0])[0] - 5, floor - 6], "(R/γ)²") : "")
        : text("end", [SIDE - 8, floor - 48], "No line through 0 separates the points:")
          + text("end", [SIDE - 8, floor - 30], "there is no u, no γ, and no end."));
  }

  function inequality({ best, t, w, radius }) {
    const term = (kind, words, value) => `<span class="${kind}">${board.slanted(words, "i")} ${value.toFixed(2)}</span>`;
    const lower = best ? [term("best", "γt", best.gamma * t), term("best", "■ ⟨w,u⟩", dot(w, best.u))] : [];
    return [...lower, term("now", "● ‖w‖", length(w)), term("root", "R√t", radius * Math.sqrt(t))].join(" ≤ ");
  }

  function tell({ points, run, best, M, t, w, radius, wrong, bound, next }) {
    const score = t < M && dot(w, signed(points)[next]);
    return `After ${t} of ${M} updates, ${wrong.filter(Boolean).length} of ${points.length} misclassified. `
      + (t < M ? `Next: point ${next}, ${score ? `y⟨w,x⟩ = ${number(score)}` : "a tie"}. `
        : run.halted ? "The run is over. " : `Stopped after ${PASSES} passes. `)
      + (best ? `γ = ${number(best.gamma)}, R = ${number(radius)}: at most ${many(Math.floor(bound + 1e-9))}.`
        : "No line through 0 separates the points.");
  }

  // `more` is what the compact form leaves out.
  const FRAME = `<div class="bench">
    <div class="examples"><svg viewBox="0 0 ${SIDE} ${SIDE}" role="application" aria-label="The points: arrow keys
      move one, Shift moves it further, Enter flips it, Delete removes it, Home puts it first"><g></g></svg>
      <p class="buttons"><button name="start" class="more">Start</button> <button name="back" class="more">Back</button>
      <button name="step">Step</button> <button name="play">Play</button> <button name="end" class="more">End</button>
      <button name="undo" class="more">Undo</button> <button name="reset">Reset</button>
      <button name="add" class="more">Add</button> <button name="remove" class="more">Remove</button>
      <button name="first" class="more">Put first</button>
      <button name="link" class="more" hidden>Copy link</button></p></div>
    <p class="status" role="status"></p>
    <div class="more weights"><svg viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="The plane of weights: a line for
      each example, the cone of separators, the path of w, and the next update as arrows"></svg>
      <p><b>Examples</b>, <b class="positive">●</b> +1 and <b class="negative">■</b> −1, numbered as in a pass.
      w points to the shaded side. A cross: misclassified. A dashed ring: the next update.</p>
      <p><b>Weights</b>. Each line is an example (dashed: −1); the one last touched shades its half.
      <b class="best">Green</b>: the cone of separators.</p></div>
    <div class="chart"><svg viewBox="0 0 ${SIDE} ${HEIGHT}" role="img" aria-label="The four sides of the inequality
      below, against the updates t"></svg><p class="key"></p></div>
    <div class="more keys"><p>Drag a point, or move it with the arrow keys (Shift: further). Click it to choose it,
      again to flip its label. A double click beside the points, or <b>Add</b>, makes a new one. Keys for the chosen
      point: Enter flips it, Delete removes it, Home puts it first in the pass. Z or Ctrl+Z undoes.</p>
      <p><b>Challenges</b></p><ul>${CHALLENGES.map(([words]) => `<li>${words}</li>`).join("")}</ul></div></div>`;
  const INSIDE = `<circle class="ring" r="15"/><path class="cross" d="M-14,-14L14,14M14,-14L-14,14"/>`;

  // Show the model's `points` and `t` in el, and change them as the reader does. With `address`, the
  // page's address keeps them.
  function render({ model, el, address }) {
    const compact = Boolean(model.get("compact"));
    el.classList.add("laboratory", ...(compact ? ["compact"] : []));
    el.innerHTML = FRAME;
    const [examples, weights, chart] = el.querySelectorAll("svg");
    const start = model.get("points"), done = el.querySelectorAll("li");
    let state;
    const touched = (i) => (weights.innerHTML = drawWeights(state, i));

    // A new point, labeled by u, or by w where there is none.
    function add(p) {
      const { points, best, w } = state, at = onGrid(p), row = [...at, dot(best ? best.u : w, at) > 0 ? 1 : -1];
      if (points.length === MOST) return bench.set({}, `${MOST} points are the most. `);
      bench.chosen = points.length;
      bench.edit({ points: [...points, row] }, `${board.named(points.length, row)}, is new. `);
    }
    // Remove the chosen point, or put it first; the focus goes along.
    function order(front, words) {
      const focused = examples.contains(el.getRootNode().activeElement), i = bench.chosen, { points } = state;
      if (i === undefined) return bench.set({}, "Choose a point first. ");
      const kept = points.toSpliced(i, 1), next = front ? 0 : Math.min(i, kept.length - 1);
      bench.chosen = front || focused ? next : undefined;
      bench.edit({ points: front ? [points[i], ...kept] : kept }, `Point ${i} ${words}. `);
      if (focused) bench.marks[next].focus();
    }
    const acts = {
      start: () => bench.set({ t: 0 }),
      back: () => bench.set({ t: Math.max(0, state.t - 1) }),
      step: () => bench.set({ t: Math.min(state.M, state.t + 1) }),
      end: () => bench.set({ t: state.M }),
      add: () => add([Math.cos, Math.sin].map((f) => 3 * f(2.4 * state.points.length))), // here and there
      remove: () => (state.points.length === 1 ? bench.set({}, "One point stays. ") : order(false, "is removed")),
      first: () => order(true, "comes first now, as point 0"),
    };

    function show(marks) {
      state = look(model.get("points"), model.get("t"));
      const { points, wrong, next } = state;
      marks.forEach((point, i) => {
        const verdict = wrong[i] ? "misclassified" : "right";
        point.setAttribute("class",
          `point ${side(points[i][2])}${wrong[i] ? " wrong" : ""}${i === next ? " next" : ""}`);
        point.ariaLabel = `${board.named(i, points[i])}, ${verdict}${i === next ? ", next update" : ""}`;
      });
      examples.firstElementChild.innerHTML = drawExamples(state);
      chart.innerHTML = drawChart(state);
      el.querySelector(".key").innerHTML = inequality(state);
      return met(points, start).map((reached, k) => {
        if (!reached || compact || done[k].className) return "";
        done[k].className = "met";
        return `Challenge met: ${CHALLENGES[k][0]}. `;
      }).join("");
    }
    const steps = { first: { t: 0 }, next: () => state.t < state.M && { t: state.t + 1 },
      wait: () => Math.max(40, Math.min(700, 10000 / state.M)) };
    const bench = board.bench({
      el, model, names: ["points", "t"], inside: INSIDE, show, tell: () => tell(state), touched, acts, steps,
      keys: { Delete: "remove", Backspace: "remove", Home: "first" }, address: address && { name: "lab", write, read },
    });
    examples.addEventListener("dblclick", (event) => event.target.closest(".point") ?? add(bench.at(event)));
  }

  return { perceptron, separator, met, write, read, render };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls render.
if (globalThis.document?.currentScript) board.page("laboratory", laboratory.render);
