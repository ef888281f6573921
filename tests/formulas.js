// What is wrong with the formulas of a page, by its window: each with its source and measures.
(window) => {
  const { document } = window, found = [];
  for (const fold of document.querySelectorAll("details")) {
    window.unfold?.(fold);
    fold.open = true;
  }
  const box = (element) => element.getBoundingClientRect();
  const ink = (element) => { // without the space that Firefox puts before it
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const row = "math, mrow, mtd, msqrt", applied = "\u2061"; // unseen, after a function's name
  // What an element shows, if it is of letters or digits, without what stands beside these.
  const letters = (part) => (/^m(sub|sup|under|over)/.test(part.localName) ? letters(part.firstElementChild)
    : part.matches("mi, mn, mtext") ? part.textContent : "");
  const opens = { "(": ")", "[": "]", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉" };
  const closes = new Set(Object.values(opens)), bars = new Set("‖|∣");
  const scrolls = (element) => {
    for (let over = element; over; over = over.parentElement)
      if (!["visible", "clip"].includes(window.getComputedStyle(over).overflowX)) return true;
    return false;
  };
  for (const formula of document.querySelectorAll("main .math")) {
    if (!formula.checkVisibility()) continue;
    const report = (what, ...more) => found.push([what, formula.dataset.tex, ...more.map(String)].join(" · "));
    const maths = formula.matches("math") ? [formula] : [...formula.querySelectorAll("math")];
    const whole = formula.matches("div") ? formula.firstElementChild : formula;
    const said = maths.length === 1 ? !whole.role && !maths[0].ariaHidden
      : whole.getAttribute("role") === "math" && whole.getAttribute("aria-label")
        && maths.every((part) => part.getAttribute("aria-hidden") === "true");
    if (!said) report("more than one thing to a screen reader");
    for (const math of maths) {
      const em = parseFloat(window.getComputedStyle(math).fontSize), open = [];
      if (math.getClientRects().length !== 1) report("a line breaks in it");
      if (box(math).right > window.innerWidth && !scrolls(math)) report("wider than the page", box(math).width);
      for (const mo of math.querySelectorAll("mo")) {
        const sign = mo.textContent, last = open.at(-1);
        if (bars.has(sign) && box(mo).width > 0.75 * em) report("a bar is set apart", box(mo).width / em);
        if (opens[sign] || (bars.has(sign) && last?.textContent !== sign)) open.push(mo);
        else if (last && (opens[last.textContent] ?? last.textContent) === sign) {
          const [a, b] = [box(open.pop()), box(mo)];
          if (Math.abs(a.height - b.height) > 0.1 * em || Math.abs(a.top - b.top) > 0.1 * em)
            report("brackets differ", sign, a.height / em, b.height / em, (b.top - a.top) / em);
        }
      }
      for (const root of math.querySelectorAll("msqrt")) {
        const under = [...root.children].map((part) => box(part).bottom);
        const hangs = box(root).bottom - Math.max(...under);
        if (box(root.lastElementChild).right > box(root).right + 0.05 * em) report("a root is too short");
        if (hangs > 0.35 * em) report("a root hangs below its line", hangs / em);
      }
      for (const table of math.querySelectorAll("mo + mtable")) {
        const [brace, lines] = [table.previousElementSibling, table].map(box);
        if (brace.height < lines.height - 0.35 * em) report("a brace is too short", brace.height / em, lines.height / em);
      }
      for (const name of math.querySelectorAll("mtext, mi[mathvariant], mi")) {
        if (name.matches("mi:not([mathvariant])") && name.textContent.length === 1) continue;
        let whole = name; // with what stands below or above it
        while (!whole.parentElement.matches(row) && !whole.previousElementSibling) whole = whole.parentElement;
        if (!whole.parentElement.matches(row)) continue;
        const [before, next] = [whole.previousElementSibling, whole.nextElementSibling];
        const thin = next?.textContent === applied ? 0.17 : 0, after = thin ? next.nextElementSibling : next;
        for (const [left, right, most] of [[before, whole, 0], [whole, after, thin]]) {
          if (!left || !right || ![left, right].every((part) => /\p{L}|\d/u.test(letters(part)))) continue;
          const gap = (ink(right).left - ink(left).right) / em;
          if (gap > most + 0.14) report("a name is set apart", whole.textContent, gap);
        }
      }
      for (const over of math.querySelectorAll("mover[accent]")) {
        const [base, accent] = [...over.children].map(box);
        const aside = (accent.left + accent.right - base.left - base.right) / 2;
        if (Math.abs(aside) > 0.2 * em) report("an accent stands aside", aside / em);
      }
    }
    // The sign after a formula in a line.
    if (whole !== formula) continue;
    const walker = document.createTreeWalker(formula.closest("p, li, td, th, dd, div, figcaption"), NodeFilter.SHOW_TEXT);
    walker.currentNode = formula;
    let text = walker.nextNode();
    while (text && formula.contains(text)) text = walker.nextNode();
    if (!text || !/^[.,;:!?)\]’”–-]/.test(text.data)) continue;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, 1);
    if (box(range).left < box(maths.at(-1)).right - 0.3 * parseFloat(window.getComputedStyle(formula).fontSize))
      report("a line begins with what follows it", text.data.slice(0, 9));
  }
  return found;
}
