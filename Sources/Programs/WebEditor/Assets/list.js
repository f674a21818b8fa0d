// The list of notes: search, order, and the way to everything else.
import * as api from "./api.js";
import { drafts, openDrafts, openPages, removeDraft } from "./drafts.js";
import { removeRecordings } from "./recording-store.js";
import { ask, button, debounced, h, moment, notify, plural } from "./dom.js";

const pieceLength = 40;
const longestPiece = 200;
// What the list showed last, so that returning to it shows the same.
const memory = { search: "", sort: "title" };

export async function open() {
  let total = 0;
  let loaded = 0;
  let request = 0;
  let revision = 0;
  // The button that is to have the focus when the rows have been made again.
  let wanted = null;
  const rows = h("ul", { class: "rows" });
  const facts = h("p", { class: "count", role: "status" });
  const more = button("Show more", () => load(false), { hidden: true });

  async function load(isNew) {
    const number = ++request;
    const from = isNew ? 0 : loaded;
    // The list stays as long as it was.
    const count = isNew ? Math.max(pieceLength, Math.min(loaded, longestPiece)) : pieceLength;
    const query = new URLSearchParams({ from, count, sort: memory.sort, search: memory.search });
    let part;
    try {
      part = await api.get(`notes?${query}`);
    } catch (error) {
      return notify(error.message);
    }
    if (number !== request) return;
    revision = part.revision;
    const items = part.notes.map((note) => row(note, revision, memory.sort === "order" && !memory.search ? mover : null));
    const focused = document.activeElement.closest?.("[data-action]");
    wanted ??= focused && { note: focused.closest("li").dataset.note, action: focused.dataset.action };
    if (isNew) rows.replaceChildren(...items); else rows.append(...items);
    if (wanted) rows.querySelector(`[data-note="${wanted.note}"] [data-action="${wanted.action}"]`)?.focus();
    wanted = null;
    [total, loaded] = [part.total, from + part.notes.length];
    more.hidden = loaded >= total;
    const unread = part.unread ? `; ${plural(part.unread, "file", "files")} could not be read` : "";
    facts.textContent = memory.search
      ? `${plural(total, "note", "notes")} of ${part.all}` : `${plural(total, "note", "notes")}${unread}`;
  }

  // Moves a note to the place of another one; notes of one file have an order of their own.
  const mover = {
    async move(from, to, action) {
      if (!to || from === to || from.dataset.list !== to.dataset.list) return;
      try {
        await api.post("order", { note: from.dataset.note, place: to.dataset.note, revision });
      } catch (error) {
        notify(error.status === 412 ? "The notes have changed meanwhile. Try again." : error.message);
      }
      wanted = { note: from.dataset.note, action };
      await load(true);
    },
  };

  const search = h("input", {
    type: "search", value: memory.search, "aria-label": "Search notes", placeholder: "Search", autocomplete: "off",
    oninput: debounced(120, () => { memory.search = search.value.trim(); loaded = 0; load(true); }),
  });
  const sort = h("select", { "aria-label": "Order", onchange: () => { memory.sort = sort.value; load(true); } },
    [["title", "By title"], ["date", "By date"], ["order", "In the app's order"]].map(([value, label]) =>
      h("option", { value, selected: value === memory.sort }, label)));
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !more.hidden) load(false);
  }, { rootMargin: "600px" });
  watcher.observe(more);

  const unsaved = h("section", { class: "unsaved", "aria-label": "Not saved yet", hidden: true });

  // Drafts of pages that are not open: the editor ended, the browser crashed, or the note was deleted.
  async function showDrafts() {
    await openDrafts();
    if (drafts().length === 0) return unsaved.hidden = true;
    const inUse = await openPages();
    const left = drafts().filter((draft) => !inUse.has(draft.id));
    unsaved.hidden = left.length === 0;
    unsaved.replaceChildren(h("h2", {}, "Not saved yet"), h("ul", { class: "rows" }, left.map((draft) => {
      const name = draft.title || draft.body.slice(0, 60) || "Untitled";
      return h("li", { class: "entry" },
        h("a", { href: `#/draft/${draft.id}` }, h("b", { dir: "auto" }, name), h("small", {}, moment(draft.time))),
        button("Discard", () => { removeDraft(draft.id); removeRecordings(draft.id); showDrafts(); }, { "aria-label": `Discard the draft of ${name}` }));
    })));
  }

  await load(true);
  showDrafts().catch(() => {});
  return {
    title: "Notes",
    element: h("div", { class: "list" },
      h("header", {}, h("h1", {}, "Notes"),
        h("nav", { "aria-label": "Add and find" },
          h("a", { class: "primary", href: "#/new/note" }, "New note"), h("a", { href: "#/new/napkin" }, "New napkin"),
          h("a", { href: "#/new/lecture" }, "New lecture"),
          button("New deck", newDeck), h("a", { href: "#/trash" }, "Trash"),
          h("a", { href: "../index.html", target: "_blank", rel: "noopener" }, "Site"))),
      unsaved, h("div", { class: "find-row" }, search, sort), facts, rows, more),
    changed: (state) => { if (state.revision !== revision) load(true); },
    close: () => watcher.disconnect(),
  };
}

function row(note, revision, mover) {
  const facts = [
    note.date, note.cards !== null && plural(note.cards, "card", "cards"),
    note.pages > 0 && plural(note.pages, "page", "pages"), note.photos > 0 && plural(note.photos, "photo", "photos"),
  ].filter(Boolean).join(" · ");
  const link = h("a", { href: `#/${note.kind === "deck" ? "deck" : "note"}/${note.id}`, draggable: mover ? "false" : null },
    note.kind === "napkin" && note.photos > 0 && h("img", { src: `api/notes/${note.id}/photos/0?revision=${revision}`, alt: "", loading: "lazy" }),
    h("b", { dir: "auto" }, note.title), note.excerpt && h("span", { dir: "auto" }, note.excerpt),
    facts && h("small", {}, facts));
  const item = h("li", { "data-note": note.id, "data-list": note.list }, link);
  if (mover && note.list) makeMovable(item, note, mover);
  return item;
}

function makeMovable(item, note, mover) {
  const beside = (name) => (item[name]?.dataset.list === note.list ? item[name] : null);
  const type = `application/x-notebinder-${note.list}`;
  item.classList.add("entry");
  item.draggable = true;
  item.addEventListener("dragstart", (event) => event.dataTransfer.setData(type, note.id));
  item.addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes(type)) event.preventDefault(); });
  item.addEventListener("drop", (event) => {
    const from = item.parentElement.querySelector(`[data-note="${event.dataTransfer.getData(type)}"]`);
    if (!from) return;
    event.preventDefault();
    mover.move(from, item, "earlier");
  });
  item.append(h("span", { class: "actions" },
    button("↑", () => mover.move(item, beside("previousElementSibling"), "earlier"), { "aria-label": `Move ${note.title} up`, "data-action": "earlier" }),
    button("↓", () => mover.move(item, beside("nextElementSibling"), "later"), { "aria-label": `Move ${note.title} down`, "data-action": "later" })));
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
