// Finds places of the book. `packed`, of searchindex.js, holds them, so nothing else is fetched.
"use strict";

const SHOWN = 50;
const WEIGHT = { page: 9, term: 8, definition: 7, theorem: 7, algorithm: 7, lemma: 6, proposition: 6,
                 corollary: 6, section: 5, exercise: 2, solution: 1 };
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
    const names = [title, ...parts, ...terms].map((name) => line(withoutArticle(name)));
    const words = line(fold(text));
    const all = names.join("") + line(fold(page)) + words;
    places.push({ kind, title, address, text, terms, page, names, words, all });
  }
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

const lookUp = (query) => {
  const words = withoutArticle(query);
  if (!words.length) return [];
  return places
    .map((place) => ({ place, value: score(place, words) }))
    .filter(({ value }) => value)
    .map(({ place, value }) => ({ place, value: value + WEIGHT[place.kind] / 100 }))
    .sort((one, other) => other.value - one.value)
    .map(({ place }) => place);
};

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
  if (terms.length) where.push(`terms: ${terms.join(", ")}`);
  return element("li", {}, element("a", { href: place.address }, place.title),
    element("p", { className: "where" }, where.join(" · ")), excerpt(place.text, formulas));
};

const show = (query) => {
  const found = lookUp(query);
  const formulas = query.replace(ARTICLE, "").split(/\s+/).map(fold);
  const results = found.slice(0, SHOWN).map((place) => result(place, formulas));
  document.querySelector("#search-results").replaceChildren(...results);
  const count = found.length === 1 ? "1 place" : found.length ? `${found.length} places` : "Nothing";
  const rest = found.length > SHOWN ? `; the first ${SHOWN} follow` : "";
  document.querySelector("#found").textContent = `${count} found for “${query}”${rest}.`;
  document.querySelector("#advice").hidden = found.length > 0;
};

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
