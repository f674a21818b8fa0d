// The screen of a note that cannot be changed: why, and its page.
import { h } from "./dom.js";
import { preview } from "./preview.js";

export function locked(note) {
  const frame = preview(() => ({ id: note.id, note: {} }));
  return {
    title: note.title,
    element: h("div", { class: "edit" }, h("header", { class: "bar-row" }, h("a", { href: "#/" }, "All notes")),
      h("h1", { dir: "auto" }, note.title), h("p", { class: "banner" }, note.problem), frame.element),
    shown: frame.load, close: frame.close,
  };
}
