// What a page does beyond showing itself. Without this script everything stays readable.
"use strict";

const root = document.documentElement;
const element = (tag, properties, ...children) => { // for all scripts of a page
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
// What the reader chose stands at the root, and is kept for the next page.
const choose = (name, choice) => {
  root.dataset[name] = choice;
  try {
    localStorage.setItem(name, choice);
  } catch {} // the browser refuses to keep anything
};

// The theme: as the system says, or light, or dark.
const themes = ["auto", "light", "dark"];
const themeButton = document.querySelector("button.theme");
const nameTheme = () => (themeButton.lastElementChild.textContent = `Theme: ${root.dataset.theme}`);
themeButton.addEventListener("click", () => {
  choose("theme", themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length]);
  nameTheme();
});
nameTheme();
themeButton.hidden = false;

// Imports and checks: out of sight, or open.
const checks = document.querySelector(".checks");
if (checks) {
  const box = checks.firstElementChild;
  const showChecks = () => {
    document.querySelectorAll(".above-input").forEach((fold) => (fold.open = box.checked));
    choose("checks", box.checked ? "on" : "off");
  };
  box.checked = root.dataset.checks === "on";
  checks.hidden = false;
  showChecks();
  checks.addEventListener("change", showChecks);
}

// On a phone the search opens over the bar.
const search = document.querySelector("#search");
search.addEventListener("toggle", ({ newState }) => newState === "open" && search.elements.q.focus());

// Ctrl+K begins a search.
addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (!search.checkVisibility()) search.showPopover();
  search.elements.q.select();
});

// What scrolls inside itself must take the focus, so that the arrow keys can scroll it.
const scrollers = "pre, .alone, .pst-scrollable-table-container, .cell_output > .output, main p:has(.math)";
const focusScrollers = () => {
  document.querySelectorAll(scrollers).forEach((box) => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  });
};
["load", "resize"].forEach((event) => addEventListener(event, focusScrollers));

// A copy button on code. The clipboard is closed to an insecure page, which gets no button.
const coded = ".cell_input .highlight, :is(.highlight-python, .highlight-bibtex) .highlight";
const addCopies = (part) => {
  if (navigator.clipboard) part.querySelectorAll(coded).forEach((code) => {
    const button = element("button", { className: "copy" }, "Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.querySelector("pre").textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    code.append(button);
  });
};
addCopies(document);

// The outline marks the last heading above a sixth of the window, at the page's end the last, and shows the mark.
const outline = [...document.querySelectorAll(".outline a")];
const headings = outline.map((link) => document.getElementById(link.hash.slice(1)));
const mark = () => {
  const ended = innerHeight + scrollY >= root.scrollHeight - 2 && scrollY > 0;
  const passed = (part) => part.getBoundingClientRect().top <= innerHeight / 6;
  const now = outline[ended ? headings.length - 1 : headings.findLastIndex(passed)];
  if (now?.ariaCurrent === "true") return;
  outline.forEach((link) => link.removeAttribute("aria-current"));
  now?.setAttribute("aria-current", "true");
  const nav = document.querySelector(".outline");
  if (now) nav.scrollTop = now.offsetTop - nav.clientHeight / 2;
};
document.querySelector(".outline")?.addEventListener("click", (event) => {
  if (event.currentTarget.matches(":popover-open")) event.currentTarget.hidePopover();
});
if (outline.length) ["scroll", "resize", "load"].forEach((event) => addEventListener(event, mark, { passive: true }));

// The bar leaves a phone's screen on the way down, and comes back on the way up.
const bar = document.querySelector(".top");
let before = 0;
addEventListener("scroll", () => {
  bar.classList.toggle("away", scrollY > before && scrollY > bar.offsetHeight);
  before = scrollY;
}, { passive: true });

// A copied formula is its TeX, between dollars.
document.addEventListener("copy", (event) => {
  if (!getSelection().rangeCount) return;
  const range = getSelection().getRangeAt(0).cloneRange();
  const around = (node) => (node.closest ? node : node.parentElement).closest(".math[data-tex]");
  if (around(range.startContainer)) range.setStartBefore(around(range.startContainer));
  if (around(range.endContainer)) range.setEndAfter(around(range.endContainer));
  const part = range.cloneContents();
  const formulas = part.querySelectorAll(".math[data-tex]");
  if (!formulas.length) return;
  for (const formula of formulas) {
    const block = formula.matches("div");
    formula.replaceWith(block ? `\n\n$$${formula.dataset.tex}$$\n\n` : `$${formula.dataset.tex}$`);
  }
  part.querySelectorAll("p, li, h1, h2, h3, tr, pre").forEach((block) => block.append("\n"));
  event.clipboardData.setData("text/plain", part.textContent.replace(/\n{3,}/g, "\n\n").trim());
  event.preventDefault();
});

// Steps, hints and answers come as text (theme/groups.py), and become elements when their fold opens.
const unfold = (fold) => {
  const text = fold.querySelector(":scope > noscript");
  if (!text) return;
  text.outerHTML = text.textContent;
  addCopies(fold);
  focusScrollers();
};
document.addEventListener("toggle", ({ target }) => target.matches("details") && unfold(target), true);

// On paper a chapter's hints and solutions stand at its end.
const undo = [];
const moveAnswers = (part) => {
  const answers = [...part.querySelectorAll(".exercise ~ :is(.sd-dropdown:has(+ .solution), .solution)")];
  if (!answers.length) return;
  const places = answers.map((answer) => answer.parentElement.insertBefore(new Comment(), answer));
  const end = element("section", {}, element("h2", {}, "Hints and solutions"), ...answers);
  part.querySelector("section").append(end);
  undo.push(() => places.forEach((place, i) => place.replaceWith(answers[i])), () => end.remove());
};

// Paper has no folds. After printing, all is as before.
addEventListener("beforeprint", () => {
  document.querySelectorAll("details:not([open])").forEach((fold) => {
    unfold(fold);
    fold.open = true;
    undo.push(() => (fold.open = false));
  });
  moveAnswers(document);
});
addEventListener("afterprint", () => undo.splice(0).forEach((step) => step()));
