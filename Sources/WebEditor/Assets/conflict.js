// A note that was changed here and elsewhere: both versions side by side.
import { ask, h, plural } from "./dom.js";

function version(name, { title, body, photos, pages }) {
  return h("section", { class: "version", tabindex: "0", "aria-label": name },
    h("h3", {}, name), h("p", { dir: "auto" }, h("b", {}, title)), h("pre", { dir: "auto" }, body),
    h("p", { class: "count" }, [plural(photos.length, "photo", "photos"), pages && plural(pages.length, "page", "pages")].filter(Boolean).join(" · ")));
}

// Returns "mine", "theirs" or "both"; null if the question is dismissed.
export function resolve(mine, theirs) {
  return ask("This note was changed elsewhere as well", [
    ["Keep both", "both"], ["Keep mine", "mine"], ["Keep the other", "theirs"], ["Decide later", null],
  ], h("div", {},
    h("p", {}, "“Keep both” saves yours as a note of its own. What you replace goes to the trash."),
    h("div", { class: "versions" },
      version("Yours", mine), version("The other", theirs))));
}
