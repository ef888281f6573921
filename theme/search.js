// Finds places of the book. `packed`, of searchindex.js, holds them, so nothing else is fetched.
"use strict";

const SHOWN = 50;
const WEIGHT = { page: 9, term: 8, definition: 7, theorem: 7, algorithm: 7, lemma: 6, proposition: 6,
                 corollary: 6, section: 5, exercise: 2, solution: 1 };
// What others say, and this book's word for it, or what is nearest in it. No text here has their words;
// names that the book has, but does not use, stand in the index of terms.
const HERE = {
  "activation function": "decision function", accuracy: "test error", "bias term": "offset",
  "C parameter": "soft margin", dataset: "real data",
  "empirical risk minimization": "empirical risk", epoch: "pass after pass", "grid search": "choosing C",
  hyperparameter: "choosing C", "reproducing kernel Hilbert space": "feature space", "Hilbert space": "feature space", mercer: "kernel", MNIST: "digits",
  neuron: "Mark I", normalization: "scaling the data", "one vs rest": "one against the rest",
  "optimal hyperplane": "widest slab", outlier: "soft margin", overfitting: "generalization",
  RKHS: "feature space", sklearn: "scikit-learn", "slack variable": "slack", slater: "strong duality",
};
const GREEK = ("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho "
               + "sigma sigma tau upsilon phi chi psi omega").split(" ");
const WORD = /[\p{L}\p{M}\p{N}]+|[‖⟨√∑∇∞]/gu;
const SHIFTED = /[²³¹⁰-ₜᵈᵏᵖᵗᵢᵣᵤᵥⱼ]+/g; // indices and exponents, which are words of their own

// A text's words without case, accents, the plural's ending, and ways to write a letter or a number.
const fold = (text) => text
  .replace(/∥|\|\|/g, "‖").replace(SHIFTED, " $& ").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/[α-ω]/g, (letter) => ` ${GREEK[letter.charCodeAt(0) - 0x3b1]} `)
  .replace(/(?<=\p{L})(?=\p{N})/gu, " ").match(WORD)
  ?.map((word) => (word.length > 3 ? word.replace(/sis$/, "ses").replace(/(ss)es$|([^su])s$/, "$1$2") : word))
  ?? [];
const line = (words) => ` ${words.join(" ")} `;
const ARTICLE = /^(the|an?)\s+/i;
const withoutArticle = (text) => fold(text.replace(ARTICLE, ""));

// A word is found by its beginning, but a number or a letter as a whole.
const start = (words) => (/(^| )(\d+|.)$/u.test(words) ? ` ${words} ` : ` ${words}`);

const places = [];
const fill = (rows) => {
  let page;
  for (const [kind, title, address, text, terms] of rows) {
    if (kind === "page") page = title;
    const parts = title.match(/^(.* [\d.]+) \((.*)\)$/)?.slice(1) ?? [];
    const [, erratum] = title.match(/^([A-Z]\d+)\. /) ?? [];
    if (erratum) parts.push(`erratum ${erratum}`);
    const names = [title, ...parts, ...terms].map((name) => line(withoutArticle(name)));
    const words = line(fold(text));
    const all = names.join("") + line(fold(page)) + words;
    places.push({ kind, title, address, text, terms, page, names, words, all });
  }
  const keys = Object.keys(HERE).flatMap(fold);
  for (const word of [...places.flatMap((place) => place.all.match(/\S+/g)), ...keys])
    counts.set(word, (counts.get(word) ?? 0) + 1);
};

// How well a place answers: 4 if a name of it does, 3 if a name begins so, 2 if a name has all the
// words, and less than 1 if its text has them, by how often. Its kind decides between equals.
const score = (place, words) => {
  const phrase = line(words);
  const opening = start(words.join(" "));
  const has = (text) => words.every((word) => text.includes(start(word)));
  const answers = (name) => (name === phrase ? 4 : name.startsWith(opening) ? 3 : has(name) ? 2 : 0);
  const count = (part) => place.words.split(part).length - 1;
  const named = Math.max(...place.names.map(answers));
  if (named || !has(place.all)) return named;
  const often = 1 + Math.min(...words.map((word) => count(start(word)))) + 2 * count(opening);
  return 1 - 1 / (1 + often);
};

const placesWith = (words) => {
  if (!words.length) return [];
  return places
    .map((place) => ({ place, value: score(place, words) }))
    .filter(({ value }) => value)
    .map(({ place, value }) => ({ place, value: value + WEIGHT[place.kind] / 100 }))
    .sort((one, other) => other.value - one.value);
};

// How many letters to drop, add, change or swap between two words.
const edits = (one, other) => {
  let last = [], row = [...Array(other.length + 1).keys()];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + !same);
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], last[j - 2] + 1);
    }
    [last, row] = [row, next];
  }
  return row[other.length];
};

// The book's words, and those of HERE, with how often they stand in it.
const counts = new Map();
const isKnown = (word) => places.some((place) => place.all.includes(start([word])));

// A word that nothing begins with becomes the nearest that does: one edit away, or two if it is long.
// A first letter is seldom wrong, and a short word is near to many.
const mend = (word) => {
  if (counts.has(word) || isKnown(word)) return word;
  const most = word.length < 5 ? 0 : word.length < 7 ? 1 : 2;
  const near = [...counts.keys()].filter((other) => other[0] === word[0] && Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, far: edits(word, other) })).filter(({ far }) => far <= most);
  near.sort((one, two) => one.far - two.far || counts.get(two.other) - counts.get(one.other));
  return near[0]?.other ?? word;
};

const inItsWords = (words) => Object.entries(HERE).reduce(
  (text, [said, here]) => text.replace(line(fold(said)), line(fold(here))), line(words)).trim().split(" ");

// The words that are looked up for a query: its own, unless nothing has them. Then misspelled ones are
// mended; what the book does not know is dropped; and at last one word is, so that the rest answers best.
const understood = (query) => {
  const asked = withoutArticle(query);
  if (!asked.length) return asked;
  const finds = (words) => placesWith(words).length > 0;
  const said = inItsWords(asked);
  if (finds(said)) return said;
  const mended = inItsWords(said.map(mend));
  if (finds(mended)) return mended;
  const known = mended.filter(isKnown);
  if (finds(known)) return known;
  const best = known.map((_, i) => known.filter((_, j) => j !== i))
    .map((words) => ({ words, value: placesWith(words)[0]?.value ?? 0 }))
    .reduce((one, other) => (other.value > one.value ? other : one), { words: asked, value: 0 });
  return best.words;
};

const lookUp = (query) => placesWith(understood(query)).map(({ place }) => place);

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

// The words around the first that was sought, and the sought ones marked. A formula, as 16/γ², is
// its letters and numbers one after the other, from the beginning of a word.
const excerpt = (text, formulas) => {
  const parts = text.split(/(?<= )/);
  const words = parts.flatMap((part, place) =>
    [...part.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index, place })));
  const folded = words.flatMap((of) => fold(of.word).map((one, inside) => ({ one, of, inside })));
  const marked = new Set();
  folded.forEach(({ inside }, i) => {
    for (const formula of inside ? [] : formulas) {
      const found = folded.slice(i, i + formula.length);
      if (formula.every((one, j) => line([found[j]?.one]).startsWith(start(one))))
        found.forEach(({ of }) => marked.add(of));
    }
  });
  const first = Math.max(([...marked][0]?.place ?? 0) - 8, 0);
  const shown = element("p", { className: "context" }, first ? "… " : "");
  for (let place = first; place < Math.min(first + 32, parts.length); place++) {
    let done = 0;
    for (const { word, index } of [...marked].filter((one) => one.place === place)) {
      shown.append(parts[place].slice(done, index), element("mark", {}, word));
      done = index + word.length;
    }
    shown.append(parts[place].slice(done));
  }
  if (first + 32 < parts.length) shown.append("…");
  return shown;
};

const result = (place, formulas) => {
  const terms = place.terms.filter((term) => !place.names[0].includes(line(withoutArticle(term))));
  const where = place.kind === "page" ? [] : [place.page];
  const shown = place.kind === "solution" ? [] : [excerpt(place.text, formulas)]; // who seeks is not told
  if (terms.length) where.push(`terms: ${terms.join(", ")}`);
  return element("li", {}, element("a", { href: place.address }, place.title),
    element("p", { className: "where" }, where.join(" · ")), ...shown);
};

const show = (query) => {
  const words = understood(query);
  const itself = line(words) === line(withoutArticle(query));
  const found = lookUp(query);
  const formulas = itself ? query.replace(ARTICLE, "").split(/\s+/).map(fold) : words.map((word) => [word]);
  const results = found.slice(0, SHOWN).map((place) => result(place, formulas));
  document.querySelector("#search-results").replaceChildren(...results);
  const count = found.length === 1 ? "1 place" : found.length ? `${found.length} places` : "Nothing";
  const rest = found.length > SHOWN ? `; the first ${SHOWN} follow` : "";
  const instead = itself ? "" : `Nothing found for “${query}”. `;
  document.querySelector("#found").textContent =
    `${instead}${count} found for “${itself ? query : words.join(" ")}”${rest}.`;
  document.querySelector("#advice").hidden = found.length > 0;
};

// The arrow keys walk from the field through the results and back.
addEventListener("keydown", (event) => {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [document.querySelector("input[type=search]"), ...document.querySelectorAll("#search-results a")];
  const to = stops.indexOf(document.activeElement);
  if (!way || to < 0 || !stops[to + way]) return;
  event.preventDefault();
  stops[to + way].focus();
});

// A key alone may be pressed by accident, or by a computer that hears words.
const slash = document.querySelector("#slash");
try {
  slash.checked = !localStorage.getItem("slash");
  slash.addEventListener("change", () => localStorage.setItem("slash", slash.checked ? "" : "off"));
  slash.parentElement.hidden = false;
} catch {} // the browser keeps nothing

const unpack = async () => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
};

const query = new URLSearchParams(location.search).get("q")?.trim();
const ready = unpack().then((rows) => {
  fill(rows);
  if (!query) return;
  document.querySelector("input[type=search]").value = query;
  show(query);
}, ({ message }) => {
  document.querySelector("#found").textContent =
    `This browser cannot unpack the search’s index (${message}). A newer one can.`;
});
