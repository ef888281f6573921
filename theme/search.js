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
    const parts = title.match(/^(.* \d+) \((.*)\)$/)?.slice(1) ?? [];
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

// The words around the first that was sought, and the sought ones marked: those of a formula, as
// 16/γ², where it stands as a whole.
const excerpt = (text, formulas) => {
  const parts = text.split(/(?<= )/);
  const folded = parts.map(fold);
  const isSought = (word, place) => {
    const around = line(folded.slice(Math.max(place - 2, 0), place + 3).flat());
    const whole = formulas.filter((formula) => around.includes(start(formula.join(" "))));
    return whole.flat().some((one) => line(fold(word)).startsWith(start(one)));
  };
  const isHit = (part, place) => part.match(WORD)?.some((word) => isSought(word, place));
  const first = Math.max(parts.findIndex(isHit) - 8, 0);
  const shown = element("p", { className: "context" }, first ? "… " : "");
  for (const [place, part] of [...parts.entries()].slice(first, first + 32)) {
    let done = 0;
    for (const { 0: word, index } of part.matchAll(WORD)) {
      if (!isSought(word, place)) continue;
      shown.append(part.slice(done, index), element("mark", {}, word));
      done = index + word.length;
    }
    shown.append(part.slice(done));
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
