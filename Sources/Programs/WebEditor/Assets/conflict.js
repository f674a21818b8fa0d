// A note that was changed here and elsewhere: both versions side by side.
import { ask, h, plural } from "./dom.js";

function version(name, { title, body, photos, pages }) {
  return h("section", { class: "version", tabindex: "0", "aria-label": name },
    h("h3", {}, name), h("p", { dir: "auto" }, h("b", {}, title)), h("pre", { dir: "auto" }, body),
    h("p", { class: "count" }, [plural(photos.length, "photo", "photos"), pages && plural(pages.length, "page", "pages")].filter(Boolean).join(" · ")));
}

const both = (mine, theirs) => h("div", { class: "versions" }, version("Yours", mine), version("The other", theirs));

// `told` says where and when the other version was made. Returns "mine", "theirs" or "both"; null if
// the question is dismissed.
export function resolve(mine, theirs, told) {
  return ask(told, [
    ["Keep both", "both"], ["Keep mine", "mine"], ["Keep the other", "theirs"], ["Decide later", null],
  ], h("div", {},
    h("p", {}, "“Keep both” saves yours as a note of its own. With “Keep mine” the other goes to the trash; with “Keep the other” yours goes there."),
    both(mine, theirs)), true);
}

// Asks whether a note is to be deleted.
export function confirmDeletion(title, isChanged = false) {
  return ask(`Delete “${title}”?`, [["Delete", true], ["Keep it", null]],
    h("p", {}, `It goes to the trash${isChanged ? ", and what you have not saved is lost" : ""}.`));
}

// Asks whether a note that was changed elsewhere is to be deleted as it is now.
export function confirmDeletionOfBoth(mine, theirs, told) {
  return ask(`${told} Delete it?`, [["Delete the present version", true], ["Keep it", null]],
    h("div", {}, h("p", {}, "It goes to the trash."), both(mine, theirs)), true);
}
