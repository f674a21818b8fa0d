// The trash: deleted notes and cards, and versions that were replaced.
import * as api from "./api.js";
import { ask, button, h, moment, notify, plural } from "./dom.js";

export async function open() {
  const selected = new Map();
  const rows = h("ul", { class: "rows" });
  const isEmpty = h("p", { hidden: true }, "The trash is empty.");
  const empty = button("Empty the trash", () => purge());
  const selection = h("div", { class: "selection actions", role: "group", "aria-label": "Selected entries", hidden: true },
    h("span", { class: "count", role: "status" }), button("Restore", restore, { class: "primary" }), button("Delete for good", () => purge([...selected.keys()])));

  async function load() {
    const entries = await api.get("trash");
    for (const id of selected.keys()) if (!entries.some((entry) => entry.id === id)) selected.delete(id);
    isEmpty.hidden = entries.length > 0;
    empty.hidden = entries.length === 0;
    rows.replaceChildren(...entries.map(row));
    showSelection();
  }

  function row(entry) {
    const what = entry.isEarlierVersion ? `Earlier version${entry.isCard ? " of a card" : ""}` : entry.isCard ? "Deleted card" : "Deleted note";
    const told = [what, entry.date && moment(entry.date), entry.photos > 0 && plural(entry.photos, "photo", "photos")].filter(Boolean).join(" · ");
    const box = h("input", { type: "checkbox", checked: selected.has(entry.id), "aria-label": `Select ${entry.title}`, onchange: () => {
      if (box.checked) selected.set(entry.id, entry); else selected.delete(entry.id);
      showSelection();
    } });
    return h("li", { class: "entry" }, box, h("label", { class: "entry-text", onclick: () => box.click() },
      entry.photo !== null && h("img", { src: `api/trash/${entry.id}/photos/${entry.photo}`, alt: "", loading: "lazy" }),
      h("b", { dir: "auto" }, entry.title), entry.excerpt && h("span", { dir: "auto" }, entry.excerpt), h("small", {}, told)));
  }

  function showSelection() {
    selection.hidden = selected.size === 0;
    selection.firstChild.textContent = `${selected.size} selected`;
  }

  // The oldest first: of several versions of a note, the newest is shown in the end.
  async function restore() {
    const restored = [];
    for (const entry of [...selected.values()].sort((one, other) => (one.date ?? "").localeCompare(other.date ?? ""))) {
      try {
        restored.push((await api.post(`trash/${entry.id}`)).id);
      } catch (error) {
        notify(`“${entry.title}” was not restored: ${error.message}`);
      }
    }
    selected.clear();
    await load();
    const [id] = restored;
    if (restored.length > 0) notify(`${plural(restored.length, "entry is", "entries are")} restored.`, id && restored.length === 1 && { label: "Open", run: () => { location.hash = `#/note/${id}`; } });
  }

  // Deletes some entries; all of them if none are named.
  async function purge(ids = null) {
    const what = ids ? plural(ids.length, "entry", "entries") : "everything in the trash";
    if (await ask(`Delete ${what} for good?`, [["Delete", true], ["Keep it", null]], h("p", {}, "This cannot be undone.")) !== true) return;
    try {
      for (const id of ids ?? [""]) await api.remove(id ? `trash/${id}` : "trash");
    } catch (error) {
      notify(error.message);
    }
    await load();
  }

  await load();
  return {
    title: "Trash",
    element: h("div", { class: "list" },
      h("header", {}, h("h1", {}, "Trash"), h("nav", {}, h("a", { href: "#/" }, "All notes"), empty)),
      h("p", { class: "count" }, "Restoring an earlier version puts the present one here in its place."), isEmpty, rows, selection),
    changed: () => load().catch(() => {}),
  };
}
