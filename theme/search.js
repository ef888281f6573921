// Finds places of the book, which searchindex.js holds, with MiniSearch: nothing else is fetched.
"use strict";

const SHOWN = 50;
const FIELDS = { title: 4, also: 4, page: 1, text: 1 };
const KINDS = { page: 2, term: 1.5, definition: 1.5, exercise: 0.5, reference: 0.4 };
const UNSAID = new Set("a an and are can do does how in is of on the to what when why".split(" "));
const GREEK = ("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho "
               + "sigma sigma tau upsilon phi chi psi omega").split(" ");
const SHIFTED = /[²³¹⁰-ₜᵈᵏᵖᵗᵢᵣᵤᵥⱼ]+/g; // indices and exponents, which are words of their own

// The words of what stands between two spaces, in a formula its letters and numbers, by their names:
// 16/γ², 16/gamma^2 and \frac{16}{\gamma^2} have the same.
const words = (chunk) => chunk
  .replace(/\\langle/g, "⟨").replace(/\\[lr]Vert|\\\||\|\|/g, "‖").replace(SHIFTED, " $& ")
  .normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/\\(?:var)?(\p{L}+)/gu, (command, name) => (GREEK.includes(name) ? ` ${name} ` : " "))
  .replace(/[α-ω]/g, (letter) => ` ${GREEK[letter.charCodeAt(0) - 0x3b1]} `)
  .match(/\p{L}+|\p{N}+|[⟨‖√∑∇∞]/gu) ?? [];
// All of them as one word, as which a formula or a compound is found first; two numbers stay apart.
const whole = (chunk) => words(chunk).join(" ").replace(/(?<=\D) | (?=\D)/g, "");
const known = new Map();
const tokens = (chunk) => {
  if (!known.has(chunk)) known.set(chunk, [...new Set([...words(chunk), whole(chunk)])]);
  return known.get(chunk);
};

const places = columns.address.map((_, row) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[row]])));
const engine = new MiniSearch({
  idField: "address",
  fields: Object.keys(FIELDS),
  storeFields: ["kind", ...Object.keys(FIELDS)],
  tokenize: (text) => text.split(" ").flatMap(tokens),
  processTerm: (term) => !UNSAID.has(term) && term,
});
engine.addAll(places);

// First what has all the words, then what has them misspelled, or the parts of a formula; at last some.
// What the query names comes before what contains it.
const lookUp = (query) => {
  const name = `, ${query.toLowerCase()}, `;
  const isNamed = ({ title, also }) => `, ${title}, ${also}, `.toLowerCase().includes(name);
  const isWord = (term) => /^\p{L}{2,}$/u.test(term); // a number or a letter is found as it is
  const like = (share) => (term) => isWord(term) && term.length > 4 && share;
  const common = {
    boost: FIELDS,
    boostDocument: (address, term, place) => (KINDS[place.kind] ?? 1) * (isNamed(place) ? 10 : 1),
    prefix: isWord,
    combineWith: "AND",
  };
  const inParts = { tokenize: (text) => text.split(/\s+/).flatMap(words), fuzzy: like(0.3) };
  const some = { ...inParts, combineWith: "OR" };
  const ways = [{ tokenize: (text) => text.split(/\s+/).map(whole), fuzzy: like(0.15) }, inParts, some];
  const typed = query.replace(/(\\\p{L}+) +/gu, "$1{}"); // in LaTeX a space may end a command
  for (const way of ways) {
    const found = engine.search(typed, { ...common, ...way });
    if (found.length) return { found, all: way !== some };
  }
  return { found: [], all: true };
};

// The words around the first that was found, and those found marked, without what punctuates them.
const excerpt = (text, terms) => {
  const all = text.split(" ");
  const isFound = (chunk) => tokens(chunk).some((word) => terms.includes(word));
  const first = Math.max(all.findIndex(isFound) - 8, 0);
  const shown = element("p", { className: "context" }, first ? "… " : "");
  for (const chunk of all.slice(first, first + 32)) {
    const [, word, after] = chunk.match(/^(.*?)([.,:;?]*)$/s);
    shown.append(isFound(chunk) ? element("mark", {}, word) : word, after, " ");
  }
  if (first + 32 < all.length) shown.append("…");
  return shown;
};

const result = ({ id, title, page, also, text, terms }) => {
  const others = also.split(", ").filter((name) => !title.toLowerCase().includes(name.toLowerCase()));
  const where = [page !== title && page, others.length && `also: ${others.join(", ")}`].filter(Boolean).join(" · ");
  return element("li", {}, element("a", { href: id }, title), element("p", { className: "where" }, where), excerpt(text, terms));
};

const field = document.querySelector("input[type=search]");
const show = () => {
  const query = field.value.trim();
  const { found, all } = lookUp(query);
  document.querySelector("#search-results").replaceChildren(...found.slice(0, SHOWN).map(result));
  const count = found.length === 1 ? "1 place" : found.length ? `${found.length} places` : "Nothing";
  const some = all ? "" : ", with some of these words";
  const rest = found.length > SHOWN ? `; the first ${SHOWN} follow` : "";
  document.querySelector("#found").textContent = query && `${count} found for “${query}”${some}${rest}.`;
  document.querySelector("#advice").hidden = found.length > 0;
};

// Results follow what one types; the address does once one stops, so that one can come back to it.
field.addEventListener("input", show);
field.addEventListener("change", () => history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}`));
field.form.addEventListener("submit", (event) => event.preventDefault());
field.value = new URLSearchParams(location.search).get("q") ?? "";
show();
