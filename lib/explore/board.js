// What the laboratories share: points in the plane to drag and to flip. A page loads it before a laboratory's
// script; in a kernel the two are one module.
"use strict";

const board = (() => {
  // Coordinates go from -4 to 4 in steps of 1/8: sums and products are exact, so ties fall as in lib.
  const REACH = 4, STEP = 1 / 8, MOST = 20;

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const length = (a) => Math.hypot(a[0], a[1]);
  const times = (a, factor) => [factor * a[0], factor * a[1]];
  const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
  const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
  const onGrid = (p) => p.map((c) => Math.max(-REACH, Math.min(REACH, STEP * Math.round(c / STEP))));

  // Pictures as SVG text, SIDE wide. `plane` takes a point to its place in the picture.
  const SIDE = 360, UNIT = 153; // so that the disc of a point at the edge fits
  const plane = (reach) => ([a, b]) => [SIDE / 2 + (UNIT * a) / reach, SIDE / 2 - (UNIT * b) / reach];
  const place = (p) => `${p[0].toFixed(1)},${p[1].toFixed(1)}`;
  const polygon = (kind, list) => `<polygon class="${kind}" points="${list.map(place).join(" ")}"/>`;
  const line = (kind, ...list) => `<polyline class="${kind}" points="${list.map(place).join(" ")}"/>`;
  // Letters that stand for something are slanted, as in formulas; those of tags are not.
  const slanted = (words, tag = "tspan") => `${words}`.replace(
    /(?<![A-Za-zα-ω<])(?:yx|γt|[b-zB-HJ-Zα-ω])(?![A-Za-zα-ω>])/g, `<${tag} style="font-style: italic">$&</${tag}>`);
  const text = (kind, [x, y], words) => `<text class="${kind}" x="${x}" y="${y}">${slanted(words)}</text>`;
  // Of the words in a picture, in its own units; none is known of a widget that no page shows yet.
  const em = (svg) => parseFloat(getComputedStyle(svg).fontSize) || 13;
  const arrow = (kind, from, to) => {
    const way = minus(to, from), turn = (180 / Math.PI) * Math.atan2(way[1], way[0]);
    return line(`arrow ${kind}`, from, to) + `<path class="tip ${kind}" d="M1,0l-11,4v-8z" transform="translate(${
      place(to)}) rotate(${turn}) scale(${Math.min(1, length(way) / 16)})"/>`;
  };
  const axes = `<path class="axis" d="M0,${SIDE / 2}H${SIDE}M${SIDE / 2},0V${SIDE}"/>`;
  const number = (c) => (Math.abs(c) < 1e-9 ? "0" : `${+c.toPrecision(4)}`.replace("-", "−"));
  const sign = (y) => (y > 0 ? "+1" : "−1");
  const side = (y) => (y > 0 ? "positive" : "negative");
  const named = (i, [x1, x2, y]) => `Point ${i}, ${sign(y)}, at (${number(x1)}, ${number(x2)})`;

  // How far a key moves a point, and what it makes of its label.
  const KEYS = { ArrowLeft: [-1, 0, 1], ArrowRight: [1, 0, 1], ArrowDown: [0, -1, 1], ArrowUp: [0, 1, 1],
    Enter: [0, 0, -1], " ": [0, 0, -1] };

  // Show the model's points in the first picture of el, and change them as the reader does. `names` are the
  // values of the model that a reset restores. The laboratory gives `inside`, what a point's element holds
  // beside its shape; show(marks), which draws; tell(), the clauses of what the state shows; `acts` by the names
  // of buttons; and idle(), which for an act that would do nothing has the reason. Returns what acts need: which
  // point is chosen, and how to change values.
  function bench({ el, model, names, inside = "", show, tell, acts, idle }) {
    const [examples, state, status] = ["svg", ".state", "[role=status]"].map((part) => el.querySelector(part));
    for (const words of el.querySelectorAll(".seen, .plane, .chart p")) words.innerHTML = slanted(words.innerHTML, "i");
    const now = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));
    const start = now(), marks = [], self = { chosen: undefined }, to = plane(REACH);
    let spoken; // the clauses that were spoken last
    let setting = false; // whether set() will speak

    // Written whole; spoken is what the reader did, and the clauses that it changed.
    function say(words = "") {
      const clauses = tell(), [did, rest] = state.children;
      did.textContent = words || "Drag a point, or click it and use the arrow keys.";
      rest.innerHTML = slanted(clauses.join(" "), "i");
      const news = spoken ? clauses.filter((one) => !spoken.includes(one)) : [];
      if (words || news.length) status.textContent = [words, ...news].filter(Boolean).join(" ");
      spoken = clauses;
    }

    function set(values, words) {
      setting = true;
      for (const name in values) model.set(name, values[name]); // draws
      setting = false;
      say(words);
      model.save_changes();
    }
    function at({ clientX, clientY }) {
      const box = examples.getBoundingClientRect(), scale = (SIDE * REACH) / UNIT / examples.clientWidth;
      return times([clientX - box.x - box.width / 2, box.y + box.height / 2 - clientY], scale);
    }
    // Put point i there; say whether that changes it.
    function put(i, [a, b, y]) {
      const points = model.get("points"), row = [...onGrid([a, b]), y], flipped = y !== points[i][2];
      if (row.every((c, k) => c === points[i][k])) return false;
      set({ points: points.with(i, row) },
        flipped ? `Point ${i} is ${sign(y)} now.` : `Point ${i} at (${number(row[0])}, ${number(row[1])}).`);
      return true;
    }
    function choose(i) {
      self.chosen = i;
      marks.forEach((point, k) => point.classList.toggle("chosen", k === i));
      refresh();
    }
    const all = { reset: () => set(start, "As at the start."), ...acts };
    // A button that would do nothing looks disabled, keeps the focus, and says why.
    const reasons = () => ({
      reset: JSON.stringify(now()) === JSON.stringify(start) && "It is as at the start.",
      ...idle?.(self.chosen),
    });
    const act = (name) => {
      const reason = reasons()[name];
      if (reason) say(reason);
      else all[name]?.();
      refresh();
    };
    function refresh() {
      const idle = reasons();
      el.querySelectorAll("button").forEach((button) => button.setAttribute("aria-disabled", Boolean(idle[button.name])));
    }

    // One element for a point as long as it lives: a touch ends when its element goes.
    function mark(i) {
      const point = document.createElementNS("http://www.w3.org/2000/svg", "g");
      point.innerHTML = `<circle class="halo" r="18"/>${inside}<rect x="-9" y="-9" width="18" height="18"/>
        <text class="middle" y="4.5">${i}</text>`;
      point.setAttribute("role", "button");
      point.setAttribute("tabindex", 0);
      let grip, moved = false, again = true; // where the pointer holds the point; what it did
      const on = (name, act, options) => point.addEventListener(name, act, options);
      on("focus", () => choose(i));
      on("touchmove", (event) => event.preventDefault(), { passive: false }); // drag, do not scroll
      on("pointerdown", (event) => {
        point.setPointerCapture(event.pointerId);
        grip = minus(at(event), model.get("points")[i]);
        [moved, again] = [false, self.chosen === i];
        choose(i);
      });
      on("pointermove", (event) => {
        if (!point.hasPointerCapture(event.pointerId)) return;
        moved = put(i, [...minus(at(event), grip), model.get("points")[i][2]]) || moved;
      });
      on("click", () => {
        const [x1, x2, y] = model.get("points")[i];
        if (!moved && again) put(i, [x1, x2, -y]); // else it is the end of a drag, or the choice
        else if (!moved) say(`Point ${i} is chosen: click again to flip it.`);
        [moved, again] = [false, true];
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
      const points = model.get("points");
      while (marks.length > points.length) marks.pop().remove();
      while (marks.length < points.length) marks.push(mark(marks.length));
      marks.forEach((point, i) => {
        point.setAttribute("transform", `translate(${place(to(points[i]))})`);
        point.querySelector("rect").setAttribute("rx", points[i][2] > 0 ? 9 : 1);
      });
      show(marks);
      choose(self.chosen < points.length ? self.chosen : undefined);
      if (!setting) say();
    }

    el.addEventListener("click", ({ target }) => act(target.closest("button")?.name));
    model.on(names.map((name) => `change:${name}`).join(" "), draw);
    draw();
    if (!el.isConnected) requestAnimationFrame(draw); // where a page shows them, letters have their size
    return Object.assign(self, { set });
  }

  // Make the still pictures of a page with the attribute data-<name> interactive.
  function page(name, render) {
    document.querySelectorAll(`[data-${name}]`).forEach((el) => {
      const values = JSON.parse(el.dataset[name]);
      let changed;
      render({ el, model: {
        get: (key) => values[key],
        set: (key, value) => changed((values[key] = value)),
        on: (_, act) => (changed = act),
        save_changes() {},
      } });
    });
  }

  return { REACH, MOST, SIDE, dot, length, times, plus, minus, onGrid, plane, place, polygon, line, text, em, arrow, axes,
    number, sign, side, slanted, named, bench, page };
})();
