// JupyterLab opens the file that a link names, and stays at its top: it knows no label of a theorem,
// an erratum or a term. This goes to the label, once jupyterlab-myst has rendered it. JupyterLab also writes
// into each notebook that it opens which kernel it found, and which Python: here what the file says stays.
// And a chapter, which holds no picture until it runs, says above its text how to run it.
"use strict";

{
  const PATIENCE = 30_000; // milliseconds; a long chapter takes some of them
  const STILL = 10; // looks at which the place has not moved, as it does while formulas are set

  const goTo = (app, path, id) => {
    const began = performance.now();
    const stop = new AbortController(); // a reader who scrolls or types has taken over
    for (const type of ["wheel", "keydown", "pointerdown"]) {
      addEventListener(type, () => stop.abort(), { signal: stop.signal });
    }
    let still = 0;
    let top;
    const look = () => {
      const { context, node } = app.shell.currentWidget ?? {};
      const place = context?.path === path && node.querySelector(`.myst #${CSS.escape(id)}`);
      if (place && place.getBoundingClientRect().top === top) still += 1;
      else if (place) {
        place.scrollIntoView();
        top = place.getBoundingClientRect().top;
        still = 0;
      }
      if (stop.signal.aborted) return;
      if (still < STILL && performance.now() - began < PATIENCE) setTimeout(look, 100);
      else stop.abort();
    };
    look();
  };

  const KEPT = ["kernelspec", "language_info"];
  const RUN = "Run → Run All Cells draws this chapter’s pictures and brings to life what moves. "
    + "It takes up to half a minute.";
  const createNew = (panel, { model, path }) => {
    if (/(^|\/)chapters\/[^/]+$/.test(path)) {
      let Widget = panel.constructor; // Lumino's, from which a panel descends
      while (Object.getPrototypeOf(Widget).prototype) Widget = Object.getPrototypeOf(Widget);
      const line = new Widget();
      line.node.textContent = RUN;
      line.node.style = "padding: 0.25rem 1rem; min-height: 1.5rem";
      panel.contentHeader.addWidget(line);
    }
    const { setMetadata } = model;
    model.setMetadata = (key, value) => {
      if (!KEPT.includes(key) || !model.getMetadata(key)) setMetadata.call(model, key, value);
    };
  };

  const activate = (app) => {
    app.docRegistry.addWidgetExtension("Notebook", { createNew });
    document.addEventListener("click", ({ target }) => {
      const link = target.closest?.(".myst a[href*='/files/']");
      if (!link?.hash) return;
      const path = link.pathname.slice(link.pathname.indexOf("/files/") + "/files/".length);
      goTo(app, decodeURIComponent(path), decodeURIComponent(link.hash.slice(1)));
    });
  };

  // What a bundler would write around it.
  const extension = { __esModule: true, default: { id: "places:go", autoStart: true, activate } };
  window._JUPYTERLAB = window._JUPYTERLAB ?? {};
  window._JUPYTERLAB.places = { init: () => {}, get: async () => () => extension };
}
