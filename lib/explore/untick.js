// Hypotheses to untick. The page holds, for each step of a theorem,
//   <div class="step" data-verdicts="A.B…"><fieldset>checkboxes</fieldset><div class="cases">…</div></div>
// with a letter for each subset of the boxes (the first box is worth 1, the second 2): "." where the claim
// follows, which the first case says, and "A", "B", … for the cases after it. lib/explore/untick.py made them;
// nothing is computed here but sums. A classic script on a page, because a browser loads no module from a file.
"use strict";

const untick = (() => {
  // Enables the boxes of one view.
  function connect(view) {
    const steps = [...view.querySelectorAll(".step")];
    const status = view.querySelector("[role=status]");
    const choice = view.querySelector("select");

    function show(step, aloud) {
      const boxes = [...step.querySelectorAll("input")];
      const subset = boxes.reduce((sum, box, bit) => sum + (box.checked ? 2 ** bit : 0), 0);
      const shown = Math.max(0, step.dataset.verdicts.charCodeAt(subset) - 64);
      const cases = [...step.querySelector(".cases").children];
      cases.forEach((one, i) => (one.hidden = i !== shown));
      if (aloud) status.textContent = cases[shown].querySelector("p").textContent;
    }

    steps.forEach((step) => {
      step.querySelectorAll("input").forEach((box) => (box.disabled = false));
      step.addEventListener("change", () => show(step, true));
      show(step, false); // a browser may have kept what was ticked
    });
    choice?.addEventListener("change", () => {
      steps.forEach((step, i) => (step.hidden = i !== choice.selectedIndex));
      show(steps[choice.selectedIndex], true);
    });
    if (choice) choice.disabled = false;
  }

  // The widget of a kernel: the same view, and a claim of the reader's own.
  function ask({ model, el }) {
    const view = document.createElement("div");
    const own = document.createElement("form");
    own.className = "own";
    own.innerHTML = '<label>A claim of your own <input name="claim" spellcheck="false"></label>' +
      '<button>Ask</button><p role="status"></p>';
    if (model.get("example")) own.claim.placeholder = `such as ${model.get("example")}`;
    el.replaceChildren(view, own);

    const draw = () => {
      view.innerHTML = model.get("html");
      connect(view);
    };
    const tell = () => (own.querySelector("[role=status]").textContent = model.get("status"));
    own.addEventListener("submit", (event) => {
      event.preventDefault();
      model.set("request", [view.querySelector("select")?.selectedIndex ?? 0, own.claim.value, Date.now()]);
      model.save_changes();
    });
    model.on("change:html", draw);
    model.on("change:status", tell);
    draw();
    tell();
  }

  return { connect, ask };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls ask.
if (globalThis.document?.currentScript) document.querySelectorAll(".untick").forEach(untick.connect);
