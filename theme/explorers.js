// Turns the states that lib/explore/frames.py drew ahead into controls. A file holds {sentences, frames, pieces}:
// the words of a state, and which elements it draws, in row-major order (the last control turns fastest).
"use strict";

// It is a script, because a browser reads no other from a folder, and puts its data here.
globalThis.explored = {};

// Fetches the data of a figure when it comes near, or when one calls what is returned; `use` gets them.
globalThis.fetchNear = (figure, file, use) => {
  const script = element("script", { src: file });
  script.onload = () => use(explored[file.split("/").pop()]);
  const ask = () => script.isConnected || document.head.append(script);
  new IntersectionObserver((seen, watch) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    ask();
  }, { rootMargin: "100%" }).observe(figure);
  return ask;
};

// Text with its variables slanted: letters that stand alone, but for a and I. No line ends beside a relation.
const slant = (part, text) => {
  const letters = /((?<![\p{Script=Latin}’'])(?:yx|[B-HJ-Zb-z])(?![\p{Script=Latin}’'])|[α-ωΓ-Λ]+)/u;
  const pieces = (words) => words.split(letters).map((piece, i) => (i % 2 ? element("i", {}, piece) : piece));
  part.replaceChildren(...text.split(/((?:\([^()]*\)|\S+) [=<>≤≥] (?:\([^()]*\)|\S+)(?: γ)?)/).flatMap((words, i) => (
    i % 2 ? element("span", { className: "tied" }, ...pieces(words)) : pieces(words))));
  return part;
};

document.querySelectorAll(".explorer[data-explore]").forEach((explorer, number) => {
  const { axes, nominal, start, file } = JSON.parse(explorer.dataset.explore);
  const names = Object.keys(axes), values = Object.values(axes), at = [...start];
  const strides = values.map((_, axis) => values.slice(axis + 1).reduce((n, { length }) => n * length, 1));
  const picture = explorer.querySelector(".picture");
  const state = explorer.querySelector(".state [role=status]");
  const tell = names.map(() => null); // how each control shows where it stands
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let states, stop = () => {}; // what the file holds; ends what plays

  const ask = fetchNear(explorer, file, (data) => {
    states = data;
    show();
  });
  const index = () => at.reduce((sum, i, axis) => sum + i * strides[axis], 0);
  const placed = (n) => strides.map((stride, axis) => Math.floor(n / stride) % values[axis].length);
  function show() {
    if (!states) return ask();
    const { frames, pieces, sentences } = states;
    picture.innerHTML = frames[index()].map((piece) => pieces[piece]).join("");
    picture.setAttribute("aria-label", sentences[index()]);
    if (state.textContent !== sentences[index()]) slant(state, sentences[index()]);
  }
  const move = (axis, i) => {
    at[axis] = i;
    tell[axis](i);
    show();
  };

  // Where the grips of each state stand: the panel, and the place in it.
  const grips = ({ frames, pieces }) => frames.map((frame) => {
    let panel = -1;
    return frame.flatMap((piece) => {
      if (pieces[piece].startsWith("<svg viewBox")) panel += 1;
      const [, x, y] = pieces[piece].match(/^<circle class="grip" cx="(.*?)" cy="(.*?)"/) ?? [];
      return x ? { panel, x: Number(x), y: Number(y) } : [];
    });
  });
  picture.addEventListener("pointerdown", (event) => {
    const held = [...picture.querySelectorAll(".grip")].indexOf(event.target);
    if (held < 0 || !states) return;
    stop();
    event.preventDefault();
    picture.setPointerCapture(event.pointerId); // the grip is drawn anew
    const all = grips(states), { panel } = all[index()][held];
    picture.onpointermove = ({ clientX, clientY }) => {
      const here = new DOMPoint(clientX, clientY).matrixTransform(picture.children[panel].getScreenCTM().inverse());
      // The grip comes as near as it can; the controls would rather stay, and names do.
      let best = index(), least = Infinity;
      all.forEach((those, n) => {
        const to = placed(n), grip = those[held];
        if (!grip || to.some((i, axis) => nominal[axis] && i !== at[axis])) return;
        const sum = to.reduce((far, i, axis) => far + 100 * ((i - at[axis]) / values[axis].length) ** 2,
          (grip.x - here.x) ** 2 + (grip.y - here.y) ** 2);
        if (sum < least) [best, least] = [n, sum];
      });
      if (best !== index()) placed(best).forEach((i, axis) => i !== at[axis] && move(axis, i));
    };
  });
  picture.addEventListener("lostpointercapture", () => (picture.onpointermove = null));
  picture.addEventListener("touchstart", (event) => event.target.matches(".grip") && event.preventDefault(), { passive: false });

  // Numbers stand on a slider, which plays; its widest name and value keep their space, so that nothing moves.
  function slider(axis) {
    const labels = values[axis], last = labels.length - 1;
    const input = element("input", { type: "range", max: last, value: at[axis] });
    const output = element("span", { ariaHidden: "true" }); // aria-valuetext says it, once
    tell[axis] = (i) => {
      input.value = i;
      slant(output, labels[i]);
      input.setAttribute("aria-valuetext", labels[i]);
    };
    const word = calm ? "Step" : "Play"; // where motion is unwelcome, one value at each press
    const play = element("button", { type: "button", className: "play", textContent: word, hidden: last < 3 });
    play.setAttribute("aria-label", `${word} ${names[axis]}`);
    play.addEventListener("click", () => {
      if (calm) return move(axis, (at[axis] + 1) % (last + 1));
      const playing = play.textContent === "Pause";
      stop();
      if (playing) return;
      play.textContent = "Pause";
      if (at[axis] === last) move(axis, 0);
      const beat = setInterval(() => {
        if (at[axis] < last) move(axis, at[axis] + 1);
        if (at[axis] === last) stop();
      }, Math.min(500, 8000 / last)); // at most 8 s in all
      stop = () => {
        clearInterval(beat);
        play.textContent = word;
      };
    });
    input.addEventListener("input", () => {
      stop();
      move(axis, input.valueAsNumber);
    });
    return [element("label", {}, slant(element("span"), names[axis]), input, output), play];
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
    return [element("fieldset", {}, slant(element("legend"), names[axis]), ...labels)];
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
  for (const part of explorer.querySelectorAll(".question, .state > span, details > p")) slant(part, part.textContent);
});
