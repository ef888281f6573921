// What the laboratories share: points in the plane to drag and to flip, what was done and can be undone,
// and an address that keeps the state. A page loads it before a laboratory's script; in a kernel the two
// are one module.
"use strict";

const board = (() => {
  // Coordinates go from -4 to 4 in steps of 1/8: sums and products are exact, so ties fall as in lib.
  const REACH = 4, STEP = 1 / 8, MOST = 20, SIZE = (2 * REACH) / STEP + 1;

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const length = (a) => Math.hypot(a[0], a[1]);
  const times = (a, factor) => [factor * a[0], factor * a[1]];
  const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
  const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
  const onGrid = (p) => p.map((c) => Math.max(-REACH, Math.min(REACH, STEP * Math.round(c / STEP))));

  // Pictures as SVG text, SIDE wide. `plane` takes a point to its place in the picture.
  const SIDE = 360, UNIT = 165;
  const plane = (reach) => ([a, b]) => [SIDE / 2 + (UNIT * a) / reach, SIDE / 2 - (UNIT * b) / reach];
  const place = (p) => `${p[0].toFixed(1)},${p[1].toFixed(1)}`;
  const polygon = (kind, list) => `<polygon class="${kind}" points="${list.map(place).join(" ")}"/>`;
  const line = (kind, ...list) => `<polyline class="${kind}" points="${list.map(place).join(" ")}"/>`;
  const text = (kind, [x, y], words) => `<text class="${kind}" x="${x}" y="${y}">${words}</text>`;
  const arrow = (kind, from, to) => {
    const along = minus(to, from), step = times(along, Math.min(1, 9 / (length(along) || 1)));
    const across = [-step[1] / 2.5, step[0] / 2.5], neck = minus(to, step);
    return line(kind, from, to) + polygon(`${kind} tip`, [to, plus(neck, across), minus(neck, across)]);
  };
  const axes = `<path class="axis" d="M0,${SIDE / 2}H${SIDE}M${SIDE / 2},0V${SIDE}"/>`;
  const number = (c, digits = 4) => (Math.abs(c) < 1e-9 ? "0" : `${+c.toPrecision(digits)}`.replace("-", "−"));
  const sign = (y) => (y > 0 ? "+1" : "−1");
  const side = (y) => (y > 0 ? "positive" : "negative");
  const named = (i, [x1, x2, y]) => `Point ${i}, ${sign(y)}, at (${number(x1)}, ${number(x2)})`;

  // Points as three letters each, and back; null where they are none.
  const write = (points) => points.map(([x1, x2, y]) => (
    ((SIZE * (x1 + REACH) + x2 + REACH) / STEP) * 2 + (y > 0)).toString(36).padStart(3, "0")).join("");
  function read(letters) {
    const codes = (/^([0-9a-z]{3})+$/.test(letters) ? letters.match(/.{3}/g) : []).map((code) => parseInt(code, 36));
    if (!codes.length || codes.length > MOST || codes.some((code) => code >= 2 * SIZE ** 2)) return null;
    return codes.map((code) => [Math.floor(code / 2 / SIZE), Math.floor(code / 2) % SIZE].map((k) => k * STEP - REACH)
      .concat(code % 2 ? 1 : -1));
  }

  const INSIDE = `<circle class="halo" r="18"/><g></g><rect x="-9" y="-9" width="18" height="18"/>
    <text class="middle" y="4.5"></text>`;
  // How far a key moves a point, and what it makes of its label.
  const KEYS = { ArrowLeft: [-1, 0, 1], ArrowRight: [1, 0, 1], ArrowDown: [0, -1, 1], ArrowUp: [0, 1, 1],
    Enter: [0, 0, -1], " ": [0, 0, -1] };

  // Show the points of the model in the first picture of el, and change them as the reader does. `names`
  // are the model's values that undo and the address keep; show(marks) draws them, tell() says what they
  // come to, and address has write(values) and read(its text). Returns how to change values otherwise.
  function bench({ el, model, names, show, tell, acts, address }) {
    const examples = el.querySelector("svg"), status = el.querySelector("[role=status]");
    const now = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));
    const start = now(), past = [], marks = [];
    let fresh = true; // whether the next edit is the first of a gesture, which undo takes back as one
    let said = "", writing; // said: what the reader did, until the status tells it
    const say = () => (status.textContent = said + tell());

    function set(values, words = "") {
      said = words;
      for (const name in values) model.set(name, values[name]); // draws
      say();
      said = "";
      model.save_changes();
      clearTimeout(writing); // browsers refuse an address that changes too often
      if (address) writing = setTimeout(keep, 400);
    }
    function edit(values, words) {
      if (fresh) past.push(now());
      fresh = false;
      set(values, words);
    }
    const keep = () => history.replaceState(history.state, "", `#${address.name}=${address.write(now())}`);
    function recall() {
      const [name, kept] = location.hash.slice(1).split("=");
      if (name !== address.name) return; // another link of the page
      const values = address.read(kept);
      set(values ?? {}, values ? "" : "The address holds no state of this laboratory, and is ignored. ");
      el.scrollIntoView();
    }
    // Put point i on the grid; say whether that changes it.
    function put(i, [a, b, y]) {
      const points = model.get("points"), row = [...onGrid([a, b]), y];
      if (row.every((c, k) => c === points[i][k])) return false;
      edit({ points: points.with(i, row) }, `${named(i, row)}. `);
      return true;
    }
    const all = {
      undo() {
        const last = past.pop();
        set(last ?? {}, last ? "Undone. " : "There is nothing to undo. ");
      },
      reset() {
        past.push(now());
        set(start, "As at the start. ");
      },
      async link() {
        keep();
        await navigator.clipboard.writeText(location.href);
        set({}, "The link is copied. ");
      },
      ...acts,
    };

    // One element for a point as long as it lives: a touch ends when its element goes.
    function mark(i) {
      const point = document.createElementNS("http://www.w3.org/2000/svg", "g");
      point.innerHTML = INSIDE;
      point.setAttribute("role", "button");
      point.setAttribute("tabindex", 0);
      point.querySelector("text").textContent = i;
      let grip, moved = false; // where the pointer holds the point, and whether it has moved it
      const on = (name, act, options) => point.addEventListener(name, act, options);
      const at = ({ clientX, clientY }) => times([clientX, -clientY], (SIDE * REACH) / UNIT / examples.clientWidth);
      on("touchmove", (event) => event.preventDefault(), { passive: false }); // drag, do not scroll
      on("pointerdown", (event) => {
        point.setPointerCapture(event.pointerId);
        grip = minus(at(event), model.get("points")[i]);
        moved = false;
      });
      on("pointermove", (event) => {
        if (!point.hasPointerCapture(event.pointerId)) return;
        moved = put(i, [...minus(at(event), grip), model.get("points")[i][2]]) || moved;
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
      const points = model.get("points");
      while (marks.length > points.length) marks.pop().remove();
      while (marks.length < points.length) marks.push(mark(marks.length));
      marks.forEach((point, i) => {
        point.setAttribute("transform", `translate(${place(plane(REACH)(points[i]))})`);
        point.querySelector("rect").setAttribute("rx", points[i][2] > 0 ? 9 : 1);
      });
      show(marks);
      say();
    }

    for (const name of ["pointerdown", "keydown", "click"]) {
      el.addEventListener(name, (event) => (fresh = !event.repeat), true);
    }
    el.addEventListener("click", ({ target }) => all[target.name]?.());
    el.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "z") return;
      all.undo();
      event.preventDefault();
    });
    model.on(names.map((name) => `change:${name}`).join(" "), draw);
    draw();
    if (address) {
      el.querySelector("[name=link]").hidden = !navigator.clipboard;
      addEventListener("hashchange", recall);
      recall();
    }
    return { set, edit };
  }

  // Bring the still pictures of a page to life that have the mark data-<name>.
  function page(name, render) {
    document.querySelectorAll(`[data-${name}]`).forEach((el) => {
      const values = JSON.parse(el.dataset[name]);
      let changed;
      render({ el, address: true, model: {
        get: (key) => values[key],
        set(key, value) {
          values[key] = value;
          changed();
        },
        on: (_, act) => (changed = act),
        save_changes() {},
      } });
    });
  }

  return { REACH, SIDE, dot, length, times, plus, minus, plane, place, polygon, line, text, arrow, axes, number, sign, side,
    named, write, read, bench, page };
})();
