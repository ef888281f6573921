// A board to draw a digit on, in place of the picture that lib/explore/digit.py made; tests/test_digit.py compares
// it with lib. A classic script, because a browser loads no module from a file; in a kernel it is one.
"use strict";

const digit = (() => {
  const SIDE = 8, CELLS = SIDE * SIDE, LEVELS = 16; // ink and weights are 16ths, so no sum is rounded
  const sum = (w, ink) => w.reduce((all, c, j) => all + c * ink[j], 0);
  const number = (c) => c.toFixed(1).replace("-", "−");
  const taught = (w, ink, y) => (y * sum(w, ink) > 0 ? w : w.map((c, j) => c + y * ink[j]));
  // A digit is a column: the first row says whether it is an 8, and the others have its ink in 16ths.
  const misread = (w, [eights, ...rows]) => [...eights].filter((eight, i) =>
    (eight > 0 ? 1 : -1) * sum(w, rows.map((row) => parseInt(row[i], LEVELS + 1))) <= 0).length;
  // The ink after the pen went from one place to another: full below it, and none a cell away.
  const inked = (ink, [x, y], [toX, toY]) => ink.map((c, j) => {
    const dx = toX - x, dy = toY - y, across = (j % SIDE) + 0.5 - x, down = Math.floor(j / SIDE) + 0.5 - y;
    const along = Math.min(1, Math.max(0, (across * dx + down * dy) / (dx * dx + dy * dy) || 0));
    return Math.max(c, Math.round(LEVELS * (1 - Math.hypot(across - along * dx, down - along * dy))) / LEVELS);
  });
  function told(w, ink) {
    const blue = sum(w.map((c) => Math.max(0, c)), ink), total = sum(w, ink);
    const answer = total ? (total > 0 ? "an 8" : "a 3") : "no answer";
    return `Blue adds up to ${number(blue)}, orange to ${number(total - blue)}. The sum is ${number(total)}: ${answer}.`;
  }

  function connect(view) {
    let { w, rows, file } = JSON.parse(view.dataset.digit), count = "";
    const empty = w.map(() => 0), most = Math.max(...w.map(Math.abs)) || 1, past = [];
    const acts = {
      ...((rows || file) && { "It is a 3": () => learn(-1), "It is an 8": () => learn(1) }),
      Clear: () => change({ ink: empty }, "The board is empty."),
      Undo: () => (past.length ? show("Undone.", past.pop()) : show("There is nothing to undo.")),
    };
    view.innerHTML = `<div class="pad"><svg viewBox="0 0 ${SIDE} ${SIDE}" tabindex="0" role="application"
      aria-label="A board of 8 by 8 cells: arrow keys move, Space inks a cell or clears it"></svg><div>
      <p class="state"><span role="status" aria-atomic="false"><b></b> <span></span></span></p><fieldset>
      ${Object.keys(acts).map((name) => `<button type="button">${name}</button>`).join("")}</fieldset></div></div>`;
    const board = view.querySelector("svg"), status = view.querySelector("[role=status]");
    let state, at = 0, pen = null, answered = false; // the cell of the keys; where the pointer draws
    function show(note, next = state) {
      const { w, ink } = next, same = next === state;
      state = next;
      board.innerHTML = w.map((c, j) => `<g class="${c > 0 ? "positive" : "negative"}${j === at ? " at" : ""}"
        transform="translate(${j % SIDE} ${Math.floor(j / SIDE)})"
        style="--dark: ${ink[j]}; --size: ${Math.min(1, Math.abs(c) / most)}"><rect/><rect/><rect/></g>`).join("");
      if (rows && !pen) count = ` These weights misread ${misread(w, rows)} of ${rows[0].length} digits.`;
      status.ariaLive = pen ? "off" : "polite"; // a stroke is spoken once, at its end
      status.firstChild.textContent = note;
      if (!same || !note) status.lastChild.textContent = told(w, ink) + count;
    }
    function change(part, note) {
      past.push(state);
      show(note, { ...state, ...part });
    }
    function learn(y) {
      const { w, ink } = state, score = y * sum(w, ink), said = `with the score ${number(score)}`;
      answered = ink.some(Boolean); // the next stroke begins another digit
      if (!answered) show("Draw first: the board is empty.");
      else if (score > 0) show(`Right, ${said}, so nothing changes. Draw another.`);
      else change({ w: taught(w, ink, y) }, `A mistake, ${said}: the weights changed where you had ink.`);
    }
    function draw({ clientX, clientY }) {
      const { left, top, width } = board.getBoundingClientRect(), from = pen;
      pen = [clientX - left, clientY - top].map((c) => (SIDE * c) / width);
      show("", { ...state, ink: inked(state.ink, from ?? pen, pen) });
    }
    view.addEventListener("click", ({ target }) => acts[target.textContent]?.());
    board.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button) return;
      board.setPointerCapture(event.pointerId);
      past.push(state);
      if (answered) state = { ...state, ink: empty };
      answered = false;
      draw(event);
    });
    board.addEventListener("pointermove", (event) => pen && event.isPrimary && draw(event));
    board.addEventListener("lostpointercapture", () => {
      pen = null;
      show("");
    });
    board.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE, " ": 0 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      at = (at + step + CELLS) % CELLS;
      if (!step) change({ ink: state.ink.with(at, state.ink[at] ? 0 : 1) }, "");
      show(`Row ${Math.floor(at / SIDE) + 1}, column ${(at % SIDE) + 1}: ${Math.round(100 * state.ink[at])}% ink, weight ${number(state.w[at])}.`);
    });
    show("Draw a 3 or an 8, as tall as the board.", { w, ink: empty });
    if (file) fetchNear(view, file, (data) => { // on a page, of theme/explorers.js
      rows = data.rows;
      show(status.firstChild.textContent, { ...state });
    });
  }

  return { connect, misread, sum, taught };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls connect.
if (globalThis.document?.currentScript) document.querySelectorAll("[data-digit]").forEach(digit.connect);
