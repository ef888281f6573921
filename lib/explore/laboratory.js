// The perceptron laboratory: points to drag and to flip, the perceptron's run on them in the plane of
// weights, and the chart of γt ≤ ⟨w,u⟩ ≤ ‖w‖ ≤ R√t. One source for two readers: a page loads it as a
// classic script, because a browser loads no module from a file; laboratory.py, beside it, appends the
// export that makes it the module of the kernel's widget. Longer than other files of lib: the run, the
// drawing and the dragging are one script for a page to load.
"use strict";

const laboratory = (() => {
  // Coordinates go from -4 to 4 in steps of 1/8: sums and products are exact, so ties fall as in lib.
  const REACH = 4, STEP = 1 / 8, PASSES = 100;

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const length = (a) => Math.hypot(a[0], a[1]);
  const times = (a, factor) => [factor * a[0], factor * a[1]];
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
          weights.push([w[0] + z[0], w[1] + z[1]]);
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

  // Pictures as SVG text, SIDE wide. `to` takes a point of the plane to its place in the picture.
  const SIDE = 360, HEIGHT = 250, UNIT = 165;
  const plane = (reach) => ([a, b]) => [SIDE / 2 + (UNIT * a) / reach, SIDE / 2 - (UNIT * b) / reach];
  const place = (p) => `${p[0].toFixed(1)},${p[1].toFixed(1)}`;
  const polygon = (kind, list) => `<polygon class="${kind}" points="${list.map(place).join(" ")}"/>`;
  const line = (kind, ...list) => `<polyline class="${kind}" points="${list.map(place).join(" ")}"/>`;
  const dots = (kind, list) => `<path class="dots ${kind}" d="${list.map((p) => `M${place(p)}h0`).join("")}"/>`;
  const text = (kind, x, y, words) => `<text class="${kind}" x="${x}" y="${y}">${words}</text>`;
  const axes = `<path class="axis" d="M0,${SIDE / 2}H${SIDE}M${SIDE / 2},0V${SIDE}"/>`;
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

  const number = (c) => `${+c.toFixed(3)}`.replace("-", "−");
  const sign = (y) => (y > 0 ? "+1" : "−1");
  const side = (y) => (y > 0 ? "positive" : "negative");

  function drawExamples({ w }) {
    const to = plane(REACH);
    if (!length(w)) return axes;
    return polygon("half", clip(everywhere, w).map(to)) + axes + hyperplane("boundary", w, to);
  }

  function drawWeights({ points, run, best, t, w, next }, active) {
    const reach = Math.max(1, ...run.weights.flat().map(Math.abs)), to = plane(reach);
    const walked = run.weights.slice(0, t + 1).map(to), here = to(w);
    const tip = best && to(times(best.u, 1.05 * reach));
    const half = signed(points).slice(active, active + 1).map((z) => clip(everywhere, z).map(to));
    return (best ? polygon("cone", signed(points).reduce(clip, everywhere).map(to)) : "")
      + half.map((corners) => polygon(`half ${side(points[active][2])}`, corners)).join("") + axes
      + points.map((p, i) => hyperplane(`${side(p[2])} ${i === active && "active"}`, p, to)).join("")
      + (best ? line("best", to([0, 0]), to(times(best.u, reach))) + text("middle", tip[0], tip[1] + 4, "u") : "")
      + line("path", ...walked) + dots("path", walked)
      + (next === undefined ? "" : line("next", here, to(run.weights[t + 1])))
      + dots("norm large", [here]) + text("middle", here[0] + 12, here[1] - 8, "w");
  }

  function drawChart({ run, best, M, t, radius, bound }) {
    const last = Math.max(5, best ? Math.min(1.05 * bound, 3 * M + 5) : 1.05 * M);
    const floor = HEIGHT - 36, top = 1.05 * radius * Math.sqrt(last) || 1;
    const to = ([x, y]) => [8 + ((SIDE - 12) * x) / last, floor - ((floor - 4) * y) / top];
    const upright = (kind, x) => line(kind, to([x, 0]), to([x, top]));
    const series = (kind, value) => {
      const all = run.weights.map((w, k) => to([k, value(w)]));
      return dots(`${kind} later`, all.slice(t + 1)) + dots(kind, all.slice(0, t + 1));
    };
    const tens = 10 ** Math.floor(Math.log10(last / 2)), gap = tens * [5, 2, 1].find((k) => k * tens <= last / 2);
    const ticks = Array.from({ length: Math.floor(last / gap) + 1 }, (_, k) => k * gap);
    const root = Array.from({ length: 61 }, (_, k) => last * (k / 60) ** 2);
    return `<path class="axis" d="M8,4V${floor}H${SIDE}"/>` + upright("now", t)
      + ticks.map((x) => text("middle", to([x, 0])[0], floor + 16, x)).join("")
      + text("end", SIDE - 4, HEIGHT - 4, "updates t")
      + line("root", ...root.map((x) => to([x, radius * Math.sqrt(x)]))) + series("norm", length)
      + (best
        ? line("slope", to([0, 0]), to([last, best.gamma * last])) + series("alignment", (w) => dot(w, best.u))
          + (bound < last ? upright("bound", bound) + text("end", to([bound, 0])[0] - 5, floor - 6, "(R/γ)²") : "")
        : text("end", SIDE - 8, floor - 48, "No line through 0 separates the points:")
          + text("end", SIDE - 8, floor - 30, "there is no u, no γ, and no end."));
  }

  function inequality({ best, t, w, radius }) {
    const term = (kind, words, value) => `<span class="${kind}">${words} ${value.toFixed(2)}</span>`;
    const lower = best ? [term("slope", "γt", best.gamma * t), term("alignment", "■ ⟨w,u⟩", dot(w, best.u))] : [];
    return [...lower, term("norm", "● ‖w‖", length(w)), term("root", "R√t", radius * Math.sqrt(t))].join(" ≤ ");
  }

  function tell({ points, run, best, M, t, w, radius, wrong, bound, next }) {
    const score = t < M && dot(w, signed(points)[next]);
    return `After ${t} of ${M} updates, ${wrong.filter(Boolean).length} of ${points.length} misclassified. `
      + (t < M ? `Next: point ${next}, ${score ? `y⟨w,x⟩ = ${number(score)}` : "a tie"}. `
        : run.halted ? "The run is over. " : `Stopped after ${PASSES} passes. `)
      + (best ? `γ = ${number(best.gamma)}, R = ${number(radius)}: at most ${Math.floor(bound + 1e-9)} updates.`
        : "No line through 0 separates the points.");
  }

  const FRAME = `<div>
    <div><svg viewBox="0 0 ${SIDE} ${SIDE}" role="application" aria-label="The points: arrow keys move one, Shift
      moves it further, Enter flips its label"><g></g></svg>
      <p><b>Examples</b>, <b class="positive">●</b> +1 and <b class="negative">■</b> −1, numbered as in a pass.
      w points to the shaded side. A cross: misclassified. A ring: the next update.</p></div>
    <div><svg viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="The plane of weights: a line for each example,
      the cone of separators, and the path of w"></svg>
      <p><b>Weights</b>. Each line is an example; the last one touched shades its half.
      <b class="alignment">Green</b>: the cone of separators. Dashed: the next update.</p></div>
    <div><button>Start</button> <button>Back</button> <button>Step</button> <button>End</button>
      <p>Drag a point, or move it with the arrow keys (Shift: further). Click it, tap it, or press Enter to
      flip its label.</p>
      <p role="status"></p></div>
    <div><svg viewBox="0 0 ${SIDE} ${HEIGHT}" role="img" aria-label="The four sides of the inequality below,
      against the updates t"></svg><p class="key"></p></div></div>`;
  const POINT = `<circle class="halo" r="18"/><circle class="ring" r="15"/><path class="cross" d="M-14,-14
    L14,14M14,-14L-14,14"/><rect x="-9" y="-9" width="18" height="18"/><text class="middle" y="4.5"></text>`;
  // How far a key moves a point, and what it makes of its label.
  const KEYS = { ArrowLeft: [-1, 0, 1], ArrowRight: [1, 0, 1], ArrowDown: [0, -1, 1], ArrowUp: [0, 1, 1],
    Enter: [0, 0, -1], " ": [0, 0, -1] };

  // Show the model's `points` and `t` in el, and change them as the reader does.
  function render({ model, el }) {
    el.classList.add("laboratory");
    el.dataset.lmSuppressShortcuts = "true"; // keys here are no shortcuts of JupyterLab
    el.innerHTML = FRAME;
    const [examples, weights, chart] = el.querySelectorAll("svg");
    let state, active, marks = [], said = ""; // said: what the reader did, until the status tells it

    function set(name, value, words = "") {
      said = words;
      model.set(name, value); // draws
      said = "";
      model.save_changes();
    }
    // Put point i on the grid; say whether that changes it.
    function put(i, [a, b, y]) {
      const points = model.get("points"), snap = (c) => STEP * Math.round(c / STEP);
      const row = [a, b].map((c) => Math.max(-REACH, Math.min(REACH, snap(c)))).concat(y);
      if (row.every((c, k) => c === points[i][k])) return false;
      set("points", points.with(i, row), `Point ${i}, ${sign(y)}, at (${number(row[0])}, ${number(row[1])}). `);
      return true;
    }

    // One element for a point as long as it lives: a touch ends when its element goes.
    function mark(_, i) {
      const point = document.createElementNS("http://www.w3.org/2000/svg", "g");
      point.innerHTML = POINT;
      point.setAttribute("role", "button");
      point.setAttribute("tabindex", 0);
      point.querySelector("text").textContent = i;
      let grip, moved = false; // where the pointer holds the point, and whether it has moved it
      const on = (name, act, options) => point.addEventListener(name, act, options);
      const at = ({ clientX, clientY }) => times([clientX, -clientY], (SIDE * REACH) / UNIT / examples.clientWidth);
      for (const name of ["pointerenter", "focus"]) {
        on(name, () => (weights.innerHTML = drawWeights(state, (active = i))));
      }
      on("touchmove", (event) => event.preventDefault(), { passive: false }); // drag, do not scroll
      on("pointerdown", (event) => {
        point.setPointerCapture(event.pointerId);
        grip = at(event).map((c, k) => c - model.get("points")[i][k]);
        moved = false;
      });
      on("pointermove", (event) => {
        if (!point.hasPointerCapture(event.pointerId)) return;
        const target = at(event).map((c, k) => c - grip[k]);
        moved = put(i, [...target, model.get("points")[i][2]]) || moved;
      });
      on("click", () => {
        const [x1, x2, y] = model.get("points")[i];
        if (!moved) put(i, [x1, x2, -y]); // else it is the end of a drag
        moved = false;
      });
      on("keydown", (event) => {
        const key = KEYS[event.key], [x1, x2, y] = model.get("points")[i], far = event.shiftKey ? 1 : STEP;
        if (!key) return;
        put(i, [x1 + far * key[0], x2 + far * key[1], y * key[2]]);
        event.preventDefault();
      });
      examples.append(point);
      return point;
    }

    function draw() {
      state = look(model.get("points"), model.get("t"));
      const { points, wrong, next } = state;
      if (marks.length !== points.length) {
        marks.forEach((point) => point.remove());
        marks = points.map(mark);
      }
      marks.forEach((point, i) => {
        const [x1, x2, y] = points[i];
        point.setAttribute("class", `point ${side(y)}${wrong[i] ? " wrong" : ""}${i === next ? " next" : ""}`);
        point.setAttribute("transform", `translate(${place(plane(REACH)([x1, x2]))})`);
        point.querySelector("rect").setAttribute("rx", y > 0 ? 9 : 1);
        point.setAttribute("aria-label", `Point ${i}, ${sign(y)}, at (${number(x1)}, ${number(x2)}), `
          + `${wrong[i] ? "misclassified" : "right"}${i === next ? ", next update" : ""}`);
      });
      examples.firstElementChild.innerHTML = drawExamples(state);
      weights.innerHTML = drawWeights(state, active);
      chart.innerHTML = drawChart(state);
      el.querySelector(".key").innerHTML = inequality(state);
      el.querySelector("[role=status]").textContent = said + tell(state);
    }
    const steps = [() => 0, () => Math.max(0, state.t - 1), () => Math.min(state.M, state.t + 1), () => state.M];
    el.querySelectorAll("button").forEach((button, k) => {
      button.addEventListener("click", () => set("t", steps[k]()));
    });
    model.on("change:points change:t", draw);
    draw();
  }

  return { perceptron, separator, render };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls render.
if (globalThis.document?.currentScript) {
  document.querySelectorAll("[data-laboratory]").forEach((el) => {
    const values = JSON.parse(el.dataset.laboratory);
    let changed;
    laboratory.render({ el, model: {
      get: (name) => values[name],
      set(name, value) {
        values[name] = value;
        changed();
      },
      on: (_, act) => (changed = act),
      save_changes() {},
    } });
  });
}
