// Turns the states that lib/explore/frames.py drew ahead into controls. A file holds {sentences, frames, pieces}:
// the words of a state, and which elements it draws, in row-major order (the last control turns fastest).
"use strict";

// It is a script, because a browser reads no other from a folder, and puts its data here.
globalThis.explored = {};

// Fetches the data of a figure when it comes near, or when one calls what is returned; `use` gets them.
globalThis.fetchNear = (figure, file, use) => {
  const script = Object.assign(document.createElement("script"), { src: file });
  script.onload = () => use(explored[file.split("/").pop()]);
  const ask = () => script.isConnected || document.head.append(script);
  new IntersectionObserver((seen, watch) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    ask();
  }, { rootMargin: "100%" }).observe(figure);
  return ask;
};

document.querySelectorAll(".explorer[data-explore]").forEach((explorer, number) => {
  const { axes, nominal, start, file } = JSON.parse(explorer.dataset.explore);
  const names = Object.keys(axes), values = Object.values(axes), at = [...start];
  const picture = explorer.querySelector(".picture");
  const state = explorer.querySelector(".state [role=status]");
  const tell = names.map(() => null); // how each control shows where it stands
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  let states;
  const ask = fetchNear(explorer, file, (data) => {
    states = data;
    show();
  });
  function show() {
    if (!states) return ask();
    const index = at.reduce((sum, i, axis) => sum * values[axis].length + i, 0);
    picture.innerHTML = states.frames[index].map((piece) => states.pieces[piece]).join("");
    picture.setAttribute("aria-label", states.sentences[index]);
    if (state.textContent !== states.sentences[index]) state.textContent = states.sentences[index];
  }
  const move = (axis, i) => {
    at[axis] = i;
    tell[axis](i);
    show();
  };
  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  // Numbers stand on a slider, which plays; its widest name and value keep their space, so that nothing moves.
  function slider(axis) {
    const labels = values[axis], last = labels.length - 1;
    const input = element("input", { type: "range", max: last, value: at[axis] });
    const output = element("span");
    output.setAttribute("aria-hidden", "true"); // aria-valuetext says it, once
    tell[axis] = (i) => {
      input.value = i;
      output.textContent = labels[i];
      input.setAttribute("aria-valuetext", labels[i]);
    };
    const word = calm ? "Step" : "Play"; // where motion is unwelcome, one value at each press
    const play = element("button", { type: "button", className: "play", textContent: word, hidden: last < 3 });
    play.setAttribute("aria-label", `${word} ${names[axis]}`);
    let beat;
    const stop = () => {
      beat = clearInterval(beat);
      play.textContent = word;
    };
    play.addEventListener("click", () => {
      if (calm) return move(axis, (at[axis] + 1) % (last + 1));
      if (beat) return stop();
      play.textContent = "Pause";
      if (at[axis] === last) move(axis, 0);
      beat = setInterval(() => {
        if (at[axis] < last) move(axis, at[axis] + 1);
        if (at[axis] === last) stop();
      }, 500);
    });
    input.addEventListener("input", () => {
      stop();
      move(axis, input.valueAsNumber);
    });
    return [element("label", {}, names[axis], input, output), play];
  }

  // Names stand on buttons, of which one is pressed.
  function buttons(axis) {
    const inputs = values[axis].map((_, i) => {
      const input = element("input", { type: "radio", name: `explorer-${number}-${axis}` });
      input.addEventListener("change", () => move(axis, i));
      return input;
    });
    tell[axis] = (i) => (inputs[i].checked = true);
    const labels = inputs.map((input, i) => element("label", {}, input, values[axis][i]));
    return [element("fieldset", {}, element("legend", { textContent: names[axis] }), ...labels)];
  }

  const widest = (words) => `${Math.max(...words.map((word) => word.length)) + 1}ch`;
  explorer.style.setProperty("--name", widest(names));
  explorer.style.setProperty("--value", widest(values.flat()));
  explorer.setAttribute("role", "group");
  explorer.setAttribute("aria-label", explorer.querySelector(".question")?.textContent ?? "Figure with sliders");
  explorer.querySelectorAll(".control").forEach((row, axis) => {
    row.replaceWith(element("div", { className: "control" }, ...(nominal[axis] ? buttons : slider)(axis)));
    tell[axis](at[axis]);
  });
});
