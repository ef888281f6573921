// The excerpts of the search results show a page's words: each formula once, and no buttons.
"use strict";

const allWords = Search.htmlToText;
Search.htmlToText = (html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  page.querySelectorAll(".katex-html, .launch, button").forEach((element) => element.remove());
  return allWords(page.documentElement.outerHTML, anchor);
};
