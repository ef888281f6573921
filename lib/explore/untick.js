// Hypotheses to untick. The page holds, for a step of a theorem,
//   <div class="step" data-verdicts="A.B…"><fieldset>checkboxes</fieldset><div class="cases">…</div></div>
// with a letter for each subset of the boxes (the first box is worth 1, the second 2): "." where the claim
// follows, which the first case says, and "A", "B", … for the cases after it. lib/explore/untick.py made them;
// nothing is computed here but sums. A classic script on a page, because a browser loads no module from a file.
"use strict";

const untick = (() => {
  // Enables the boxes of one view.
  function connect(view) {
    const step = view.querySelector(".step"), boxes = [...view.querySelectorAll("input")];
    const cases = [...view.querySelector(".cases").children];

    function show() {
      const subset = boxes.reduce((sum, box, bit) => sum + (box.checked ? 2 ** bit : 0), 0);
      const shown = Math.max(0, step.dataset.verdicts.charCodeAt(subset) - 64);
      cases.forEach((one, i) => (one.hidden = i !== shown));
      return cases[shown].querySelector("p").textContent;
    }

    boxes.forEach((box) => (box.disabled = false));
    step.addEventListener("change", () => (view.querySelector("[role=status]").textContent = show()));
    show(); // a browser may have kept what was ticked
  }

  return { connect };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls connect.
if (globalThis.document?.currentScript) document.querySelectorAll(".untick").forEach(untick.connect);
