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
  const CHALLENGES = {
    long: ["A separable sample with a run of more than 100 updates", ({ best, M }) => best !== null && M > 100],
    narrow: ["A separable sample with γ < 0.1", ({ best }) => best !== null && best.gamma < 0.1 - 1e-9],
    order: ["The points of the start in an order that needs one update",
      ({ points, M }, start) => M === 1 && sorted(points) === sorted(start)],
  };
  const met = (points, start) => Object.values(CHALLENGES).map(([, verdict]) => verdict(look(points, 0), start));

  // The names of the challenges that were met, as the browser remembers them; it may refuse to.
  function remembered(names) {
    try {
      if (names) localStorage.setItem("challenges", names.join(" "));
      return localStorage.getItem("challenges")?.split(" ") ?? [];
    } catch {
      return names ?? [];
    }
  }

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

  // Words beside arrows, each where most room is between it and the arrows, the path, and the words before
  // it. An arrow's name stands beyond its tip, or beside it.
  function named(arrows, path, em) {
    const lines = [...arrows.map(({ from, to }) => [from, to]), ...path.slice(1).map((to, k) => [path[k], to])];
    const taken = lines.flatMap(([from, to]) => [0.25, 0.5, 0.75, 1].map((share) => (
      { at: between(from, to, share), half: [0, 0] })));
    return arrows.map(({ from, to, words, shares }) => {
      const way = minus(to, from), along = times(way, 1 / (length(way) || 1));
      const [wide, high] = [0.3 * em * words.length, 0.5 * em], half = [wide, high];
      const beside = [[along[1], -along[0]], [-along[1], along[0]]];
      const places = [...shares.flatMap((share) => beside.map((out) => [between(from, to, share), out])), [to, along]]
        .map(([at, out]) => plus(at, [out[0] * (wide + 0.5 * em), 1.1 * em * out[1]]))
        .filter(([x, y]) => x > wide && x < SIDE - wide && y > em && y < SIDE - em);
      const room = (at) => Math.min(...taken.map((other) => {
        const [across, up] = minus(at, other.at).map((c, k) => Math.abs(c) - half[k] - other.half[k]);
        return Math.max(across, up);
      }));
      const at = places.toSorted((p, q) => room(q) - room(p))[0] ?? between(from, to, 0.5);
      taken.push({ at, half });
      return text("middle", plus(at, [0, 0.35 * em]), words);
    }).join("");
  }

  function drawWeights({ points, run, best, t, w, next }, shaded, em) {
    const reach = Math.max(1, ...run.weights.flat().map(Math.abs)), to = plane(reach);
    const walked = run.weights.slice(0, t + 1).map(to), [origin, here] = [[0, 0], w].map(to);
    const half = signed(points).slice(shaded, shaded + 1).map((z) => clip(everywhere, z).map(to));
    const arrows = [{ kind: "now", from: origin, to: here, words: "w", shares: [0.3, 0.5, 0.75] }];
    if (next !== undefined) {
      const there = to(run.weights[t + 1]);
      arrows.unshift({ kind: "now next", from: origin, to: there, words: "w + yx", shares: [0.6, 0.75, 0.9, 1] },
        { kind: side(points[next][2]), from: here, to: there, words: "yx", shares: [0.2, 0.4, 0.6, 0.8] });
    }
    const u = best && { from: origin, to: to(times(best.u, 1.1 * reach)), words: "u", shares: [0.6, 0.8, 1] };
    return (best ? polygon("cone", signed(points).reduce(clip, everywhere).map(to)) : "")
      + half.map((corners) => polygon(`half ${side(points[shaded][2])}`, corners)).join("") + axes
      + points.map((p, i) => hyperplane(`${side(p[2])} ${i === shaded && "shaded"}`, p, to)).join("")
      + (best ? line("best", u.from, u.to) : "") + line("path", ...walked) + dots("path", walked)
      + arrows.map(({ kind, from, to }) => board.arrow(kind, from, to)).join("")
      + named([...arrows, ...(best ? [u] : [])], walked, em);
  }

  function drawChart({ run, best, M, t, radius, bound }, em) {
    const last = Math.max(5, best ? Math.min(1.05 * bound, 8 * M + 5) : 1.05 * M);
    const floor = HEIGHT - 1.9 * em, top = 1.05 * radius * Math.sqrt(last) || 1;
    const to = ([x, y]) => [8 + ((SIDE - 12) * x) / last, floor - ((floor - 4) * y) / top];
    const upright = (kind, x, y = top) => line(kind, to([x, 0]), to([x, y]));
    const series = (kind, value) => {
      const all = run.weights.map((w, k) => to([k, value(w)]));
      return dots(`${kind} later`, all.slice(t + 1)) + dots(kind, all.slice(0, t + 1));
    };
    const label = (x, y, words) => text("middle", [to([x, 0])[0], y], words);
    const straight = best && to([0, 0.55 * best.gamma * last])[1], steep = straight < floor - 3 * em;
    const tens = 10 ** Math.floor(Math.log10(last / 2)), gap = tens * [5, 2, 1].find((k) => k * tens <= last / 2);
    const ticks = Array.from({ length: Math.floor(last / gap) + 1 }, (_, k) => k * gap)
      .filter((x) => to([x, 0])[0] < SIDE - 6 * em);
    const clear = Math.min(floor, ...run.weights.map((w) => to([0, length(w)])[1])) - 0.7 * em; // of the dots
    const root = Array.from({ length: 61 }, (_, k) => last * (k / 60) ** 2);
    const crossing = best && `crossing (R/γ)² = ${+bound.toPrecision(3)}`;
    return `<path class="axis" d="M8,4V${floor}H${SIDE}"/>` + upright("upright now", t)
      + ticks.map((x) => text("middle", [to([x, 0])[0], floor + 1.3 * em], x)).join("")
      + text("end", [SIDE - 4, floor + 1.3 * em], "updates t")
      + line("root", ...root.map((x) => to([x, radius * Math.sqrt(x)])))
      + (best
        ? line("best", to([0, 0]), to([last, best.gamma * last]))
          + (bound < last
            ? upright("bound", bound, best.gamma * bound) + dots("crossing", [to([bound, best.gamma * bound])])
              + text("end", [to([bound, 0])[0] - 5, floor - 0.4 * em], crossing)
            : text("end", [SIDE - 4, floor - 0.4 * em], `${crossing} →`))
          + label(0.55 * last, steep ? straight + 1.3 * em : Math.min(straight, floor - 1.4 * em) - 0.4 * em, "γt")
        : text("end", [SIDE - 8, clear - 1.3 * em], "No separator: no u, no γ.")
          + text("end", [SIDE - 8, clear], `Stopped after ${PASSES} passes.`))
      + label(0.3 * last, to([0, radius * Math.sqrt(0.3 * last)])[1] - 0.7 * em, "R√t")
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
      move one, Shift moves it further, Enter flips it, Delete removes it, Home puts it first"><g></g></svg></div>
    <p class="buttons run"><span role="group" aria-label="The run"><button name="start" class="more">Start</button>
      <button name="back" class="more">Back</button> <button name="step">Step</button> <button name="play">Play</button>
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
      <span role="group" aria-label="All of it"><button name="undo" class="more">Undo</button> <button
      name="reset">Reset</button> <button name="link" class="more" hidden>Copy link</button></span></p>
    <p class="more seen"><b>Examples</b>, <b class="positive">●</b> +1 and <b class="negative">■</b> −1, numbered as in
      a pass. w points to the shaded side. A cross: misclassified. A dashed ring: the next update.</p>
    <p class="more plane"><b>Weights</b>. Each line is an example (dashed: −1); the one last touched shades its half.
      <b class="best">Green</b>: the cone of separators.</p>
    <div class="more challenges"><p><b>Challenges</b></p>
      <ul>${Object.values(CHALLENGES).map(([words]) => `<li>${words}</li>`).join("")}</ul></div>
    <details class="more keys"><summary>By hand and by keys</summary><p>Click a point to choose it, again to flip its
      label. A double click beside the points, or <b>Add</b>, makes a new one. Arrow keys move the chosen point (Shift:
      further), Enter flips it, Delete removes it, Home puts it first in the pass. Z or Ctrl+Z undoes.</p></details></div>`;
  const INSIDE = `<circle class="ring" r="15"/><path class="cross" d="M-14,-14L14,14M14,-14L-14,14"/>`;

  // Show the model's `points` and `t` in el, and change them as the reader does. With `address`, the
  // page's address keeps them.
  function render({ model, el, address }) {
    const compact = Boolean(model.get("compact"));
    el.classList.add("laboratory", ...(compact ? ["compact"] : []));
    el.innerHTML = FRAME;
    const [examples, weights, chart] = el.querySelectorAll("svg");
    const start = model.get("points"), done = el.querySelectorAll("li"), names = Object.keys(CHALLENGES);
    let state;
    const touched = (i) => (weights.innerHTML = drawWeights(state, i, board.em(weights)));
    const check = (name) => (done[names.indexOf(name)] ?? {}).className = "met";
    remembered().forEach(check);

    // A new point, labeled by u, or by w where there is none.
    function add(p) {
      const { points, best, w } = state, at = onGrid(p), row = [...at, dot(best ? best.u : w, at) > 0 ? 1 : -1];
      bench.chosen = points.length;
      bench.edit({ points: [...points, row] }, `${board.named(points.length, row)}, is new.`);
    }
    // Remove the chosen point, or put it first; the focus goes along.
    function order(front, words) {
      const focused = examples.contains(el.getRootNode().activeElement), i = bench.chosen, { points } = state;
      const kept = points.toSpliced(i, 1), next = front ? 0 : Math.min(i, kept.length - 1);
      bench.chosen = front || focused ? next : undefined;
      bench.edit({ points: front ? [points[i], ...kept] : kept }, `Point ${i} ${words}.`);
      if (focused) bench.marks[next].focus();
    }
    const acts = {
      start: () => bench.set({ t: 0 }),
      back: () => bench.set({ t: Math.max(0, state.t - 1) }),
      step: () => bench.set({ t: Math.min(state.M, state.t + 1) }),
      end: () => bench.set({ t: state.M }),
      add: () => add([Math.cos, Math.sin].map((f) => 3 * f(2.4 * state.points.length))), // here and there
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
      chart.innerHTML = drawChart(state, board.em(chart));
      el.querySelector(".key").innerHTML = inequality(state);
      if (compact) return "";
      const reached = met(points, start), fresh = names.filter((_, k) => reached[k] && !done[k].className);
      if (fresh.length) remembered([...new Set([...remembered(), ...fresh])]);
      fresh.forEach(check);
      return fresh.map((name) => `Challenge met: ${CHALLENGES[name][0]}.`).join(" ");
    }
    const steps = { first: { t: 0 }, next: () => state.t < state.M && { t: state.t + 1 },
      wait: () => Math.max(40, Math.min(700, 10000 / state.M)) };
    const bench = board.bench({
      el, model, names: ["points", "t"], inside: INSIDE, show, tell: () => tell(state), touched, acts, idle, steps,
      keys: { Delete: "remove", Backspace: "remove", Home: "first" }, address: address && { name: "lab", write, read },
    });
    examples.addEventListener("dblclick", (event) => {
      if (event.target.closest(".point")) return;
      if (state.points.length === MOST) bench.act("add"); // says why not
      else add(bench.at(event));
    });
  }

  return { perceptron, separator, met, write, read, render };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls render.
if (globalThis.document?.currentScript) board.page("laboratory", laboratory.render);
