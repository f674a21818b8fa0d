// What photos, recordings and the pictures on pages have in common: addresses, uploads, pickers, and
// removal that can be undone.
import { h, notify } from "./dom.js";

// Files that are being added: the note waits for them when it is saved.
const pending = new Set();

export const isAdding = () => pending.size > 0;

export function adding(work) {
  const done = work.finally(() => pending.delete(done));
  pending.add(done);
  return done;
}

export async function added() {
  while (pending.size > 0) await Promise.allSettled(pending);
}

// Browsers cache media by address, and another version of the note may have others in their places; an
// earlier one has its own.
export const addressOf = (saved, kind, item, query = "") => (item.upload ? `api/uploads/${item.upload}?${query}`
  : `api/notes/${saved.id}/${kind}/${item.kept}?${query}&${saved.isEarlier ? "earlier" : "version"}=${saved.version}`);

// Calls `add` for one file after the other. Returns true if all were added.
export async function addAll(files, status, add) {
  const problems = [];
  for (const file of files) {
    status.textContent = `Adding ${file.name || "a file"}…`;
    try {
      await add(file);
    } catch (error) {
      problems.push(error.message);
    }
  }
  status.textContent = "";
  if (problems.length > 0) notify(problems.join(" "));
  return problems.length === 0;
}

// Removes an item from a list, and offers to put it back while `version` returns the same.
export function removeItem(items, item, { told, version, changed, putBack = (index) => items.splice(index, 0, item) }) {
  const [index, before] = [items.indexOf(item), version()];
  if (index < 0) return;
  items.splice(index, 1);
  changed();
  notify(told, { label: "Undo", run: () => {
    if (version() !== before) return notify("The note has been saved since; its earlier version is in the trash.");
    putBack(index);
    changed();
  } });
}

// Returns a button that opens files, for which `add` is called.
export function picker(label, attributes, add, purpose = "Add photos") {
  const input = h("input", {
    type: "file", class: "hidden-input", "aria-label": `${purpose}: ${label}`,
    onchange: () => { const files = [...input.files]; input.value = ""; adding(add(files)); }, ...attributes,
  });
  return h("label", { class: "pick" }, input, h("span", { "aria-hidden": "true" }, label));
}

// Without the types of HEIC, Safari would convert the photos.
export const photoPickers = (add) => [
  picker("Camera", { accept: "image/*", capture: "environment" }, add),
  picker("Library", { accept: "image/*,image/heic,image/heif,image/avif", multiple: true }, add),
];

// Returns the photos of a paste or a drop.
export function photosOf(transfer) {
  return [...(transfer?.files ?? [])].filter((file) => file.type.startsWith("image/") || /\.(heic|heif|avif)$/i.test(file.name));
}
