// The board of the scene: points and handles in the plane to drag, what was done and can be undone, steps to
// play, and an address that keeps the state. A page loads it first of three classic scripts, because a browser
// loads no module from a file; in a kernel the three are one module.
"use strict";

const board = (() => {
  // Coordinates go from -4 to 4 in steps of 1/8: sums and products are exact, so ties fall as in lib.
  const REACH = 4, STEP = 1 / 8, MOST = 20, SIZE = (2 * REACH) / STEP + 1;

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const length = (a) => Math.hypot(a[0], a[1]);
  const times = (a, factor) => [factor * a[0], factor * a[1]];
  const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
  const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
  const between = (a, b, share) => [0, 1].map((k) => a[k] + share * (b[k] - a[k]));
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
  const pair = ([a, b]) => `(${number(a)}, ${number(b)})`;
  const named = (i, row) => `Point ${i}, ${sign(row[2])}, at ${pair(row)}`;

  // Points as three letters each, and back; null where they are none.
  const write = (points) => points.map(([x1, x2, y]) => (
    ((SIZE * (x1 + REACH) + x2 + REACH) / STEP) * 2 + (y > 0)).toString(36).padStart(3, "0")).join("");
  function read(letters = "") {
    if (!/^([0-9a-z]{3})+$/.test(letters)) return null;
    const codes = letters.match(/.../g).map((code) => parseInt(code, 36));
    if (codes.length > MOST + 2 || Math.max(...codes) >= 2 * SIZE ** 2) return null;
    const at = (k) => STEP * Math.floor(k) - REACH;
    return codes.map((code) => [at(code / 2 / SIZE), at((code / 2) % SIZE), code % 2 ? 1 : -1]);
  }

  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

  // Show the model's points in the first picture of el, and change them as the reader does. `names` are the
  // values of the model that undo and the address keep. The scene gives `inside`, what a point's element
  // holds beside its shape; written(i), what is written on it; `inert`, for points that nobody may move;
  // `handles`, each with its picture `svg`, its reach() there, and label(), where() and put(place);
  // show(marks), which draws and may return words to speak; tell(), the clauses of what the state shows;
  // touched(i), for a point that is pointed at or chosen; `acts` by the names of buttons, `keys` that press
  // some, and idle(), which for an act that would do nothing has the reason; `steps` to play, with the `first`
  // values, next(), which is false where none are left, and wait(), in ms; and `address`, with its name and
  // how to write values as text and to read them, or nothing. Returns what acts need: the marks, the one
  // chosen, how to change values, and how to press a button.
  function bench({ el, model, names, hint, inside = "", written = (i) => i, inert, handles, show, tell, touched,
    acts, keys, idle, steps, address }) {
    const [examples, state, status] = [".board svg", ".state", "[role=status]"].map((part) => el.querySelector(part));
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const words of el.querySelectorAll("li, .seen")) words.innerHTML = slanted(words.innerHTML, "i");
    const now = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));
    const start = now(), past = [], marks = [], self = { marks, calm, chosen: undefined };
    let writing, playing, spoken; // the clauses that were spoken last
    let fresh = true; // whether the next edit is the first of a gesture, which undo takes back as one
    let setting = false, extra = ""; // whether set() will speak; what show() adds

    // Written whole; spoken is what the reader did, and the clauses that it changed.
    function say(words = "") {
      const clauses = tell();
      const [did, rest] = state.children;
      did.innerHTML = slanted(words || hint, "i");
      rest.innerHTML = slanted(clauses.join(" "), "i");
      if (playing) return; // spoken once, at the end
      const news = spoken ? clauses.filter((one) => !spoken.includes(one)) : [];
      if (words || extra || news.length) status.textContent = [words, extra, ...news].filter(Boolean).join(" ");
      [spoken, extra] = [clauses, ""];
    }

    function set(values, words) {
      setting = true;
      for (const name in values) model.set(name, values[name]); // draws
      setting = false;
      refresh();
      say(words);
      model.save_changes();
      if (!address || !Object.keys(values).length) return;
      clearTimeout(writing); // browsers refuse an address that changes too often
      writing = setTimeout(() => history.replaceState(history.state, "", link()), 400);
    }
    function edit(values, words) {
      if (fresh) past.push(now());
      fresh = false;
      set(values, words);
    }
    const link = () => `#${address.name}=${address.write(now())}`;
    function recall() {
      const [, name, text] = /^#(\w+)=(.*)$/.exec(location.hash) ?? [];
      if (name !== address.name) return; // another link of the page
      const kept = address.read(text);
      fresh = true;
      if (kept) edit(kept, "Opened from the link.");
      else edit(start, "This link is damaged; the scene starts fresh.");
      el.scrollIntoView();
    }
    function at({ clientX, clientY }, svg = examples, reach = REACH) {
      const box = svg.getBoundingClientRect(), scale = (SIDE * reach) / UNIT / svg.clientWidth;
      return times([clientX - box.x - box.width / 2, box.y + box.height / 2 - clientY], scale);
    }
    // Put point i there; say whether that changes it.
    function put(i, [a, b, y]) {
      const points = model.get("points"), row = [...onGrid([a, b]), y], flipped = y !== points[i][2];
      if (row.every((c, k) => c === points[i][k])) return false;
      edit({ points: points.with(i, row) },
        flipped ? `Point ${i} is ${sign(y)} now.` : `Point ${i} at ${pair(row)}.`);
      return true;
    }
    function choose(i) {
      self.chosen = i;
      marks.forEach((point, k) => point.classList.toggle("chosen", k === i));
      touched?.(i);
      refresh();
    }
    function play(on) {
      if (on && !steps.next()) set(steps.first);
      clearInterval(playing);
      playing = on && setInterval(() => {
        set(steps.next() || {});
        if (!steps.next() || !el.isConnected) play(false);
      }, steps.wait());
      el.querySelector("[name=play]").textContent = on ? "Pause" : "Play";
      say();
    }
    const all = {
      play: () => (calm ? set(steps.next() || steps.first) : play(!playing)),
      undo: () => set(past.pop(), "Undone."),
      reset: () => edit(start, "As at the start."),
      link: () => navigator.clipboard.writeText(new URL(link(), location)).then(
        () => say("The link is copied."), () => say("The browser does not allow it: copy the address above.")),
      ...acts,
    };
    // A button that would do nothing looks disabled, keeps the focus, and says why.
    const reasons = () => ({
      undo: !past.length && "There is nothing to undo.",
      reset: JSON.stringify(now()) === JSON.stringify(start) && "It is as at the start.",
      ...idle(self.chosen),
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

    // One element for what is taken hold of as long as it lives: a touch ends when its element goes.
    // put(place) says whether it moved; press(), for a click or Enter, is not for handles.
    function grip(part, { svg, reach = () => REACH, where, put, press }) {
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", 0);
      let off, moved = false; // where the pointer holds it; what it did
      const on = (name, act, options) => part.addEventListener(name, act, options);
      on("touchmove", (event) => event.preventDefault(), { passive: false }); // drag, do not scroll
      on("pointerdown", (event) => {
        part.setPointerCapture(event.pointerId);
        off = minus(at(event, svg, reach()), where());
        moved = false;
      });
      on("pointermove", (event) => {
        if (part.hasPointerCapture(event.pointerId)) moved = put(minus(at(event, svg, reach()), off)) || moved;
      });
      on("click", () => {
        if (!moved) press?.(); // else it is the end of a drag
        moved = false;
      });
      on("keydown", (event) => {
        const key = KEYS[event.key], far = event.shiftKey ? 1 : STEP;
        if (key) put(plus(where(), times(key, far)));
        else if (press && ["Enter", " "].includes(event.key)) press(true);
        else if (press && event.key in keys) act(keys[event.key]);
        else return;
        event.preventDefault();
      });
      svg.append(part);
      return part;
    }
    const group = (html) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
      made.innerHTML = html;
      return made;
    };
    function mark(i) {
      const point = group(`<circle class="halo" r="18"/>${inside}<rect x="-9" y="-9" width="18" height="18"/>
        <text class="middle" y="4.5">${written(i)}</text>`);
      if (inert) {
        point.setAttribute("role", "img");
        examples.insertBefore(point, examples.querySelector(".handle"));
        return point;
      }
      let again = true; // whether it was chosen before this click
      point.addEventListener("pointerenter", () => touched?.(i));
      point.addEventListener("focus", () => choose(i));
      point.addEventListener("pointerdown", () => {
        again = self.chosen === i;
        choose(i);
      });
      return grip(point, {
        svg: examples, where: () => model.get("points")[i],
        put: (place) => put(i, [...place, model.get("points")[i][2]]),
        press(key) {
          const [x1, x2, y] = model.get("points")[i];
          if (key || again) put(i, [x1, x2, -y]);
          else say(`Point ${i} is chosen: click again to flip it.`);
          again = true;
        },
      });
    }

    function draw() {
      const points = model.get("points");
      while (marks.length > points.length) marks.pop().remove();
      while (marks.length < points.length) marks.push(mark(marks.length));
      marks.forEach((point, i) => {
        point.setAttribute("transform", `translate(${place(plane(REACH)(points[i]))})`);
        point.querySelector("rect").setAttribute("rx", points[i][2] > 0 ? 9 : 1);
      });
      extra = show(marks) || extra;
      for (const { part, reach, where, label } of handles) {
        part.setAttribute("transform", `translate(${place(plane(reach?.() ?? REACH)(where()))})`);
        part.ariaLabel = label();
      }
      choose(self.chosen < points.length ? self.chosen : undefined);
      if (!setting) say();
    }

    for (const handle of handles) {
      handle.part = grip(group('<circle class="halo" r="20"/><circle class="knob" r="7"/>'), handle);
      handle.part.setAttribute("class", `handle ${handle.kind}`);
    }
    for (const name of ["pointerdown", "keydown", "click"]) {
      el.addEventListener(name, (event) => (fresh = !event.repeat), true);
    }
    el.addEventListener("click", ({ target }) => act(target.closest("button")?.name));
    examples.addEventListener("mousedown", (event) => event.detail > 1 && event.preventDefault()); // selects no word
    el.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey) return; // Z or Ctrl+Z
      act("undo");
      event.preventDefault();
    });
    const button = el.querySelector("[name=play]");
    if (calm && button) { // nothing moves by itself: Play is one step, where there is no such button
      button.textContent = "Step";
      button.hidden = Boolean(el.querySelector("[name=step]"));
    }
    model.on(names.map((name) => `change:${name}`).join(" "), draw);
    draw();
    if (!el.isConnected) requestAnimationFrame(draw); // where a page shows them, letters have their size
    if (address) {
      el.querySelector("[name=link]").hidden = !navigator.clipboard;
      addEventListener("hashchange", recall);
      recall();
    }
    return Object.assign(self, { set, edit, at, act });
  }

  return { REACH, MOST, SIDE, dot, length, times, plus, minus, between, onGrid, plane, place, polygon, line, text, em,
    arrow, axes, number, pair, sign, side, slanted, named, write, read, bench };
})();
