// What a page does beyond showing itself. Without this script everything stays readable.
"use strict";

// The theme: as the system says, or light, or dark. The reader's choice is kept.
const themes = ["auto", "light", "dark"];
const root = document.documentElement;
const themeButton = document.querySelector("button.theme");
const nameTheme = () => {
  themeButton.textContent = `Theme: ${root.dataset.theme}`;
};
themeButton.addEventListener("click", () => {
  root.dataset.theme = themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length];
  localStorage.setItem("theme", root.dataset.theme);
  nameTheme();
});
nameTheme();
themeButton.hidden = false;

// What scrolls inside itself must take the focus, so that the arrow keys can scroll it.
const scrollers = "pre, .katex-display, .pst-scrollable-table-container, .cell_output > .output";
const focusScrollers = () => {
  document.querySelectorAll(scrollers).forEach((element) => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  });
};
addEventListener("load", focusScrollers);
addEventListener("resize", focusScrollers);

// A copy button on code. The clipboard is closed to an insecure page, which gets no button.
if (navigator.clipboard) {
  document.querySelectorAll(".cell_input .highlight, :is(.highlight-python, .highlight-bibtex) .highlight").forEach((code) => {
    const button = document.createElement("button");
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.querySelector("pre").textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    code.append(button);
  });
}

// The outline marks the section in view.
const outline = new Map(
  [...document.querySelectorAll(".outline a")].map((link) => [link.hash.slice(1), link]),
);
const observer = new IntersectionObserver(
  (entries) => {
    const seen = entries.find((entry) => entry.isIntersecting);
    if (!seen) return;
    outline.forEach((link) => link.removeAttribute("aria-current"));
    outline.get(seen.target.id).setAttribute("aria-current", "true");
  },
  { rootMargin: "0px 0px -75% 0px" },
);
outline.forEach((_, id) => observer.observe(document.getElementById(id)));

// Paper has no folds.
addEventListener("beforeprint", () => {
  document.querySelectorAll("details").forEach((fold) => (fold.open = true));
});
