// The lifting, turned by hand. lib/explore/lifting.py drew it from one side: in <svg class="space"> each path
// and word holds its points of space in data-at, and here they are projected again. A classic
// script on a page, because a browser loads no module from a file.
"use strict";

const lifting = (() => {
  const MIDDLE = 1.5, UNIT = 47; // as in lifting.py
  const cos = (degrees) => Math.cos((degrees * Math.PI) / 180), sin = (degrees) => cos(degrees - 90);

  // A point in the view: to the right, down, and how near.
  function project([a, b, c], turn, height) {
    const away = b * cos(turn) - a * sin(turn), up = c - MIDDLE;
    return [a * cos(turn) + b * sin(turn), -away * sin(height) - up * cos(height),
      up * sin(height) - away * cos(height)];
  }

  // What the view shows of the plane with this normal.
  function sentence(normal, turn, height) {
    const toward = [sin(turn) * cos(height), -cos(turn) * cos(height), sin(height)];
    const slope = toward.reduce((sum, c, k) => sum + c * normal[k], 0);
    const off = Math.round((Math.asin(Math.abs(slope)) * 180) / Math.PI);
    return `Turned by ${turn}°, from ${height}° above: the plane is `.replace("-", "−")
      + (off ? `${off}° from edge-on.` : "seen edge-on, a line, with every circle below it and every square above.");
  }

  function connect(view) {
    const space = view.querySelector(".space"), status = view.querySelector("[role=status]");
    const inputs = [...view.querySelectorAll("input")], buttons = view.querySelectorAll("button");
    const normal = JSON.parse(view.dataset.normal);
    const parts = [...space.querySelectorAll("[data-at]")].map((part) => [part, JSON.parse(part.dataset.at)]);
    const word = space.querySelector("text"), marks = parts.filter(([part]) => part.matches(".mark"));
    const edge = Math.round((Math.atan2(normal[1], normal[0]) * 180) / Math.PI);
    let now = inputs.map((input) => input.valueAsNumber), frame;

    function draw(turn, height) {
      now = [turn, height];
      for (const [part, points] of parts) {
        const shown = points.map((point) => project(point, turn, height).map((c) => +(UNIT * c).toFixed(1)));
        const [[x, y, near]] = shown;
        part.depth = near;
        if (part.matches("text")) {
          part.setAttribute("x", x);
          part.setAttribute("y", y);
          continue;
        }
        part.setAttribute("d", `M${shown.map(([x, y]) => `${x} ${y}`).join("L")}${points.length > 1 ? "" : "h0"}`);
        if (points.length === 1) part.setAttribute("stroke-width", +(10 + (1.5 * near) / UNIT).toFixed(1));
      }
      marks.sort(([a], [b]) => a.depth - b.depth).forEach(([mark]) => word.before(mark)); // the nearest on top
    }

    // Show this view angle at once; numbers and words follow, on the sliders' grid.
    function turnTo(turn, height) {
      cancelAnimationFrame(frame);
      const whole = [((((Math.round(turn) + 180) % 360) + 360) % 360) - 180, Math.max(0, Math.min(90, Math.round(height)))];
      inputs.forEach((input, k) => {
        input.value = whole[k];
        input.setAttribute("aria-valuetext", (input.nextSibling.textContent = `${whole[k]}°`.replace("-", "−")));
      });
      draw(...whole);
      status.textContent = sentence(normal, ...whole);
    }
    // Turn until the view has this angle.
    function animateTo(turn, height) {
      const from = now, began = performance.now();
      const time = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700;
      const step = (at) => {
        const share = Math.min(1, (at - began) / time), eased = share * share * (3 - 2 * share);
        if (!(share < 1)) return turnTo(turn, height);
        draw(...[turn, height].map((to, k) => from[k] + eased * (to - from[k])));
        frame = requestAnimationFrame(step);
      };
      cancelAnimationFrame(frame);
      step(began);
    }

    inputs.forEach((input) => input.addEventListener("input", () => turnTo(...inputs.map((one) => one.valueAsNumber))));
    buttons[0].addEventListener("click", () => animateTo(now[0], 90));
    buttons[1].addEventListener("click", () => animateTo(edge + 180 * Math.round((now[0] - edge) / 180), 0));
    space.addEventListener("pointerdown", (event) => {
      const [turn, height] = now, { clientX, clientY } = event;
      space.setPointerCapture(event.pointerId);
      space.onpointermove = (move) => turnTo(turn - (move.clientX - clientX) / 2, height + (move.clientY - clientY) / 2);
    });
    space.addEventListener("lostpointercapture", () => (space.onpointermove = null));
    for (const control of [...inputs, ...buttons]) control.disabled = false;
    turnTo(...now); // a browser may have kept what was turned
  }

  return { project, sentence, connect };
})();

// As a page's classic script only: a module has no currentScript, and connects in its kernel.
if (globalThis.document?.currentScript) document.querySelectorAll(".lifting").forEach(lifting.connect);
