// Shows what a link refers to, while the pointer or the focus of the keyboard is on the link (theme/previews.py).
// Touch follows the link at once. Of a figure a preview shows the picture and the caption.
"use strict";

{
  const GAP = 8; // pixels
  const preview = element("div", { id: "preview", popover: "auto", role: "note", ariaLabel: "Preview" });
  document.querySelector("main").append(preview);
  let shown; // the link
  let opening, closing; // timers

  preview.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "closed") shown.removeAttribute("aria-describedby");
  });

  const copy = (id) => {
    const target = document.getElementById(id);
    const made = element("div", {}, (target.content ?? target).cloneNode(true));
    made.querySelectorAll("figure").forEach((figure) => {
      figure.replaceChildren(...figure.querySelectorAll(".picture, figcaption"));
    });
    made.querySelectorAll(".headerlink, button").forEach((part) => part.remove());
    for (const name of ["id", "tabindex"]) made.querySelectorAll(`[${name}]`).forEach((part) => part.removeAttribute(name));
    return made;
  };

  // A figure is copied before its script changes it, while it is the picture that the caption describes.
  const copies = new Map();
  const copied = (id) => copies.get(id) ?? copies.set(id, copy(id)).get(id);
  document.querySelectorAll("article a[data-preview]").forEach(({ dataset: { preview: id } }) => {
    if (document.getElementById(id).matches("figure")) copied(id);
  });

  // Below the link or above it, where there is more space, and within the window.
  const place = ({ left, top, bottom }) => {
    const { clientWidth, clientHeight } = document.documentElement;
    preview.style.maxHeight = "none";
    const below = clientHeight - bottom >= Math.min(top, preview.offsetHeight + 2 * GAP);
    preview.style.maxHeight = `${(below ? clientHeight - bottom : top) - 2 * GAP}px`;
    const x = Math.max(GAP, Math.min(left, clientWidth - preview.offsetWidth - GAP));
    const y = below ? bottom + GAP : top - preview.offsetHeight - GAP;
    Object.assign(preview.style, { left: `${x + scrollX}px`, top: `${y + scrollY}px` });
  };

  const show = (link) => {
    if (link === shown && preview.matches(":popover-open")) return;
    preview.hidePopover();
    shown = link;
    preview.replaceChildren(copied(link.dataset.preview));
    link.setAttribute("aria-describedby", preview.id);
    preview.showPopover({ source: link }); // the Tab key goes from the link into the preview
    place(link.getClientRects()[0]);
    preview.tabIndex = preview.scrollHeight > preview.clientHeight ? 0 : -1;
    focusScrollers(); // of book.js
  };

  // A moment later, so that the pointer may cross links unharmed, and reach the preview. Where the
  // focus scrolls the page below a pointer at rest, the preview stays that of the focus.
  const turn = ({ type, target, pointerType }) => {
    if (pointerType === "touch") return;
    const state = type === "pointerover" ? ":hover" : ":focus-visible";
    const link = target.closest?.("article a[data-preview]");
    if (link) {
      clearTimeout(opening);
      opening = setTimeout(() => link.matches(state) && show(link), 200);
    }
    clearTimeout(closing);
    closing = setTimeout(() => {
      if (!shown?.matches(":hover, :focus-visible")
        && !preview.matches(":hover, :focus-within")) preview.hidePopover();
    }, 200);
  };
  for (const type of ["pointerover", "focusin", "focusout"]) document.addEventListener(type, turn);
  document.addEventListener("click", ({ target }) => target.closest("a") && preview.hidePopover());
}
