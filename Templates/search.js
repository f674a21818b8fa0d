// The search page: what is asked for, the results, and the keys. What looks them up is lookup.js.
(() => {
  "use strict";

  const form = document.querySelector(".search-form");
  if (!form) return;
  const field = form.querySelector("input");
  const status = document.querySelector(".search-status");
  const list = document.querySelector(".results");
  const more = document.querySelector("button.more");
  const pageSize = 10;

  if (!window.notebinderLookup) {
    status.textContent = form.dataset.failed;
    return;
  }
  const { wanted, find, text, fold, sign, part } = window.notebinderLookup;

  // Showing

  // Where words stand in a text, as pairs of offsets.
  function matches(text, words) {
    let folded = "";
    const origins = [];
    let offset = 0;
    for (const letter of text) {
      const plain = fold(letter);
      for (let index = 0; index < plain.length; index++) origins.push(offset);
      folded += plain;
      offset += letter.length;
    }
    origins.push(offset);
    const found = [];
    for (const word of words) {
      const isSign = sign.test(word.text);
      for (let at = folded.indexOf(word.text); at >= 0; at = folded.indexOf(word.text, at + 1)) {
        if (!isSign && at > 0 && part.test(folded[at - 1])) continue;
        found.push([origins[at], origins[at + word.text.length]]);
      }
    }
    return found.sort((left, right) => left[0] - right[0]);
  }

  function appendMarked(element, text, ranges, start, end) {
    let index = start;
    for (const [from, to] of ranges) {
      if (from < index || to > end) continue;
      element.append(text.slice(index, from));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(from, to);
      element.append(mark);
      index = to;
    }
    element.append(text.slice(index, end));
  }

  const shown = 200;

  // The part of a text in which most of its matches lie.
  function excerpt(text, words) {
    const element = document.createElement("p");
    element.className = "excerpt";
    element.dir = "auto";
    const ranges = matches(text, words);
    let best = 0;
    let most = -1;
    for (const [from] of ranges) {
      const count = ranges.filter((range) => range[0] >= from && range[1] <= from + shown - 60).length;
      if (count > most) [best, most] = [from, count];
    }
    let start = Math.max(0, best - 60);
    if (start > 0) {
      const space = text.slice(start, best).search(/\s/);
      start = space >= 0 ? start + space + 1 : best;
    }
    let end = Math.min(text.length, start + shown);
    if (end < text.length) {
      const space = text.slice(0, end).search(/\s\S*$/);
      if (space > start + shown / 2) end = space;
    }
    if (start > 0) element.append("… ");
    appendMarked(element, text, ranges, start, end);
    if (end < text.length) element.append(" …");
    return element;
  }

  async function row(result, words) {
    const [title, address, date, language, content] = await text(result);
    const item = document.createElement("li");
    item.className = "row";
    const link = document.createElement("a");
    link.className = "row-link";
    link.href = address;
    link.dir = "auto";
    appendMarked(link, title, matches(title, words), 0, title.length);
    item.append(link);
    if (date) {
      const span = document.createElement("span");
      span.className = "date";
      span.dir = "auto";
      if (form.lang) span.lang = form.lang;
      span.textContent = date;
      item.append(span);
    }
    if (content) item.append(excerpt(content, words));
    if (language) item.querySelectorAll(".row-link, .excerpt").forEach((each) => (each.lang = language));
    return item;
  }

  let latest = 0;
  let results = [];
  // Finds the results behind these, where they are not all known.
  let rest = null;
  let words = [];
  let opensFirst = false;
  // Whether the results are those of what stands in the field.
  let isCurrent = true;

  // Shows some results from a place on, each as soon as it and those before it are there.
  async function show(from, count) {
    const search = latest;
    more.hidden = true;
    const rows = results.slice(from, from + count).map((each) => row(each, words));
    // One that fails is told of when its turn comes.
    rows.forEach((each) => each.catch(() => {}));
    if (!rows.length) list.replaceChildren();
    for (const [index, each] of rows.entries()) {
      const item = await each;
      if (search !== latest) return;
      if (from + index === 0) list.replaceChildren(item);
      else list.append(item);
      if (from > 0 && index === 0) item.querySelector("a").focus();
    }
    more.hidden = list.children.length >= results.length && !rest;
  }

  async function showMore() {
    const shown = list.children.length;
    more.hidden = true;
    if (rest && shown + 2 * pageSize > results.length) {
      const wanted = rest;
      const found = await wanted();
      // Another search has begun.
      if (rest !== wanted) return;
      rest = null;
      const known = new Set(results.map((each) => each.note));
      results = results.concat(found.results.filter((each) => !known.has(each.note)));
      status.textContent = count(found);
    }
    await show(shown, 2 * pageSize);
  }

  function count({ count: number, isAbout, hasMore }) {
    if (number === 0) return form.dataset.none;
    const language = form.closest("[lang]").lang;
    const { one, other, many } = form.dataset;
    // Templates of earlier versions have two forms, `one` and `many`.
    const pattern = other === undefined
      ? (number === 1 ? one : many)
      : form.dataset[new Intl.PluralRules(language).select(number)] || other;
    const told = number.toLocaleString(language + "-u-nu-latn");
    return (isAbout ? "≈ " : "") + pattern.replace("#", told + (hasMore ? "+" : ""));
  }

  async function search() {
    const query = field.value;
    const current = ++latest;
    rest = null;
    isCurrent = false;
    words = wanted(query);
    const address = query.trim() ? "?q=" + encodeURIComponent(query.trim()) : location.pathname.split("/").pop();
    try {
      history.replaceState(null, "", address);
    } catch {
      // Some browsers allow no other address to a page from disk.
    }
    try {
      const found = words.length ? await find(words) : { results: [], count: 0 };
      if (current !== latest) return;
      results = found.results;
      rest = found.rest;
      isCurrent = true;
      status.textContent = query.trim() ? count(found) : "";
      const shown = show(0, pageSize);
      if (opensFirst) open();
      await shown;
    } catch {
      if (current === latest) status.textContent = form.dataset.failed;
    }
  }

  // Keys

  const links = () => Array.from(list.querySelectorAll(".row-link"));

  async function open() {
    opensFirst = false;
    if (results.length) location.href = (await text(results[0]))[1];
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // What was typed last may still be looked up.
    if (isCurrent) return open();
    opensFirst = true;
    if (!pending) return;
    clearTimeout(pending);
    pending = 0;
    search();
  });

  let pending = 0;
  field.addEventListener("input", () => {
    clearTimeout(pending);
    opensFirst = false;
    isCurrent = false;
    pending = setTimeout(() => {
      pending = 0;
      search();
    }, 60);
  });

  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const all = links();
    const index = all.indexOf(document.activeElement);
    const isInField = document.activeElement === field;
    if (event.key === "ArrowDown" && all.length && (isInField || index >= 0)) {
      all[Math.min(all.length - 1, index + 1)].focus();
    } else if (event.key === "ArrowUp" && index >= 0) {
      if (index > 0) all[index - 1].focus();
      else field.focus();
    } else if (event.key === "Escape" && (isInField || index >= 0)) {
      if (isInField) {
        field.value = "";
        search();
      }
      field.focus();
    } else {
      return;
    }
    event.preventDefault();
  });

  more.addEventListener("click", () => showMore().catch(() => {
    more.hidden = false;
    status.textContent = form.dataset.failed;
  }));

  field.value = new URLSearchParams(location.search).get("q") || field.value;
  if (field.value) search();
})();
