// The trash: deleted notes and cards, and versions that were replaced.
import * as api from "./api.js";
import { ask, button, h, moment, notify, plural } from "./dom.js";

export async function open() {
  const selected = new Map();
  let shown = "";
  let requests = 0;
  const heading = h("h1", { tabindex: "-1" }, "Trash");
  const rows = h("ul", { class: "rows" });
  const isEmpty = h("p", { hidden: true }, "The trash is empty.");
  const empty = button("Empty the trash", () => purge(JSON.parse(shown).map((entry) => entry.id), "everything in the trash"));
  const selection = h("div", { class: "selection actions", role: "group", "aria-label": "Selected items", hidden: true },
    h("span", { class: "count", role: "status" }), button("Restore", restore, { class: "primary" }), button("Delete for good", () => purge([...selected.keys()])));

  async function load() {
    const number = ++requests;
    const entries = await api.get("trash");
    if (number !== requests) return;
    for (const id of selected.keys()) if (!entries.some((entry) => entry.id === id)) selected.delete(id);
    if (JSON.stringify(entries) === shown) return;
    shown = JSON.stringify(entries);
    const focused = document.activeElement.closest?.(".entry")?.dataset.entry;
    isEmpty.hidden = entries.length > 0;
    empty.hidden = entries.length === 0;
    rows.replaceChildren(...entries.map(row));
    rows.querySelector(`[data-entry="${focused}"] input`)?.focus();
    showSelection();
  }

  // Shows what is left after entries were restored or deleted.
  async function finish(told) {
    selected.clear();
    await load();
    showSelection();
    (rows.querySelector("input") ?? heading).focus();
    if (told) notify(...told);
  }

  function row(entry) {
    const what = entry.isEarlierVersion ? `Earlier version${entry.isCard ? " of a card" : ""}` : entry.isCard ? "Deleted card" : "Deleted note";
    const told = [what, entry.date && moment(entry.date), entry.photos > 0 && plural(entry.photos, "photo", "photos")].filter(Boolean).join(" · ");
    const box = h("input", { type: "checkbox", checked: selected.has(entry.id), "aria-label": `Select ${entry.title}`, onchange: () => {
      if (box.checked) selected.set(entry.id, entry); else selected.delete(entry.id);
      showSelection();
    } });
    return h("li", { class: "entry", "data-entry": entry.id }, box, h("label", { class: "entry-text", onclick: () => box.click() },
      entry.photo !== null && h("img", { src: `api/trash/${entry.id}/photos/${entry.photo}`, alt: "", loading: "lazy" }),
      h("b", { dir: "auto" }, entry.title), entry.excerpt && h("span", { dir: "auto" }, entry.excerpt), h("small", {}, told)));
  }

  function showSelection() {
    selection.hidden = selected.size === 0;
    selection.firstChild.textContent = `${selected.size} selected`;
  }

  // The oldest first: of several versions of a note, the newest is shown in the end.
  async function restore() {
    const [restored, problems] = [[], []];
    for (const entry of [...selected.values()].sort((one, other) => (one.date ?? "").localeCompare(other.date ?? ""))) {
      try {
        restored.push((await api.post(`trash/${entry.id}`)).id);
      } catch (error) {
        problems.push(`“${entry.title}” was not restored: ${error.message}`);
      }
    }
    const [id] = restored;
    const told = restored.length > 0 ? [`${plural(restored.length, "item", "items")} restored.`] : [];
    await finish([[...told, ...problems].join(" "), id && restored.length === 1 && { label: "Open", run: () => { location.hash = `#/note/${id}`; } }]);
  }

  // Deletes only what was shown when the question was asked.
  async function purge(ids, what = plural(ids.length, "item", "items")) {
    if (await ask(`Delete ${what} for good?`, [["Delete", true], ["Keep it", null]], h("p", {}, "This cannot be undone.")) !== true) return;
    try {
      await api.remove("trash", ids);
    } catch (error) {
      return finish([error.message]);
    }
    await finish();
  }

  await load();
  return {
    title: "Trash",
    element: h("div", { class: "list" },
      h("header", {}, heading, h("nav", {}, h("a", { href: "#/" }, "All notes"), empty)),
      h("p", { class: "count" }, "Restoring an earlier version puts the present one here in its place."), isEmpty, rows, selection),
    changed: () => load().catch(() => {}),
  };
}
