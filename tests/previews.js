// What tests/test_previews.py asks a page about the previews of its links.
"use strict";

globalThis.previewing = (() => {
  const pages = new Map(), due = new Map();
  const squeezed = (text) => text.replace(/\s/g, "");

  // What is seen of the preview now.
  function state() {
    const preview = document.querySelector("#preview");
    const { left, right, top, bottom } = preview.getBoundingClientRect();
    return {
      text: preview.textContent,
      open: preview.matches(":popover-open"),
      fits: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        && preview.scrollWidth <= preview.clientWidth
        && document.documentElement.scrollWidth <= innerWidth,
      described: document.querySelectorAll("[aria-describedby=preview]").length,
      ids: preview.querySelectorAll("[id]").length,
    };
  }

  const named = (link) => {
    const [address, name] = link.href.split("#");
    return name && pages.get(address).querySelector(`article [id="${decodeURIComponent(name)}"]`);
  };
  const next = (part, selector) => {
    do part = part?.nextElementSibling; while (part && !part.matches(selector));
    return part;
  };

  // Read the words that each link names, on the page that holds them, without the sign of a link to
  // itself: a figure, a theorem and the like, or an entry of the errata. No words are due to others.
  async function read() {
    const links = [...document.querySelectorAll("article a.reference.internal")];
    for (const address of new Set(links.map((link) => link.href.split("#")[0]))) {
      const html = await (await fetch(address)).text();
      pages.set(address, new DOMParser().parseFromString(html, "text/html"));
    }
    for (const link of links) {
      const target = named(link), title = next(target, "h3");
      const parts = !target ? []
        : target.matches("figure") ? [...target.querySelectorAll(".picture, figcaption")]
        : target.matches("p, .proof, .exercise, .math") ? [target]
        : /^[A-Z]\d+\. /.test(title?.textContent) ? [title, next(title, "ul")] : [];
      due.set(link, squeezed(parts.map((part) => part.textContent).join("").replaceAll("#", "")));
    }
  }

  // What is wrong with what the links show: of those that share a preview, the first gets the focus.
  // Time stands still, but for the moment after which a preview opens.
  function look() {
    const { setTimeout, clearTimeout } = globalThis;
    const waiting = new Map(), shown = new Map(), faults = [];
    let count = 1e9; // the page still knows numbers of true timers
    globalThis.setTimeout = (act) => (waiting.set(++count, act), count);
    globalThis.clearTimeout = (timer) => waiting.delete(timer);
    for (const [link, words] of due) {
      const wrong = (what) => faults.push(`${link.outerHTML.slice(0, 120)}: ${what}`);
      const id = link.dataset.preview;
      if (id && !shown.has(id)) {
        link.focus();
        waiting.forEach((act, timer) => waiting.delete(timer) && act());
        const now = state();
        if (!now.open || !now.fits || now.described !== 1 || now.ids) wrong(JSON.stringify(now));
        shown.set(id, squeezed(now.text));
        document.querySelector("#preview").hidePopover();
        if (document.querySelector("[aria-describedby=preview]")) wrong("described by what is gone");
      }
      if ((shown.get(id) ?? "") !== words) wrong(`shows ${shown.get(id)} for ${words}`);
    }
    Object.assign(globalThis, { setTimeout, clearTimeout });
    return faults;
  }

  return { state, read, look };
})();
