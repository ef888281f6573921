// Turns the states that lib/explore/sliders.py drew ahead into sliders. The page holds, for each explorer,
//   <div class="explorer" data-explore='{axes, start, frames, alts}'><img><p>name <span>value</span></p>…</div>
// with the frames in row-major order: the last slider turns fastest. Without this script the
// start state stays. A classic script, because a browser loads no module from a file.
"use strict";

document.querySelectorAll(".explorer[data-explore]").forEach((explorer, number) => {
  const { axes, start, frames, alts } = JSON.parse(explorer.dataset.explore);
  const values = Object.values(axes);
  const image = explorer.querySelector("img");
  const rows = explorer.querySelectorAll("p");
  const at = [...start];

  const frame = (index) => index.reduce((sum, i, axis) => sum * values[axis].length + i, 0);

  // One step of any slider away: fetch these while the reader looks.
  const fetchNeighbors = () => {
    at.forEach((i, axis) => {
      for (const j of [i - 1, i + 1]) {
        if (j >= 0 && j < values[axis].length) new Image().src = frames[frame(at.with(axis, j))];
      }
    });
  };

  const show = () => {
    image.src = frames[frame(at)];
    image.alt = alts[frame(at)];
    fetchNeighbors();
  };

  // The widest name and value keep their room, so that no slider changes its length.
  const widest = (words) => `${Math.max(...words.map((word) => word.length)) + 1}ch`;
  explorer.style.setProperty("--name", widest(Object.keys(axes)));
  explorer.style.setProperty("--value", widest(values.flat()));

  image.id = `explorer-${number}`;
  image.decoding = "sync"; // picture and alt text change together
  explorer.setAttribute("role", "group");
  explorer.setAttribute("aria-label", "Figure with sliders");

  Object.entries(axes).forEach(([name, labels], axis) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    const output = document.createElement("span");
    Object.assign(input, { type: "range", min: 0, max: labels.length - 1, value: at[axis] });
    input.setAttribute("aria-describedby", image.id);
    output.setAttribute("aria-hidden", "true"); // aria-valuetext says it, once
    const tell = () => {
      output.textContent = labels[at[axis]];
      input.setAttribute("aria-valuetext", labels[at[axis]]);
    };
    input.addEventListener("input", () => {
      at[axis] = input.valueAsNumber;
      tell();
      show();
    });
    tell();
    label.append(name, input, output);
    rows[axis].replaceChildren(label);
  });

  explorer.addEventListener("pointerenter", fetchNeighbors, { once: true });
  explorer.addEventListener("focusin", fetchNeighbors, { once: true });
});
