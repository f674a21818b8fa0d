// The list of notes: search, order, and the way to everything else.
import * as api from "./api.js";
import { ask, button, day, debounced, h, notify, plural } from "./dom.js";

const pieceLength = 60;
// What the list showed last, so that returning to it shows the same.
const memory = { search: "", sort: "title" };

export async function open() {
  let total = 0;
  let loaded = 0;
  let request = 0;
  const rows = h("ul", { class: "rows" });
  const count = h("p", { class: "count", role: "status" });
  const more = button("Show more", () => load(false), { hidden: true });

  async function load(isNew) {
    const number = ++request;
    const from = isNew ? 0 : loaded;
    const query = new URLSearchParams({ from, count: pieceLength, sort: memory.sort, search: memory.search });
    let part;
    try {
      part = await api.get(`notes?${query}`);
    } catch (error) {
      return notify(error.message);
    }
    if (number !== request) return;
    const items = part.notes.map(row);
    if (isNew) rows.replaceChildren(...items); else rows.append(...items);
    [total, loaded] = [part.total, from + part.notes.length];
    more.hidden = loaded >= total;
    const unread = part.unread ? `; ${plural(part.unread, "file", "files")} could not be read` : "";
    count.textContent = memory.search
      ? `${plural(total, "note", "notes")} of ${part.all}` : `${plural(total, "note", "notes")}${unread}`;
  }

  const search = h("input", {
    type: "search", value: memory.search, "aria-label": "Search notes", placeholder: "Search", autocomplete: "off",
    oninput: debounced(120, () => { memory.search = search.value.trim(); load(true); }),
  });
  const sort = h("select", { "aria-label": "Order", onchange: () => { memory.sort = sort.value; load(true); } },
    [["title", "By title"], ["date", "By date"], ["order", "In their own order"]].map(([value, label]) =>
      h("option", { value, selected: value === memory.sort }, label)));
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !more.hidden) load(false);
  }, { rootMargin: "600px" });
  watcher.observe(more);

  await load(true);
  return {
    title: "Notes",
    element: h("div", { class: "list" },
      h("header", {}, h("h1", {}, "Notes"),
        h("nav", { "aria-label": "Add and find" },
          h("a", { class: "primary", href: "#/new/note" }, "New note"), h("a", { href: "#/new/napkin" }, "New napkin"),
          button("New deck", newDeck), h("a", { href: "#/trash" }, "Trash"),
          h("a", { href: "../index.html", target: "_blank", rel: "noopener" }, "Site"))),
      h("div", { class: "find-row" }, search, sort), count, rows, more),
    changed: () => { if (document.activeElement !== search) load(true); },
    close: () => watcher.disconnect(),
  };
}

function row(note) {
  const facts = [
    note.dateText ?? day(note.date), note.cards !== null && plural(note.cards, "card", "cards"),
    note.pages > 0 && plural(note.pages, "page", "pages"), note.photos > 0 && plural(note.photos, "photo", "photos"),
  ].filter(Boolean).join(" · ");
  return h("li", {}, h("a", { href: `#/${note.kind === "deck" ? "deck" : "note"}/${note.id}` },
    h("b", { dir: "auto" }, note.title), note.excerpt && h("span", { dir: "auto" }, note.excerpt),
    facts && h("small", {}, facts)));
}

async function newDeck() {
  const name = h("input", { "aria-label": "Name of the deck", autofocus: true, maxlength: 100 });
  if (await ask("A new deck of cards", [["Create", true], ["Cancel", false]], name) !== true) return;
  if (!name.value.trim()) return notify("A deck needs a name.");
  try {
    const deck = await api.post("decks", { title: name.value.trim() });
    location.hash = `#/deck/${deck.id}`;
  } catch (error) {
    notify(error.message);
  }
}
