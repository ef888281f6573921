// The margin laboratory: points to drag and to flip, and the separator of the largest margin, alone or with
// its multipliers and both objectives, and where there is a price C with its slack; board.js, beside this
// file, has the points.
"use strict";

const margins = (() => {
  const { REACH, SIDE, dot, length, times, plus, minus } = board;
  const { plane, polygon, line, text, arrow, axes, number, sign, side } = board;
  const PRICES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, "hard"];

  const sum = (list) => list.reduce((all, c) => all + c, 0);
  const combine = (shares, vectors) => [0, 1].map((k) => sum(shares.map((share, i) => share * vectors[i][k])));
  const sides = (points) => [1, -1].map((y) => points.map((_, i) => i).filter((i) => points[i][2] === y));

  // The shares of at most three atoms (s, v) whose mean has the greatest s - ½‖v‖². In the plane no
  // optimum needs more: of one atom, of two, or of three, solve for it where it is no corner.
  function mix(atoms) {
    let best = { value: -Infinity };
    const offer = (some, shares) => {
      if (!shares.every((share) => share > 0)) return;
      const v = combine(shares, some.map((atom) => atom.v));
      const value = sum(shares.map((share, k) => share * some[k].s)) - dot(v, v) / 2;
      if (value > best.value) best = { value, v, atoms: some, shares };
    };
    atoms.forEach((a, i) => {
      offer([a], [1]);
      atoms.slice(0, i).forEach((b, j) => {
        const d = minus(b.v, a.v), up = b.s - a.s, t = (up - dot(a.v, d)) / dot(d, d);
        offer([a, b], [1 - t, t]);
        for (const c of atoms.slice(0, j)) {
          const e = minus(c.v, a.v), further = c.s - a.s, det = d[0] * e[1] - d[1] * e[0];
          const v = [(up * e[1] - further * d[1]) / det, (further * d[0] - up * e[0]) / det];
          const from = minus(v, a.v), p = (from[0] * e[1] - from[1] * e[0]) / det;
          const q = (d[0] * from[1] - d[1] * from[0]) / det;
          offer([a, b, c], [1 - p - q, p, q]);
        }
      });
    });
    return best;
  }

  // The dual, exactly: an optimum is the mean of at most three corners of the set of feasible α. Ask for
  // the corner that improves most on the mean found so far, mix, and let go of what has no share. The
  // value rises at each turn and sets of corners are finitely many, so it ends where nothing improves.
  function climb(points, corner, worth) {
    const atom = (w) => {
      const alpha = corner(w);
      return { alpha, s: worth * sum(alpha), v: combine(alpha.map((a, i) => a * points[i][2]), points) };
    };
    let best = mix([atom([0, 0])]);
    for (;;) {
      const next = mix([...best.atoms, atom(best.v)]);
      if (!(next.value > best.value)) break;
      best = next;
    }
    const alpha = points.map((_, i) => sum(best.shares.map((share, k) => share * best.atoms[k].alpha[i])));
    return { v: length(best.v) < 1e-10 ? [0, 0] : best.v, alpha }; // what is shorter is rounding
  }

  // Minimize ½‖w‖² + C Σξ subject to y f >= 1 - ξ on rows [x1, x2, y]; the price "hard" allows no slack.
  // All b from low to high are optimal, and b is the middle; p and q are the points that α weighs in the
  // hulls of the two classes, where no example has a share above `most`.
  function solve(points, price) {
    const hard = price === "hard", C = hard ? Infinity : price;
    const [up, down] = sides(points), one = !up.length || !down.length;
    // The corner of the dual in direction w: so many pairs, lowest positive and highest negative first.
    const corner = (w, weight, wanted) => {
      const score = (i) => dot(w, points[i]), alpha = points.map(() => 0);
      const low = up.toSorted((i, j) => score(i) - score(j)), high = down.toSorted((i, j) => score(j) - score(i));
      low.forEach((i, k) => {
        if (k < high.length && wanted(k, score(i) - score(high[k]))) alpha[i] = alpha[high[k]] = weight;
      });
      return alpha;
    };
    let { v: w, alpha } = climb(points, (v) => corner(v, 1, (k) => k === 0), 0);
    const apart = dot(w, w), separable = !one && apart > 1e-9; // the grid has no distance so short but 0
    if (separable) [w, alpha] = [times(w, 2 / apart), alpha.map((a) => (2 * a) / apart)];
    // Where no multiplier exceeds C, the soft margin is the hard one.
    const failed = hard && !one && !separable;
    if (!failed && !(separable && Math.max(...alpha) <= C)) {
      ({ v: w, alpha } = climb(points, (v) => corner(v, C, (_, climbs) => climbs < 2), 1));
      alpha = alpha.map((a) => Math.min(a, C)); // rounding
    }
    const shares = alpha, sumOfShares = sum(shares);
    if (failed) alpha = alpha.map(() => 0); // the dual has no optimum, only p = q
    const some = alpha.map((a) => a > 1e-9 * Math.max(...alpha)), room = alpha.map((a) => a < (1 - 1e-9) * C);
    const kinds = some.map((positive, i) => (!positive ? "" : room[i] ? "free" : "bound"));
    // α < C wants y f >= 1, and α > 0 wants y f <= 1: each example bounds b from one side, or from both.
    const bounds = (y) => points.filter((x, i) => (x[2] === y ? room : some)[i]).map((x) => x[2] - dot(w, x));
    let low = Math.max(...bounds(1)), high = Math.min(...bounds(-1));
    const b = one ? points[0][2] : (low + high) / 2;
    if (!(high - low > 1e-9)) low = high = b;
    const g = points.map((x) => x[2] * (dot(w, x) + b)), xi = g.map((y) => (hard || y > 1 - 1e-9 ? 0 : 1 - y));
    const total = sum(alpha), half = dot(w, w) / 2, slack = sum(xi), paid = slack && C * slack;
    const mean = (rows) => combine(rows.map((i) => (2 * shares[i]) / sumOfShares), rows.map((i) => points[i]));
    const [p, q] = sumOfShares ? [up, down].map(mean) : [], most = hard || !total ? 1 : Math.min(1, (2 * C) / total);
    return { points, price, one, failed, w, b, low, high, alpha, kinds, g, xi, slack, total, half, paid,
      primal: half + paid, dual: total - half, p, q, most };
  }

  const turned = (share) => [Math.cos(2 * Math.PI * share), Math.sin(2 * Math.PI * share)]; // of a whole turn

  // The hull of some points in which no share exceeds `most`: its farthest point in each direction.
  const hull = (list, most) => Array.from({ length: 120 }, (_, k) => {
    const u = turned(k / 120), first = list.toSorted((a, b) => dot(u, b) - dot(u, a));
    return combine(first.map((_, i) => Math.max(0, Math.min(most, 1 - i * most))), first);
  });

  // Pictures as SVG text, SIDE wide.
  const BARS = 145;
  const bar = (kind, x, y, width) =>
    `<rect class="${kind}" x="${x}" y="${y}" width="${Math.max(0, width)}" height="20"/>`;
  // The line f = level, beyond the picture on both sides.
  const level = ({ w, b }, value) => [12, -12].map((far) =>
    plane(REACH)(plus(times(w, (value - b) / dot(w, w)), times([-w[1], w[0]], far / length(w)))));
  const strip = (kind, state, from, to) => polygon(kind, [...level(state, from), ...level(state, to).reverse()]);

  // The disc of a support vector, by the share of C that its α takes, or of the largest α.
  const radius = ({ alpha, price }, i) =>
    12 + (12 * alpha[i]) / (price === "hard" ? Math.max(...alpha) || 1 : price);

  function drawExamples(state, alone) {
    const { points, w, b, low, high, xi, half, kinds } = state, to = plane(REACH);
    if (!half) return axes;
    // The room for a name 42 wide and 13 high around a place, beside the discs.
    const room = (place) => Math.min(...points.map((x, i) => {
      const [across, up] = minus(to(x), place), disc = kinds[i] ? radius(state, i) : 8;
      return Math.hypot(Math.max(0, Math.abs(across) - 21), Math.max(0, Math.abs(up) - 6)) - disc;
    }));
    const names = [["f = −1", -1], ["f = 0", 0], ["f = 1", 1]].map(([words, value]) => {
      // A line is named where it meets a circle, or further in if discs are near there; faces if apart.
      const u = times(w, 1 / length(w)), off = (value - b) / length(w), along = Math.sqrt(3.7 ** 2 - off ** 2);
      if (alone || !along || (half >= 3 && value)) return "";
      const ends = [1, 0.75, 0.5, 0.25].map((part) => [along * part, -along * part]
        .map((far) => to(plus(times(u, off), times([-u[1], u[0]], far))))
        .toSorted((p, q) => room(q) - room(p))[0]);
      const end = ends.find((place) => room(place) > 2) ?? ends.toSorted((p, q) => room(q) - room(p))[0];
      return text("middle", plus(end, [0, 4]), words);
    });
    const stem = (x, i) => (xi[i] ? line("stem", to(x), to(plus(x, times(w, (x[2] * xi[i]) / (2 * half))))) : "");
    return strip("slab", state, -1, 1) + (high > low ? strip("band", state, b - low, b - high) : "") + axes
      + [-1, 1].map((value) => line("best face", ...level(state, value))).join("") + line("best", ...level(state, 0))
      + points.map(stem).join("") + names.join("");
  }

  function drawSum({ points, w, alpha, kinds, failed }, em) {
    if (failed) {
      return axes + text("middle", [SIDE / 2, 2 * em], "No line separates") + text("middle", [SIDE / 2, 3.3 * em], "the points: no w.");
    }
    const rows = points.map((_, i) => i).filter((i) => kinds[i]), path = [[0, 0]];
    for (const i of rows) path.push(plus(path.at(-1), times(points[i], alpha[i] * points[i][2])));
    const to = plane(Math.max(...path.flat().map(Math.abs)) || 1), middle = (p, q) => to(times(plus(p, q), 0.5));
    return axes + rows.map((i, k) => arrow(side(points[i][2]), to(path[k]), to(path[k + 1]))).join("")
      + arrow("best", to([0, 0]), to(w)) + text("middle", plus(middle([0, 0], w), [0, -0.6 * em]), "w")
      + rows.map((i, k) => text("middle", plus(middle(path[k], path[k + 1]), [0, 0.35 * em]), i)).join("");
  }

  function drawHulls({ points, most, p, q }, em) {
    const to = plane(REACH), hulls = sides(points).map((rows, k) => {
      const list = rows.map((i) => points[i]), kind = side(1 - 2 * k);
      return polygon(`${kind} whole`, hull(list, 1).map(to)) + polygon(`${kind} hull`, hull(list, most).map(to));
    });
    const dots = points.map((x) => {
      const count = x[2] > 0 ? 12 : 4, corners = Array.from({ length: count }, (_, k) => turned((k + 0.5) / count));
      return polygon(`${side(x[2])} tip`, corners.map((u) => plus(to(x), times(u, 5))));
    });
    const end = (at, name) => polygon("best tip", [[-7, 0], [0, -7], [7, 0], [0, 7]].map((d) => plus(to(at), d)))
      + text("middle", plus(to(at), [0, name === "q" ? 7 + em : -11]), name);
    const ends = () => (length(minus(p, q)) < 1e-9 ? end(p, "p = q") : line("best", to(p), to(q)) + end(p, "p") + end(q, "q"));
    return axes + hulls.join("") + dots.join("") + (p ? ends() : "");
  }

  function drawBars({ failed, half, paid, total, primal, dual }, priced) {
    const scale = (SIDE - 16) / (total || 1), [h, met] = [half * scale, 8 + primal * scale];
    if (failed) {
      return text("", [8, 22], "primal: no line separates, so no w is allowed")
        + bar("dual", 8, 68, 2 * SIDE) + text("", [8, 112], "dual Σα − ½‖w‖²: without a bound");
    }
    const stripes = `<pattern id="margins-stripes" width="6" height="6" patternUnits="userSpaceOnUse">
      <path class="stripe" d="M-1,7L7,-1"/></pattern>`;
    const both = priced ? `primal ½‖w‖² + CΣξ = ${number(half)} + ${number(paid)}` : "primal ½‖w‖²";
    return stripes + text("", [8, 22], `${both} = ${number(primal)}`)
      + bar("primal", 8, 36, h) + bar("paid", 8 + h, 36, met - 8 - h)
      + bar("dual", 8, 68, dual * scale) + bar("taken", 8 + dual * scale, 68, h) + line("meet", [met, 30], [met, 94])
      + text("", [8, 112], `dual Σα − ½‖w‖² = ${number(total)} − ${number(half)} = ${number(dual)}`)
      + text("", [8, 132],
        primal - dual <= 1e-9 * primal ? "gap 0, up to rounding: both are optimal" : `gap ${primal - dual}`);
  }

  const touches = (y) => y < 1 + 1e-9; // a score, of a hard margin

  // What the state shows, in clauses, of which a screen reader speaks those that change.
  function tell({ points, price, one, failed, half, low, high, b, slack, kinds, g }, alone, priced) {
    const at = price === "hard" ? "Hard margin:" : `C = ${price}:`;
    const rows = (kind) => kinds.flatMap((k, i) => (k === kind ? i : [])), paying = rows("bound");
    const list = (found) => found.join(", ").replace(/, (\d+)$/, " and $1") || "none";
    const full = `${list(paying)} push${paying.length > 1 ? "" : "es"} with all of C`;
    const width = number(1 / Math.sqrt(2 * half));
    if (alone) {
      if (one || failed) return [one ? "There is one class only, and nothing to separate." : "No line separates the points."];
      const touch = g.flatMap((y, i) => (touches(y) ? i : []));
      return [`Margin ${width}.`, `Points ${list(touch)} touch the slab.`];
    }
    if (!priced && !one && !failed) {
      return [`Margin ${width}.`, `Support vectors: ${list(rows("free"))}.`, `b = ${number(b)}.`];
    }
    if (one) return [at, `one class only, so w = 0 with b = ${sign(b)} solves the problem.`];
    if (failed) return [at, "no line separates the points, so there is no w and no α.", "p = q lies in the hulls of both classes."];
    return [at, half ? `half-width ${width},` : "w = 0, no slab,", `total slack ${number(slack)},`,
      `${g.filter((y) => y <= 1e-9).length} of ${points.length} misclassified.`,
      `Support vectors: ${list(rows("free"))} on the faces${paying.length ? `; ${full}` : ""}.`,
      high > low ? `b is not unique: from ${number(low)} to ${number(high)}.` : `b = ${number(b)}.`];
  }

  const VIEWS = {
    hulls: { draw: drawHulls, label: "The hulls of both classes and their nearest points", words: `<b>Hulls</b> and
      their nearest points p and q.<span class="priced"> With a finite C no example has a larger share of p or q than C
      divided by the Σα of its class; where that is below 1, the hulls shrink from their dashed outlines.</span>` },
    sum: { draw: drawSum, label: "Arrows that add up to w", words: `<b>w as a sum</b>. Each support vector adds
      α<sub>i</sub> y<sub>i</sub> x<sub>i</sub>, an arrow with its number. Head to tail they end where w does.` },
  };
  const FRAME = `<div class="bench">
    <div class="examples"><svg viewBox="0 0 ${SIDE} ${SIDE}" role="application" aria-label="The points: arrow keys
      move one, Shift moves it further, Enter flips it"><g></g></svg></div>
    <p class="run price"><label><i>C</i> <input type="range" min="0" max="${PRICES.length - 1}"> <span
      aria-hidden="true"></span></label> <button name="play">Play</button></p>
    <div class="weights"><svg viewBox="0 0 ${SIDE} ${SIDE}" role="img"></svg></div>
    <p class="buttons views"><span role="group" aria-label="The second picture"><button name="hulls">Hulls</button>
      <button name="sum"><i>w</i> as a sum</button></span></p>
    <p class="state"><span></span> <span></span></p>
    <p class="told" role="status"></p>
    <div class="chart"><svg viewBox="0 0 ${SIDE} ${BARS}" role="img" aria-label="Both objectives as bars, which end at
      the same place"></svg><p>Primal: ½‖w‖² is solid<span class="priced">, CΣξ striped</span>. Dual: outlined, and dashed
      ½‖w‖², which it takes from Σα.</p></div>
    <p class="buttons edit"><span role="group" aria-label="All of it"><button name="undo">Undo</button>
      <button name="reset">Reset</button> <button name="link" hidden>Copy link</button></span></p>
    <p class="plane view"></p>
    <p class="seen"><b class="positive">●</b> +1, <b class="negative">■</b> −1. <b class="best">Green</b>: the line
      f = 0 and, dashed, the faces f = ±1.<span class="priced"> A stem is the slack ξ of its point. The larger the
      disc, the larger the share of C that α takes (with a hard margin, of the largest α): one ring where
      0 &lt; α &lt; C, two where α = C.</span><span class="unpriced"> The larger the disc, the larger α.</span></p>
    <p class="seen slab-key"><b class="positive">●</b> +1, <b class="negative">■</b> −1. <b class="best">Green</b>: the
      line in the middle of the slab and, dashed, the slab's two faces. Points that touch it have a ring.</p>
    <details class="keys"><summary>By hand and by keys</summary><p>Click a point to choose it, again to flip its label.
      Arrow keys move the chosen point (Shift: further), Enter flips it. Z or Ctrl+Z undoes.</p></details></div>`;

  // Show the model's `points`, `C` and `view` in el, and change them as the reader does. With `address`,
  // the page's address keeps them.
  function render({ model, el, address }) {
    el.classList.add("laboratory", "margins");
    el.innerHTML = FRAME;
    const [examples, second, bars] = el.querySelectorAll("svg"), slider = el.querySelector("input");
    let found, told;

    function show(marks) {
      const view = model.get("view"), alone = view === "slab", priced = model.get("C") !== null;
      found = solve(model.get("points"), model.get("C") ?? "hard");
      told = () => tell(found, alone, priced);
      el.classList.toggle("slab-alone", alone);
      el.classList.toggle("hard", !priced);
      const { points, alpha, kinds, xi, g, failed, one } = found;
      marks.forEach((point, i) => {
        const near = alone && !failed && !one && touches(g[i]);
        const kind = alone ? (near ? "support" : "") : { free: "support", bound: "support full" }[kinds[i]] ?? "";
        point.setAttribute("class", `point ${side(points[i][2])} ${kind}`);
        point.querySelectorAll(".disc").forEach((disc, k) =>
          disc.setAttribute("r", alone ? 15 : radius(found, i) - 4 * k));
        const force = failed ? "" : `, α = ${number(alpha[i])}`, slack = xi[i] ? `, slack ${number(xi[i])}` : "";
        point.ariaLabel = board.named(i, points[i]) + (alone ? (near ? ", on the slab" : "") : force + slack);
      });
      slider.value = PRICES.indexOf(found.price);
      slider.ariaValueText = slider.nextElementSibling.textContent = found.price;
      examples.firstElementChild.innerHTML = drawExamples(found, alone);
      if (alone) return;
      const { draw, label, words } = VIEWS[view];
      second.innerHTML = draw(found, board.em(second));
      second.ariaLabel = label;
      el.querySelector(".view").innerHTML = board.slanted(words, "i");
      for (const name in VIEWS) el.querySelector(`[name=${name}]`).ariaPressed = name === view;
      bars.innerHTML = drawBars(found, priced);
    }
    const higher = () => PRICES[PRICES.indexOf(found.price) + 1];
    const steps = { first: { C: PRICES[0] }, next: () => higher() && { C: higher() }, wait: () => 700 };
    const bench = board.bench({
      el, model, show, names: ["points", "C", "view"], tell: () => told(), steps,
      inside: '<circle class="ring" r="27"/><circle class="disc"/><circle class="disc"/>',
      acts: { hulls: () => bench.set({ view: "hulls" }), sum: () => bench.set({ view: "sum" }) },
      address: address && { name: "margins", write, read },
    });
    slider.addEventListener("input", () => bench.edit({ C: PRICES[slider.value] }));
  }

  // A state as the end of an address: the step of the price, if there is one, the view, the points. Else null.
  const write = ({ points, C, view }) => `${C === null ? "" : PRICES.indexOf(C)}.${view}.${board.write(points)}`;
  function read(kept) {
    const [, step, view, letters] = /^(\d{0,2})\.(slab|hulls|sum)\.(.*)$/.exec(kept) ?? [];
    const points = board.read(letters);
    return points && step < PRICES.length ? { points, C: step === "" ? null : PRICES[+step], view } : null;
  }

  return { PRICES, solve, hull, write, read, render };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls render.
if (globalThis.document?.currentScript) board.page("margins", margins.render);
