// Shows the results of a search: on the search page, and in the dialog that search-dialog.js opens.
// They are found by lookup.js.
(() => {
  "use strict";

  const lookup = window.notebinderLookup;
  const { matches, expressions } = window.notebinderWords;

  // Rows

  const shownLength = 200;
  const mostMarked = 20;

  function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  function appendMarked(parent, text, ranges, start = 0, end = text.length) {
    let index = start;
    for (const [from, to] of ranges) {
      if (from < index || to > end) continue;
      parent.append(text.slice(index, from), element("mark", "", text.slice(from, to)));
      index = to;
    }
    parent.append(text.slice(index, end));
  }

  // The part of a text with most of its matches.
  function excerpt(text, marks) {
    const made = element("p", "excerpt");
    made.dir = "auto";
    const ranges = matches(text, marks);
    let best = 0;
    let most = -1;
    for (const [from] of ranges) {
      const count = ranges.filter((range) => range[0] >= from && range[1] <= from + shownLength - 60).length;
      if (count > most) [best, most] = [from, count];
    }
    let start = Math.max(0, best - 60);
    if (start > 0) {
      const space = text.slice(start, best).search(/\s/);
      start = space >= 0 ? start + space + 1 : best;
    }
    let end = Math.min(text.length, start + shownLength);
    if (end < text.length) {
      const space = text.slice(0, end).search(/\s\S*$/);
      if (space > start + shownLength / 2) end = space;
    }
    if (start > 0) made.append("… ");
    appendMarked(made, text, ranges, start, end);
    if (end < text.length) made.append(" …");
    return made;
  }

  // The address of a result, which names what to mark on its page unless it names a place of it.
  function addressOf([, address], { marks }) {
    const url = new URL(address, lookup.root);
    if (marks.length && !url.hash) url.hash = "find=" + [...new Set(marks)].slice(0, mostMarked).map(encodeURIComponent).join("&");
    return url;
  }

  function row(piece, results, marks, words) {
    const [title, , date, language, text, kind, picture, ...tags] = piece;
    const link = element("a", "result-link");
    link.href = addressOf(piece, results);
    link.dir = "auto";
    appendMarked(link, title, matches(title, marks));
    const facts = element("p", "result-facts");
    facts.dir = "auto";
    for (const fact of [words[kind], date]) if (fact) facts.append(element("span", "", fact), " ");
    for (const tag of tags) {
      const isMarked = results.tags.includes(lookup.label(tag));
      const name = element("bdi", "result-tag");
      appendMarked(name, "#" + tag, isMarked ? [[0, tag.length + 1]] : matches("#" + tag, marks));
      facts.append(name, " ");
    }
    const item = element("li", "result", link, facts);
    if (text) item.append(excerpt(text, marks));
    if (language) item.querySelectorAll(".result-link, .excerpt").forEach((each) => (each.lang = language));
    if (picture) {
      const image = element("img", "result-picture");
      Object.assign(image, { alt: "", width: 64, height: 64, loading: "lazy", src: new URL(picture, lookup.root) });
      item.append(image);
    }
    return item;
  }

  // The search

  const pageSize = 10;
  // To count the results of a phrase, it is looked for in at most so many notes, each of which may be in
  // a file of its own, before more results are asked for.
  const mostChecked = 30;

  // Connects a field with a list of results. `remember` is told each query.
  function connect({ field, form, status, list, more, words, remember }) {
    let latest = 0;
    let results = null;
    let opensFirst = false;
    // Whether the results are those of the text in the field.
    let isCurrent = false;
    let pending = 0;
    const { lang } = form.closest("[lang]");
    const numbers = new Intl.NumberFormat(lang + "-u-nu-latn");
    const plurals = new Intl.PluralRules(lang);

    const links = () => Array.from(list.querySelectorAll(".result-link"));

    function fail() {
      status.textContent = words.failed;
    }

    function tellCount() {
      const { found, isComplete, isSimilar } = results;
      const number = numbers.format(found.length) + (isComplete ? "" : "+");
      const rule = isComplete ? plurals.select(found.length) : "other";
      const pattern = words[rule] || words.other;
      const count = found.length ? pattern.replace("#", () => number) : words.none;
      status.textContent = isSimilar && found.length ? words.similar.replace("{count}", () => count) : count;
    }

    // Shows more results, each as soon as it and those before it are there. The texts of all but the
    // first are loaded when that is shown.
    async function show(count) {
      const search = latest;
      const from = list.dataset.query === String(search) ? list.children.length : 0;
      more.hidden = true;
      await results.reach(from + count, () => search === latest);
      if (search !== latest) return;
      const shown = results.found.slice(from, from + count);
      const marks = expressions(results.marks);
      if (!shown.length && !from) list.replaceChildren();
      for (const [index, each] of shown.entries()) {
        // A failure is reported when its turn comes.
        if (from + index > 0 && index < 2) shown.slice(index).forEach((other) => lookup.text(other).catch(() => {}));
        const item = row(await lookup.text(each), results, marks, words);
        if (search !== latest) return;
        if (from + index === 0) list.replaceChildren(item);
        else list.append(item);
        list.dataset.query = search;
        if (from > 0 && index === 0) item.querySelector("a").focus();
      }
      more.hidden = list.children.length >= results.found.length && results.isComplete;
    }

    async function countAll() {
      const search = latest;
      while (search === latest && !results.isComplete && results.next < mostChecked) {
        await results.reach(results.found.length + pageSize, () => search === latest && results.next < mostChecked);
        if (search === latest) tellCount();
      }
      if (search === latest) more.hidden = list.children.length >= results.found.length && results.isComplete;
    }

    function showRecent() {
      const none = { marks: [], tags: [] };
      status.textContent = lookup.recent.length ? words.recent : "";
      more.hidden = true;
      list.replaceChildren(...lookup.recent.map((each) => row(each, none, [], words)));
    }

    async function search() {
      const query = field.value;
      const current = ++latest;
      isCurrent = false;
      remember(query.trim());
      try {
        const found = await lookup.find(query);
        if (current !== latest) return;
        results = found;
        isCurrent = true;
        if (!found) return showRecent();
        tellCount();
        if (opensFirst) return open();
        await show(pageSize);
        if (current !== latest) return;
        tellCount();
        await countAll();
      } catch {
        if (current === latest) fail();
      }
    }

    async function open() {
      opensFirst = false;
      if (results?.found.length) location.href = addressOf(await lookup.text(results.found[0]), results);
    }

    function searchNow() {
      clearTimeout(pending);
      pending = 0;
      return search();
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // The results of what was typed last may still be on their way.
      if (isCurrent) return open().catch(fail);
      opensFirst = true;
      if (pending) searchNow();
    });

    field.addEventListener("input", () => {
      clearTimeout(pending);
      opensFirst = false;
      isCurrent = false;
      pending = setTimeout(searchNow, 20);
    });

    // Returns whether the key was one of the search.
    function press(event) {
      if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return false;
      const all = links();
      const index = all.indexOf(document.activeElement);
      const isInField = document.activeElement === field;
      if (event.key === "ArrowDown" && all.length && (isInField || index >= 0)) {
        all[Math.min(all.length - 1, index + 1)].focus();
      } else if (event.key === "ArrowUp" && index >= 0) {
        (all[index - 1] || field).focus();
      } else {
        // What is typed on a result goes into the field.
        if (index >= 0 && (event.key.length === 1 && event.key !== " " || event.key === "Backspace")) field.focus();
        return false;
      }
      event.preventDefault();
      return true;
    }

    more.addEventListener("click", () => show(2 * pageSize).then(tellCount).catch(() => {
      more.hidden = false;
      fail();
    }));

    return { search: searchNow, press };
  }

  window.notebinderResults = { connect, element };

  // The search page

  const form = document.querySelector("main .search-form");
  if (!form) return;
  const status = document.querySelector(".search-status");
  if (!lookup) {
    status.textContent = form.dataset.failed;
    return;
  }
  const field = form.querySelector("input");
  const view = connect({
    field, form, status, list: document.querySelector(".results"), more: document.querySelector("button.more"), words: form.dataset,
    remember(query) {
      try {
        history.replaceState(null, "", query ? "?q=" + encodeURIComponent(query) : location.pathname.split("/").pop());
      } catch {
        // Some browsers allow no other address to a page from disk.
      }
    },
  });
  document.addEventListener("keydown", (event) => {
    if (view.press(event) || event.key !== "Escape" || !event.target.closest?.(".search")) return;
    event.preventDefault();
    if (event.target === field) field.value = "";
    field.focus();
    view.search();
  });
  field.value = new URLSearchParams(location.search).get("q") || field.value;
  view.search();
})();
