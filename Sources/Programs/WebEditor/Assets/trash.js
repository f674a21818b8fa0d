// The trash: deleted notes and cards, and versions that were replaced.
import * as api from "./api.js";
import { button, h, moment, notify } from "./dom.js";

export async function open() {
  const rows = h("ul", { class: "rows" });
  const isEmpty = h("p", { hidden: true }, "The trash is empty.");

  async function load() {
    const entries = await api.get("trash");
    isEmpty.hidden = entries.length > 0;
    rows.replaceChildren(...entries.map(row));
  }

  function row(entry) {
    const what = entry.isEarlierVersion ? `Earlier version${entry.isCard ? " of a card" : ""}` : entry.isCard ? "Deleted card" : "Deleted note";
    return h("li", { class: "entry" },
      h("div", {}, h("b", { dir: "auto" }, entry.title),
        h("small", {}, [what, entry.date && moment(entry.date)].filter(Boolean).join(" · "))),
      button("Restore", () => restore(entry), { "aria-label": `Restore ${entry.title}` }));
  }

  async function restore(entry) {
    try {
      const { id } = await api.post(`trash/${entry.id}`);
      notify(`Restored “${entry.title}”.`, id && { label: "Open", run: () => { location.hash = `#/note/${id}`; } });
      await load();
    } catch (error) {
      notify(error.message);
    }
  }

  await load();
  return {
    title: "Trash",
    element: h("div", { class: "list" },
      h("header", {}, h("h1", {}, "Trash"), h("nav", {}, h("a", { href: "#/" }, "All notes"))),
      h("p", { class: "count" }, "Restoring an earlier version puts the present one here in its place."), isEmpty, rows),
    changed: () => load().catch(() => {}),
  };
}
