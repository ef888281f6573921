// The perceptron laboratory: points to drag, to flip, to add and to order, the perceptron's run on them
// in the plane of weights, and the chart of γt ≤ ⟨w,u⟩ ≤ ‖w‖ ≤ R√t; board.js, beside this file, has the
// points. A page loads both as classic scripts, because a browser loads no module from a file.
"use strict";

const laboratory = (() => {
  const { REACH, MOST, SIDE, dot, length, times, plus, minus, onGrid, plane, place, polygon, line, text, axes,
    number, side } = board;
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

  const HEIGHT = 250;
  // Not h0: a printer draws no square for a line without a direction.
  const dots = (kind, list) => `<path class="dots ${kind}" d="${list.map((p) => `M${place(p)}h.1`).join("")}"/>`;
  const hyperplane = (kind, v, to) => {
    const far = times([-v[1], v[0]], 99 / (length(v) || 1));
    return line(kind, to(far), to(times(far, -1)));
  };
  // The part of a polygon on the side that v points to.
  const clip = (corners, v) => corners.flatMap((p, i) => {
    const q = corners.at(i - 1), from = dot(q, v), at = dot(p, v);
    const cut = from * at < 0 ? [between(q, p, from / (from - at))] : [];
    return at >= 0 ? [...cut, p] : cut;
  });
  const everywhere = [[-99, -99], [99, -99], [99, 99], [-99, 99]];

  const many = (count) => `${count} update${count === 1 ? "" : "s"}`;

  function drawExamples({ w }) {
    const to = plane(REACH);
    if (!length(w)) return axes;
    return polygon("half", clip(everywhere, w).map(to)) + axes + hyperplane("now", w, to);
  }

  // A word beside an arrow at this share of its way: to its right, or with a turn of -1 to its left.
  function beside({ from, to, words, share, turn = 1 }, em) {
    const way = minus(to, from), [x, y] = times([-way[1], way[0]], turn / (length(way) || 1));
    const off = times([x * (0.3 * words.length + 0.5), 1.1 * y + 0.35], em);
    return text("middle", plus(between(from, to, share), off), words);
  }

  function drawWeights({ points, run, best, t, w, next }, em) {
    const reach = Math.max(1, ...run.weights.flat().map(Math.abs)), to = plane(reach);
    const walked = run.weights.slice(0, t + 1).map(to), [origin, here] = [[0, 0], w].map(to);
    const arrows = [{ kind: "now", from: origin, to: here, words: "w", share: 0.5 }];
    if (next !== undefined) {
      const there = to(run.weights[t + 1]);
      arrows.unshift({ kind: "now next", from: origin, to: there, words: "w + yx", share: 0.8, turn: -1 },
        { kind: side(points[next][2]), from: here, to: there, words: "yx", share: 0.5 });
    }
    const u = best && { from: origin, to: to(times(best.u, 1.1 * reach)), words: "u", share: 0.9 };
    return (best ? polygon("cone", signed(points).reduce(clip, everywhere).map(to)) : "") + axes
      + points.map((p) => hyperplane(side(p[2]), p, to)).join("")
      + (best ? line("best", u.from, u.to) : "") + line("path", ...walked) + dots("path", walked)
      + arrows.map(({ kind, from, to }) => board.arrow(kind, from, to)).join("")
      + [...arrows, ...(best ? [u] : [])].map((arrow) => beside(arrow, em)).join("");
  }

  function drawChart({ run, best, M, t, radius, bound }, em) {
    const last = Math.max(5, best ? Math.min(1.05 * bound, 8 * M + 5) : 1.05 * M);
    const floor = HEIGHT - 1.9 * em, top = 1.05 * radius * Math.sqrt(last) || 1;
    const to = ([x, y]) => [8 + ((SIDE - 12) * x) / last, floor - ((floor - 4) * y) / top];
    const upright = (kind, x, y) => line(kind, to([x, 0]), to([x, y]));
    const series = (kind, value) => {
      const all = run.weights.map((w, k) => to([k, value(w)]));
      return dots(`${kind} later`, all.slice(t + 1)) + dots(kind, all.slice(0, t + 1));
    };
    const tens = 10 ** Math.floor(Math.log10(last / 2)), gap = tens * [5, 2, 1].find((k) => k * tens <= last / 2);
    const ticks = Array.from({ length: Math.floor(last / gap) + 1 }, (_, k) => [to([k * gap, 0])[0], k * gap]);
    const root = Array.from({ length: 61 }, (_, k) => last * (k / 60) ** 2).map((x) => [x, radius * Math.sqrt(x)]);
    const [early, late, ends] = [0.3 * last, 0.6 * last, Math.min(bound, last)].map((x) => to([x, 0])[0]);
    const above = to([0, radius * Math.sqrt(0.3 * last)])[1] - 0.7 * em;
    const crossing = best && `crossing (R/γ)² = ${+bound.toPrecision(3)}${bound > last ? " →" : ""}`;
    return `<path class="axis" d="M8,4V${floor}H${SIDE}"/>` + upright("upright now", t, top)
      + ticks.filter(([x]) => x < SIDE - 6 * em).map(([x, k]) => text("middle", [x, floor + 1.3 * em], k)).join("")
      + text("end", [SIDE - 4, floor + 1.3 * em], "updates t")
      + line("root", ...root.map(to)) + text("middle", [early, above], "R√t")
      + (best ? line("best", to([0, 0]), to([last, best.gamma * last])) + upright("bound", bound, best.gamma * bound)
        + dots("crossing", [to([bound, best.gamma * bound])]) + text("end", [ends - 5, floor - 0.4 * em], crossing)
        + text("middle", [late, Math.min(to([0, 0.6 * best.gamma * last])[1] + 1.3 * em, floor - 1.7 * em)], "γt") : "")
      + series("now", length) + (best ? series("best", (w) => dot(w, best.u)) : "");
  }

  function inequality({ best, t, w, radius }) {
    const term = (kind, words, value) => `<span class="${kind}">${board.slanted(words, "i")} ${value.toFixed(2)}</span>`;
    const lower = best ? [term("best", "γt", best.gamma * t), term("best", "■ ⟨w,u⟩", dot(w, best.u))] : [];
    return [...lower, term("now", "● ‖w‖", length(w)), term("root", "R√t", radius * Math.sqrt(t))].join(" ≤ ");
  }

  // What the state shows, in clauses, of which a screen reader speaks those that change.
  function tell({ points, run, best, M, t, w, radius, wrong, bound, next }) {
    const score = t < M && dot(w, signed(points)[next]);
    const made = many(M) + (run.halted ? "" : ` in ${PASSES} passes`);
    return [`After ${t} of ${made},`, `${wrong.filter(Boolean).length} of ${points.length} misclassified.`,
      t < M ? `Next: point ${next}, ${score ? `y⟨w,x⟩ = ${number(score)}` : "a tie"}.`
        : run.halted ? "The run is over." : `Stopped after ${PASSES} passes.`,
      ...(best ? [`γ = ${number(best.gamma)},`, `R = ${number(radius)}: at most ${many(Math.floor(bound + 1e-9))}.`]
        : ["No line through 0 separates the points."])];
  }

  // `more` is what the compact form leaves out.
  const FRAME = `<div class="bench">
    <div class="examples"><svg viewBox="0 0 ${SIDE} ${SIDE}" role="application" aria-label="The points: arrow keys
      move one, Shift moves it further, Enter flips it"><g></g></svg></div>
    <p class="buttons run"><span role="group" aria-label="The run"><button name="start" class="more">Start</button>
      <button name="back" class="more">Back</button> <button name="step">Step</button>
      <button name="end" class="more">End</button></span></p>
    <div class="more weights"><svg viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="The plane of weights: a line for
      each example, the cone of separators, the path of w, and the next update as arrows"></svg></div>
    <div class="chart"><svg viewBox="0 0 ${SIDE} ${HEIGHT}" role="img" aria-label="The four sides of the inequality
      below, against the updates t"></svg></div>
    <p class="key"></p>
    <p class="state"><span></span> <span></span></p>
    <p class="told" role="status"></p>
    <p class="buttons edit"><span class="more" role="group" aria-label="The points"><button name="add">Add</button>
      <button name="remove">Remove</button> <button name="first">Put first</button></span>
      <button name="reset">Reset</button></p>
    <p class="more seen"><b>Examples</b>, <b class="positive">●</b> +1 and <b class="negative">■</b> −1, numbered as in
      a pass. w points to the shaded side. A cross: misclassified. A dashed ring: the next update.</p>
    <p class="more plane"><b>Weights</b>. Each line is an example (dashed: −1).
      <b class="best">Green</b>: the cone of separators.</p></div>`;
  const INSIDE = `<circle class="ring" r="15"/><path class="cross" d="M-14,-14L14,14M14,-14L-14,14"/>`;

  // Show the model's `points` and `t` in el, and change them as the reader does.
  function render({ model, el }) {
    el.classList.add("laboratory");
    el.classList.toggle("compact", Boolean(model.get("compact")));
    el.innerHTML = FRAME;
    const [examples, weights, chart] = el.querySelectorAll("svg");
    let state;

    // A new point, here or there, labeled by u, or by w where there is none.
    function add() {
      const { points, best, w } = state, count = points.length;
      const at = onGrid([3 * Math.cos(2.4 * count), 3 * Math.sin(2.4 * count)]);
      const row = [...at, dot(best ? best.u : w, at) > 0 ? 1 : -1];
      bench.chosen = count;
      bench.set({ points: [...points, row] }, `${board.named(count, row)}, is new.`);
    }
    // Remove the chosen point, or put it first.
    function order(front, words) {
      const i = bench.chosen, { points } = state, kept = points.toSpliced(i, 1);
      bench.chosen = front ? 0 : undefined;
      bench.set({ points: front ? [points[i], ...kept] : kept }, `Point ${i} ${words}.`);
    }
    const acts = {
      start: () => bench.set({ t: 0 }),
      back: () => bench.set({ t: state.t - 1 }),
      step: () => bench.set({ t: state.t + 1 }),
      end: () => bench.set({ t: state.M }),
      add,
      remove: () => order(false, "is removed"),
      first: () => order(true, "comes first now, as point 0"),
    };
    function idle(chosen) {
      const { points, t, M } = state, choose = chosen === undefined && "Choose a point first.";
      const begun = !t && "The run has not begun.", over = t === M && "The run is over.";
      return {
        start: begun, back: begun, step: over, end: over,
        add: points.length === MOST && `${MOST} points are the most.`,
        remove: points.length === 1 ? "The last point cannot be removed." : choose,
        first: choose || (!chosen && "It is the first."),
      };
    }

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
      weights.innerHTML = drawWeights(state, board.em(weights));
      chart.innerHTML = drawChart(state, board.em(chart));
      el.querySelector(".key").innerHTML = inequality(state);
    }
    const bench = board.bench({
      el, model, names: ["points", "t"], inside: INSIDE, show, tell: () => tell(state), acts, idle,
    });
  }

  return { perceptron, separator, render };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls render.
if (globalThis.document?.currentScript) board.page("laboratory", laboratory.render);
