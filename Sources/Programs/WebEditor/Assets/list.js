// The list of notes: search, order, editing of the list, and the way to everything else.
import * as api from "./api.js";
import { drafts, openDrafts, openPages, removeDraft, removeDrafts } from "./drafts.js";
import { removeRecordings } from "./recording-store.js";
import { ask, button, debounced, fill, h, moment, notify, plural } from "./dom.js";

const pieceLength = 40;
// What the list showed last, so that returning to it shows the same.
const memory = { search: "", sort: "title", loaded: 0, place: 0 };

export async function open() {
  let total = 0;
  let loaded = memory.loaded;
  let requests = 0;
  let latest = null;
  let revision = 0;
  // The button that is to have the focus when the rows have been made again.
  let wanted = null;
  // While the list is edited: the order before, and the identifiers and titles of selected notes.
  let edited = null;
  let isErasing = false;
  // While a row is dragged, the list stays as it is.
  let isDragging = false;
  let unsavedNotes = new Set();
  let moving = Promise.resolve();
  const rows = h("ul", { class: "rows" });
  const facts = h("div", { class: "count", role: "status" });
  const more = button("Show more", () => load(false), { hidden: true });

  // Several may be under way; the last one is shown.
  function load(isNew) {
    latest = request(isNew, ++requests);
    return latest;
  }

  async function request(isNew, number) {
    const from = isNew ? 0 : loaded;
    // The list stays as long as it was.
    const count = isNew ? Math.max(pieceLength, loaded) : pieceLength;
    let part;
    try {
      part = await api.get(`notes?${new URLSearchParams({ from, count, sort: memory.sort, search: memory.search })}`);
    } catch (error) {
      if (revision === 0) throw error;
      return notify(error.message);
    }
    if (number !== requests || isDragging) return;
    revision = part.revision;
    const items = part.notes.map((note) => row(note));
    const focused = document.activeElement.closest?.("[data-action]");
    wanted ??= focused && { note: focused.closest("li").dataset.note, action: focused.dataset.action };
    if (isNew) rows.replaceChildren(...items); else rows.append(...items);
    if (wanted) rows.querySelector(`[data-note="${wanted.note}"] [data-action="${wanted.action}"]`)?.focus();
    wanted = null;
    [total, loaded] = [part.total, from + items.length];
    more.hidden = loaded >= total;
    tell(part);
  }

  function tell({ all, unread }) {
    edit.hidden = all === 0 && !edited;
    fill(facts,
      memory.search ? h("p", {}, total === 0 ? `No notes contain “${memory.search}”.` : `${plural(total, "note", "notes")} of ${all}`)
        : all === 0 ? [h("p", {}, "There are no notes yet."), h("p", {}, h("a", { class: "primary", href: "#/new/note" }, "Write the first note"))]
          : h("p", {}, plural(total, "note", "notes")),
      unread.length > 0 && h("details", {}, h("summary", {}, `${plural(unread.length, "file", "files")} could not be read`),
        h("ul", {}, unread.map((problem) => h("li", { dir: "auto" }, problem)))));
  }

  function row(note) {
    const count = (number, one, many) => number > 0 && plural(number, one, many);
    const told = [
      note.date, note.cards !== null && plural(note.cards, "card", "cards"), count(note.pages, "page", "pages"),
      note.kind !== "napkin" && count(note.photos, "photo", "photos"), unsavedNotes.has(note.id) && "not saved yet",
    ].filter(Boolean).join(" · ");
    const picture = note.kind === "napkin" && note.thumbnail !== null
      && h("img", { src: `api/notes/${note.id}/photos/${note.thumbnail}?revision=${revision}`, alt: "", loading: "lazy" });
    const link = h("a", {
      href: `#/${note.kind === "deck" ? "deck" : "note"}/${note.id}`, draggable: "false",
      onclick: (event) => { if (edited && box) { event.preventDefault(); box.click(); } },
    }, picture, h("b", { dir: "auto" }, note.title), note.excerpt && h("span", { dir: "auto" }, note.excerpt), told && h("small", {}, told));
    const box = edited && h("input", {
      type: "checkbox", checked: edited.selected.has(note.id), "aria-label": `Select ${note.title}`, "data-action": "select",
      onchange: () => { if (box.checked) edited.selected.set(note.id, note.title); else edited.selected.delete(note.id); showSelection(); },
    });
    const item = h("li", { "data-note": note.id, class: edited && "entry" }, box, link);
    if (edited && memory.sort === "order" && !memory.search) makeMovable(item, note.title);
    return item;
  }

  // Moves a note to the place of another one, which `target` finds in the list as it is then.
  function move(note, target, action) {
    moving = moving.then(async () => {
      const place = target(rows.querySelector(`[data-note="${note}"]`))?.dataset.note;
      if (!place) return;
      try {
        await api.post("order", { note, place, revision });
      } catch (error) {
        notify(error.status === 412 ? "The notes have changed meanwhile. Try again." : error.message);
      }
      wanted = { note, action };
      load(true);
      // The next move needs the list as it is then.
      for (let shown = null; shown !== latest; await shown) shown = latest;
    });
  }

  function makeMovable(item, title) {
    const { note } = item.dataset;
    const up = () => move(note, (row) => row?.previousElementSibling, "earlier");
    const down = () => move(note, (row) => row?.nextElementSibling, "later");
    const handle = h("span", { class: "grip", "aria-hidden": "true", onpointerdown: (event) => drag(event, handle, item) }, "≡");
    item.append(h("span", { class: "actions" },
      button("↑", up, { "aria-label": `Move ${title} up`, "data-action": "earlier" }),
      button("↓", down, { "aria-label": `Move ${title} down`, "data-action": "later" }), handle));
  }

  // A row follows the pointer, and takes the place of the one on which it is dropped.
  function drag(event, handle, item) {
    if (event.button) return;
    event.preventDefault();
    isDragging = true;
    handle.setPointerCapture(event.pointerId);
    let target = null;
    item.classList.add("dragged");
    const follow = ({ clientX, clientY }) => {
      if (clientY < 80) scrollBy(0, -20); else if (clientY > innerHeight - 80) scrollBy(0, 20);
      target?.classList.remove("above", "below");
      target = document.elementsFromPoint(clientX, clientY).map((element) => element.closest(".rows li")).find((other) => other && other !== item) ?? null;
      const isBelow = target && item.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
      target?.classList.add(isBelow ? "below" : "above");
    };
    const drop = ({ type }) => {
      handle.removeEventListener("pointermove", follow);
      for (const name of ["pointerup", "pointercancel"]) handle.removeEventListener(name, drop);
      item.classList.remove("dragged");
      target?.classList.remove("above", "below");
      isDragging = false;
      if (type === "pointerup" && target) move(item.dataset.note, () => target, "earlier"); else load(true);
    };
    handle.addEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, drop);
  }

  const edit = button("Edit", () => (edited ? finish() : begin()));
  const erase = button("Delete", () => eraseSelected(), { class: "primary" });
  const selection = h("div", { class: "selection actions", role: "group", "aria-label": "Selected notes", hidden: true },
    h("span", { class: "count", role: "status" }), erase, button("Done", finish));

  // The list is edited in the owner's order, in which notes can be moved.
  function begin() {
    edited = { sort: memory.sort, selected: new Map() };
    if (!memory.search) sort.value = memory.sort = "order";
    showEditing();
  }

  function finish() {
    sort.value = memory.sort = edited.sort;
    edited = null;
    showEditing();
    edit.focus();
  }

  function showEditing() {
    edit.textContent = edited ? "Done" : "Edit";
    selection.hidden = !edited;
    sort.disabled = Boolean(edited);
    showSelection();
    load(true);
  }

  function showSelection() {
    const count = edited?.selected.size ?? 0;
    selection.firstChild.textContent = count === 0 ? "Select notes to delete them." : `${count} selected`;
    erase.disabled = count === 0 || isErasing;
  }

  async function eraseSelected() {
    const { selected } = edited;
    const [entries, problems] = [[], []];
    isErasing = true;
    showSelection();
    edit.focus();
    for (const [id, title] of [...selected]) {
      try {
        const { version } = await api.get(`notes/${id}`);
        entries.push((await api.remove(`notes/${id}`, null, version)).entry);
        selected.delete(id);
      } catch (error) {
        problems.push(`“${title}” was not deleted: ${error.message}`);
      }
    }
    isErasing = false;
    showSelection();
    await load(true);
    const told = entries.length > 0 ? [`${plural(entries.length, "note is", "notes are")} in the trash.`] : [];
    notify([...told, ...problems].join(" "), entries.length > 0 && { label: "Undo", run: () => restore(entries) });
  }

  // The last one goes back first, so that each finds its place.
  async function restore(entries) {
    for (const entry of entries.toReversed()) await api.post(`trash/${entry}`).catch((error) => notify(error.message));
    load(true);
  }

  const search = h("input", {
    type: "search", value: memory.search, "aria-label": "Search notes", placeholder: "Search", autocomplete: "off",
    oninput: debounced(120, () => { memory.search = search.value.trim(); loaded = 0; load(true); }),
  });
  const sort = h("select", { "aria-label": "Order", onchange: () => { memory.sort = sort.value; load(true); } },
    [["title", "By title"], ["date", "Newest first"], ["oldest", "Oldest first"], ["order", "In your order"]].map(([value, label]) =>
      h("option", { value, selected: value === memory.sort }, label)));
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !more.hidden) load(false);
  }, { rootMargin: "600px" });
  watcher.observe(more);

  // On narrow screens, what is used less often is behind a button.
  const menu = button("More", () => menu.setAttribute("aria-expanded", String(menu.ariaExpanded !== "true")), { class: "more", "aria-expanded": "false" });
  const unsaved = h("section", { class: "unsaved", "aria-label": "Not saved yet", hidden: true });

  // Drafts of pages that are not open: the editor ended, the browser crashed, or the note was deleted.
  async function showDrafts() {
    await openDrafts();
    const inUse = await openPages();
    const left = (await drafts()).filter((draft) => !inUse.has(draft.id));
    const isMarked = left.length > 0 || unsavedNotes.size > 0;
    unsavedNotes = new Set(left.map((draft) => draft.note));
    unsaved.hidden = left.length === 0;
    unsaved.replaceChildren(h("h2", {}, "Not saved yet"), h("ul", { class: "rows" }, left.map((draft) => {
      const name = draft.title || draft.body.slice(0, 60) || "Untitled";
      return h("li", { class: "entry" },
        h("a", { href: `#/draft/${draft.id}` }, h("b", { dir: "auto" }, name), h("small", {}, moment(draft.time))),
        button("Discard", async () => { await Promise.all([removeDraft(draft.id), removeRecordings(draft.id)]); showDrafts(); }, { "aria-label": `Discard the draft of ${name}` }));
    })));
    if (isMarked) load(true);
  }

  await load(true);
  showDrafts().catch(() => {});
  return {
    title: "Notes",
    element: h("div", { class: "list" },
      h("header", {}, h("h1", {}, "Notes"),
        h("nav", { "aria-label": "Add and find" },
          h("a", { class: "primary", href: "#/new/note" }, "New note"), menu,
          h("span", { class: "menu" }, h("a", { href: "#/new/napkin" }, "New napkin"), h("a", { href: "#/new/lecture" }, "New lecture"),
            button("New deck", newDeck), h("a", { href: "#/trash" }, "Trash"),
            h("a", { href: "../index.html", target: "_blank", rel: "noopener" }, "Site"),
            button("End session", endSession)))),
      unsaved, h("div", { class: "find-row" }, search, sort, edit), facts, rows, more, selection),
    changed: (state) => { if (state.revision !== revision) load(true); },
    shown: () => scrollTo(0, memory.place),
    close: () => {
      Object.assign(memory, { loaded, place: scrollY });
      if (edited) memory.sort = edited.sort;
      watcher.disconnect();
    },
  };
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

// Somebody else may use this browser next.
async function endSession() {
  const left = (await drafts()).length;
  const lost = left > 0 && ` ${plural(left, "unsaved draft", "unsaved drafts")} in this browser will be deleted.`;
  if (await ask("End the session?", [["End it", true], ["Stay", null]], h("p", {}, "You will need a new link to use the editor in this browser again.", lost)) !== true) return;
  try {
    await api.remove("session");
  } catch (error) {
    return notify(error.message);
  }
  await removeDrafts();
  for (const key of Object.keys(localStorage)) if (key.startsWith("notebinder.card.")) localStorage.removeItem(key);
  location.reload();
}
