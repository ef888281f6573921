// What tests/figures.py asks a page about its figures. A figure is named by its id, and a
// state of an explorer by the places of its controls.
"use strict";

globalThis.figures = (() => {
  const all = (selector, part = document) => [...part.querySelectorAll(selector)];
  const box = (part) => part.getBoundingClientRect();
  const explorers = () => all("[data-explore]");
  const name = (part) => part.closest("figure, .cell, section")?.id || part.className;
  const data = (explorer) => JSON.parse(explorer.dataset.explore);
  const states = (explorer) => explored[data(explorer).file.split("/").pop()];
  const controls = (explorer) => all(".control", explorer);

  async function load() {
    for (const explorer of explorers()) {
      explorer.scrollIntoView();
      while (!states(explorer)) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  // Move a control to a place.
  function put(control, i) {
    const slider = control.querySelector("[type=range]");
    if (!slider) return all("[type=radio]", control)[i].click();
    slider.value = i;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const back = (explorer) =>
    data(explorer).start.forEach((i, axis) => put(controls(explorer)[axis], i));

  // Call `look` in each state, the last control turning fastest, and end at the start.
  function each(explorer, look) {
    const sizes = Object.values(data(explorer).axes).map((labels) => labels.length);
    const product = (numbers) => numbers.reduce((a, b) => a * b, 1);
    for (let index = 0; index < product(sizes); index++) {
      const at = sizes.map((size, axis) =>
        Math.floor(index / product(sizes.slice(axis + 1))) % size);
      at.forEach((i, axis) => put(controls(explorer)[axis], i));
      look(index, at);
    }
    back(explorer);
  }

  const own = (part) => [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim());

  // What is wrong with the words of a drawing: too small, outside, or on one another.
  function words(svg, least, tell) {
    const { a, b } = svg.getScreenCTM(), scale = Math.hypot(a, b), frame = box(svg);
    for (const part of all("text, tspan", svg).filter(own)) {
      const size = scale * parseFloat(getComputedStyle(part).fontSize);
      if (size < least) tell("small", `${part.textContent}, ${size.toFixed(1)} px`);
    }
    const seen = all("text", svg).filter((text) => text.textContent.trim());
    for (const text of seen) {
      const { left, right, top, bottom } = box(text);
      const out = Math.max(
        frame.left - left, right - frame.right, frame.top - top, bottom - frame.bottom);
      if (out > 4) tell("out", `${text.textContent}, ${out.toFixed(0)} px`);
    }
    const level = seen.filter((text) => !text.hasAttribute("transform"));
    level.forEach((one, i) => level.slice(0, i).forEach((other) => {
      const p = box(one), q = box(other);
      const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (across > 3 && down > 0.45 * Math.min(p.height, q.height))
        tell("overlapping", `${one.textContent} | ${other.textContent}`);
    }));
  }

  // What is wrong with the page's figures, in all states: lists of findings by their kind.
  function survey(least) {
    const found = { small: [], out: [], wide: [], overlapping: [], moving: [], untold: [] };
    const column = innerWidth > 360 ? box(document.querySelector("main")) : { left: 0, right: innerWidth };
    const look = (picture, where) => {
      for (const svg of all(":scope > svg", picture)) {
        if (box(svg).left < column.left - 1 || box(svg).right > column.right + 1)
          found.wide.push(where);
        words(svg, least, (kind, what) => found[kind].push(`${where}: ${what}`));
      }
    };
    for (const picture of all(".picture"))
      if (!picture.closest("[data-explore]")) look(picture, name(picture));
    for (const explorer of explorers()) {
      const picture = explorer.querySelector(".picture");
      const status = explorer.querySelector("[role=status]");
      const parts = [explorer, picture, status.parentElement, ...controls(explorer)];
      const place = () => parts.map(box)
        .map(({ top, height }) => `${top.toFixed(1)}+${height.toFixed(1)}`).join(" ");
      let first;
      each(explorer, (index, at) => {
        const where = `${name(explorer)} at ${at}`, drawn = document.createElement("div");
        const { frames, pieces, sentences } = states(explorer), told = sentences[index];
        look(picture, where);
        first ??= place();
        if (place() !== first) found.moving.push(`${where}: ${place()} after ${first}`);
        drawn.innerHTML = frames[index].map((piece) => pieces[piece]).join("");
        if (picture.innerHTML !== drawn.innerHTML) found.untold.push(`${where}: another picture`);
        for (const said of [status.textContent, picture.getAttribute("aria-label")])
          if (said !== told) found.untold.push(`${where}: ${said} for ${told}`);
        Object.entries(data(explorer).axes).forEach(([axis, labels], k) => {
          const slider = controls(explorer)[k].querySelector("[type=range]"), label = labels[at[k]];
          if (!slider) return;
          const [, shown] = slider.labels[0].textContent.trim().split(axis);
          if (slider.getAttribute("aria-valuetext") !== label || shown.trim() !== label)
            found.untold.push(`${where}: ${axis} ${shown} for ${label}`);
        });
      });
    }
    return found;
  }

  // The colors of lines, areas and letters, or of what is drawn alone: kind, color, what is behind
  // it, where; each combination once. What hides until it is used is looked at as it then shows.
  function paints(drawn) {
    const found = new Map(), grounds = new Map();
    const rgb = (color) => color.match(/[\d.]+/g).map(Number);
    const hex = (color) => {
      if (rgb(color)[3] < 1) throw new Error(`${color} lets through what is behind it`);
      return "#" + rgb(color).slice(0, 3).map((x) => x.toString(16).padStart(2, "0")).join("");
    };
    const below = (part) => {
      const { backgroundColor } = getComputedStyle(part);
      return rgb(backgroundColor)[3] === 0 ? ground(part.parentElement) : hex(backgroundColor);
    };
    const ground = (part) => grounds.get(part) ?? grounds.set(part, below(part)).get(part);
    const note = (kind, color, part) => {
      const key = [kind, hex(color), ground(part)];
      found.set(key.join(), [...key, name(part)]);
    };
    for (const part of all("main .picture :is(path, text, tspan)")) {
      const style = getComputedStyle(part), letters = part.matches("text, tspan");
      for (const kind of letters ? ["fill"] : ["fill", "stroke"])
        if (style[kind] !== "none" && style[`${kind}Opacity`] >= 1)
          note(letters ? "letters" : kind, style[kind], part);
    }
    // A part of a formula has the color of the formula, unless it says another.
    const written = "body :not(svg *, math *), math [style], math [class], math [mathcolor]";
    for (const part of drawn ? [] : all(written))
      if ((own(part) || part.closest("math")) && part.checkVisibility())
        note("letters", getComputedStyle(part).color, part);
    return [...found.values()];
  }

  // What an explorer shows: its picture, and what it says of it.
  function view(explorer) {
    const picture = explorer.querySelector(".picture");
    const said = explorer.querySelector("[role=status]").textContent;
    if (picture.getAttribute("aria-label") !== said) throw new Error(`two sentences, one: ${said}`);
    return [picture.innerHTML, said];
  }

  // Play from the end on, a beat at a time, time standing still: where it was, and what it said.
  function play(control) {
    const slider = control.querySelector("input"), button = control.querySelector(".play");
    const { setInterval, clearInterval } = globalThis;
    let beat;
    globalThis.setInterval = (given) => ((beat = given), 1);
    globalThis.clearInterval = () => (beat = undefined);
    const note = () => [slider.valueAsNumber, button.textContent], whole = [];
    put(control, slider.max);
    button.click();
    for (whole.push(note()); beat && whole.length < 200; whole.push(note())) beat();
    const stopped = [];
    button.click(), beat(), button.click(), stopped.push(note()); // stopped on the way
    button.click(), put(control, 2), stopped.push(note()); // a hand stops it
    back(control.closest("[data-explore]"));
    Object.assign(globalThis, { setInterval, clearInterval });
    return [whole, stopped];
  }

  return { load, back, survey, paints, view, play };
})();
