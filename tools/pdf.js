// Joins the pages of the site into one document, in the page that lists them: a title page, the
// contents, and every chapter. Ids get the chapter's name in front, and links follow.
(async ({ title, lines }) => {
  const name = (path) => path.split("/").pop().replace(".html", "");
  const make = (tag, className, ...children) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...children);
    return element;
  };
  const entry = (text, href) => Object.assign(make("a", "", text), { href });
  const contents = [
    entry("About this book", location.href), // not its title once more
    ...[...document.querySelectorAll("#contents p, #contents a")].map(({ textContent, href }) =>
      href ? entry(textContent, href) : make("p", "", textContent)),
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
  document.head.append(make("style", "", heads.join("\n")));
  links.forEach((link, i) => {
    link.href = `#${articles[i].id}`;
    link.append(make("span", "number", "000"));
  });

  document.documentElement.dataset.theme = "light";
  document.body.replaceChildren(
    make("section", "front title-page", make("p", "title", title),
      ...lines.map((line) => make("p", "", line))),
    make("nav", "front contents", make("p", "title", "Contents"), ...contents),
    ...articles,
  );
  await document.fonts.ready;
  return paths.map(name);
})
