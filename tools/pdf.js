// Joins the pages of the site into one document, in the page that lists them: a title page, the
// contents, and every chapter. Ids get the chapter's name in front, and links follow.
(async ({ title, lines }) => {
  const site = location.origin;
  const name = (path) => path.split("/").pop().replace(".html", "");
  const make = (tag, className, ...children) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...children);
    return element;
  };

  const parts = [...document.querySelectorAll("#contents p, #contents a")];
  const paths = [location.pathname, ...parts.flatMap((part) => part.pathname ?? [])];

  const chapter = async (path) => {
    const text = await (await fetch(path)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const article = document.importNode(page.querySelector("article"), true);
    const absolute = (address) => new URL(address, site + path);
    article.querySelectorAll("[id]").forEach((e) => (e.id = `${name(path)}.${e.id}`));
    article.id = name(path);
    article.style.page = `chapter-${name(path)}`;
    article.querySelectorAll(".headerlink").forEach((e) => e.remove());
    article.querySelectorAll("details").forEach((e) => (e.open = true));
    article.querySelectorAll("details > noscript").forEach((e) => e.replaceWith(...e.childNodes));
    article.querySelectorAll("img").forEach((image) => {
      image.loading = "eager";
      image.src = absolute(image.getAttribute("src"));
    });
    article.querySelectorAll("a[href]").forEach((link) => {
      const url = absolute(link.getAttribute("href"));
      const id = decodeURIComponent(url.hash.slice(1));
      if (paths.includes(url.pathname)) {
        link.setAttribute("href", `#${name(url.pathname)}${id && "."}${id}`);
      } else if (url.origin === site) {
        link.removeAttribute("href"); // a file to download
      }
    });
    return article;
  };
  const articles = await Promise.all(paths.map(chapter));
  articles[0].querySelector("h1").textContent = "About this book"; // not its title once more

  const heading = (article) => article.querySelector("h1").textContent;
  const entry = (article) => {
    const link = make("a", "", make("span", "", heading(article)), make("span", "number"));
    link.href = `#${article.id}`;
    return link;
  };
  const entries = articles.map(entry);
  const rest = entries.slice(1);
  const contents = parts.map((part) =>
    part.matches("p") ? make("p", "", part.textContent) : rest.shift());

  // The running head is the chapter's title: a named page for each.
  const heads = articles.map((article) =>
    `@page ${article.style.page} { @top-left { content: ${JSON.stringify(heading(article))} } }`);
  document.head.append(make("style", "", heads.join("\n")));

  document.documentElement.dataset.theme = "light";
  document.body.replaceChildren(
    make("section", "front title-page", make("p", "title", title),
      ...lines.map((line) => make("p", "", line))),
    make("nav", "front contents", make("p", "title", "Contents"), entries[0], ...contents),
    ...articles,
  );
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode()));
  return articles.map((article) => article.id);
})
