// Joins the pages of the site into one document, in the page that lists them: a title page, the
// contents, and every chapter. Ids get the chapter's name in front, and links follow. theme/book.js
// has `element` and `moveAnswers`.
(async ({ title, lines }) => {
  const name = (path) => path.split("/").pop().replace(".html", "");
  const entry = (text, href) => element("a", { href }, text);
  const contents = [
    entry("About this book", location.href), // not its title once more
    ...[...document.querySelectorAll("#contents p, #contents a")].map(({ textContent, href }) =>
      href ? entry(textContent, href) : element("p", {}, textContent)),
  ];
  const links = contents.filter((part) => part.href);
  const paths = links.map((link) => link.pathname);

  const chapter = async (path) => {
    const text = await (await fetch(path)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const article = document.importNode(page.querySelector("article"), true);
    article.querySelectorAll("[id]").forEach((e) => (e.id = `${name(path)}.${e.id}`));
    article.id = name(path);
    article.style.page = `chapter-${name(path)}`;
    article.querySelectorAll("details > noscript").forEach((e) => e.replaceWith(...e.childNodes));
    moveAnswers(article);
    article.querySelectorAll("a[href]").forEach((link) => {
      const url = new URL(link.getAttribute("href"), location.origin + path);
      const id = decodeURIComponent(url.hash.slice(1));
      if (paths.includes(url.pathname)) {
        link.setAttribute("href", `#${name(url.pathname)}${id && "."}${id}`);
      } else if (url.origin === location.origin) {
        link.removeAttribute("href"); // a file to download
      }
    });
    return article;
  };
  const articles = await Promise.all(paths.map(chapter));
  articles[0].querySelector("h1").textContent = links[0].textContent;

  // The running head is the chapter's title: a named page for each.
  const heads = articles.map(({ style }, i) =>
    `@page ${style.page} { @top-left { content: ${JSON.stringify(links[i].textContent)} } }`);
  document.head.append(element("style", {}, heads.join("\n")));
  links.forEach((link, i) => {
    link.href = `#${articles[i].id}`;
    link.append(element("span", { className: "number" }, "000"));
  });

  document.documentElement.dataset.theme = "light";
  document.body.replaceChildren(
    element("section", { className: "front title-page" }, element("p", { className: "title" }, title),
      ...lines.map((line) => element("p", {}, line))),
    element("nav", { className: "front contents" }, element("p", { className: "title" }, "Contents"), ...contents),
    ...articles,
  );
  await document.fonts.ready;
  return paths.map(name);
})
