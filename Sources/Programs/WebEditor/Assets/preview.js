// The preview: the page that the next build would publish, in a frame without scripts.
import * as api from "./api.js";
import { debounced, h } from "./dom.js";

// `note` returns what is to be shown: the identifier of the saved note, and the changes.
export function preview(note) {
  const frame = h("iframe", { title: "Preview", sandbox: "allow-same-origin", tabindex: "0" });
  const status = h("p", { class: "frame-status", role: "status", hidden: true });
  let asked = null;
  let scrolled = 0;
  // Links would leave the preview.
  frame.addEventListener("load", () => {
    const page = frame.contentDocument;
    page?.addEventListener("click", (event) => { if (event.target.closest("a")) event.preventDefault(); });
    frame.contentWindow?.scrollTo(0, scrolled);
  });

  async function load() {
    asked?.abort();
    asked = new AbortController();
    try {
      const { page } = await api.post("preview", note(), asked.signal);
      scrolled = frame.contentWindow?.scrollY ?? 0;
      // Neither would work there, and browsers complain about each.
      frame.srcdoc = page.replace(/<script\b[^>]*><\/script>| autofocus\b/g, "");
      status.hidden = true;
    } catch (error) {
      if (error.name === "AbortError") return;
      status.textContent = error.message;
      status.hidden = false;
    }
  }

  const later = debounced(350, load);
  return {
    element: h("div", { class: "page-frame" }, status, frame),
    changed: later, load,
    close: () => { later.cancel(); asked?.abort(); },
  };
}

// The screen of a note that cannot be changed: why, and its page.
export function locked(note) {
  const frame = preview(() => ({ id: note.id, note: {} }));
  return {
    title: note.title,
    element: h("div", { class: "edit" }, h("header", { class: "bar-row" }, h("a", { href: "#/" }, "All notes")),
      h("h1", { dir: "auto" }, note.title), h("p", { class: "banner" }, note.problem), frame.element),
    shown: frame.load, close: frame.close,
  };
}
