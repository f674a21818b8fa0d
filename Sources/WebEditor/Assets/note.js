// The screen of a note: title, text, photos, the back of a napkin or the pages of a lecture, and the preview.
import * as api from "./api.js";
import { resolve } from "./conflict.js";
import { ask, button, debounced, h, moment, notify } from "./dom.js";
import { announce, readDraft, removeDraft, writeDraft } from "./drafts.js";
import { locked } from "./locked.js";
import { photoList, photosOf } from "./photos.js";
import { preview } from "./preview.js";

const blank = (kind) => ({ id: null, version: null, kind, title: "", body: "", photos: [], recordings: [], drawing: null, photoForm: kind === "lecture" ? "names" : "data" });

// Returns what notes of this kind have beyond text and photos; null for a plain note.
async function partOf(note, changed) {
  if (note.pages || note.kind === "lecture") return (await import("./lecture.js")).lecturePages(changed);
  if (note.kind === "napkin") return (await import("./napkin.js")).napkinBack(changed);
  return null;
}

export async function open({ id, kind }) {
  let saved = id ? await api.get(`notes/${id}`) : blank(kind);
  if (saved.kind === "deck") {
    location.replace(`#/deck/${id}`);
    return { title: "Deck", element: h("p") };
  }
  if (saved.problem) return locked(saved);

  // What the page shows: the note with its unsaved changes.
  const note = { title: "", body: "", photos: [], part: null };
  let isSaving = false;
  const part = await partOf(saved, () => { note.part = part.state(); changed(); });

  const key = () => saved.id ?? `new-${saved.kind}`;
  const title = h("input", {
    class: "title", "aria-label": "Title", placeholder: "Title", required: true, autocomplete: "off", dir: "auto",
    "data-focus": !id, oninput: () => { note.title = title.value; changed(); },
  });
  const body = h("textarea", {
    "aria-label": "Text", placeholder: "Write in Markdown", dir: "auto", rows: 14, spellcheck: "true",
    "data-focus": Boolean(id) && !part?.isFirst, oninput: () => { note.body = body.value; changed(); },
    onpaste: (event) => addFiles(event, event.clipboardData),
  });
  const save = button("Save", () => store(), { class: "primary", "aria-keyshortcuts": "Control+S" });
  const cancel = button("Cancel", () => leave());
  const status = h("p", { class: "count", role: "status" });
  const banner = h("div", { class: "banner", role: "alert", hidden: true });
  const frame = preview(() => ({ id: saved.id, note: sent({ isPreview: true }) }));
  const photos = photoList(() => saved, note.photos, {
    form: () => saved.photoForm, isKind: saved.kind, changed,
    inserted: (name) => insert(`![](${name})`), removed: removeReference,
  });
  const partPlace = part && h("section", { class: "back-part" }, part.element);

  function take(source) {
    note.title = source.title;
    note.body = source.body;
    note.photos.splice(0, note.photos.length, ...source.photos.map((photo) => ({ ...photo })));
    note.part = stateOf(source);
    title.value = note.title;
    body.value = note.body;
    title.disabled = Boolean(saved.titleProblem);
    title.title = saved.titleProblem ?? "";
    photos.show();
    part?.take(note.part, saved);
    update();
  }

  // The state of the part in what the page shows, a draft or a saved note.
  const stateOf = (value) => (value.part === undefined ? part?.stateOf(value) ?? null : value.part);
  const comparablePhotos = (value) => JSON.stringify(value.photos.map((photo) => [photo.kept ?? photo.upload, photo.caption ?? ""]));
  const comparable = (value) => JSON.stringify([value.title, value.body, stateOf(value), comparablePhotos(value)]);
  const isChanged = () => comparable(note) !== comparable(saved);

  // The note as it is sent: without what did not change.
  function sent({ isPreview = false, asNew = false } = {}) {
    const value = { title: note.title, body: note.body };
    if (!saved.id || asNew) value.kind = saved.kind;
    const hasPhotos = isPreview || asNew || comparablePhotos(note) !== comparablePhotos(saved);
    if (hasPhotos) {
      value.photos = note.photos.map((photo) => ({
        kept: photo.kept, upload: photo.upload, name: photo.name, thumbnail: photo.thumbnail,
        caption: photo.upload || photo.isCaptioned ? photo.caption ?? "" : undefined,
        of: asNew && !photo.upload ? saved.id : undefined,
      }));
    }
    return { ...value, ...part?.sent({ isPreview, asNew, hasPhotos }) };
  }

  function update() {
    const dirty = isChanged();
    save.disabled = isSaving || !note.title.trim() || (!dirty && Boolean(saved.id));
    cancel.textContent = dirty ? "Cancel" : "Close";
  }

  const keep = debounced(200, () => {
    if (!isChanged()) return removeDraft(key());
    if (!writeDraft(key(), { version: saved.version, ...note })) notify("This draft is too large to be kept in this browser. Save it soon.");
  });

  function changed() {
    update();
    keep();
    frame.changed();
  }

  function insert(text) {
    const at = body.selectionEnd ?? body.value.length;
    const before = body.value.slice(0, at);
    const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    const after = body.value.slice(at).startsWith("\n") ? "" : "\n";
    body.setRangeText(lead + text + after, at, at, "end");
    note.body = body.value;
  }

  function removeReference(name) {
    if (!name) return;
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const reference = new RegExp(`\\n{0,2}!\\[[^\\]]*\\]\\(<?${escaped}>?[^)]*\\)\\n?`, "g");
    // What was around the reference stays apart as it was before.
    body.value = body.value.replace(reference, (found, at, text) => {
      const isBetween = at > 0 && at + found.length < text.length;
      return isBetween && found.includes("\n") ? "\n" : "";
    });
    note.body = body.value;
  }

  function addFiles(event, transfer) {
    const files = photosOf(transfer);
    if (files.length === 0) return;
    event.preventDefault();
    photos.add(files);
  }

  async function store({ version = saved.version, asNew = false } = {}) {
    if (save.disabled && version === saved.version && !asNew) return false;
    isSaving = true;
    update();
    status.textContent = "Saving…";
    try {
      await part?.prepare();
      const value = sent({ asNew });
      const old = key();
      saved = !saved.id || asNew ? await api.post("notes", value) : await api.put(`notes/${saved.id}`, value, version);
      keep.cancel();
      removeDraft(old);
      take(saved);
      tabs?.saved();
      if (location.hash !== `#/note/${saved.id}`) {
        location.replace(`#/note/${saved.id}`);
      } else {
        status.textContent = "Saved.";
      }
      return true;
    } catch (error) {
      status.textContent = "";
      if (error.status === 412) return await settle(error.present);
      notify(error.message);
      return false;
    } finally {
      isSaving = false;
      update();
    }
  }

  // Lets the owner choose between the version of this page and the present one.
  async function settle(present) {
    switch (await resolve({ ...note, pages: note.part?.pages }, present)) {
    case "mine": return store({ version: present.version });
    case "theirs":
      removeDraft(key());
      saved = present;
      take(saved);
      frame.load();
      return true;
    case "both":
      note.title = `${note.title} (2)`;
      return store({ asNew: true });
    default: return false;
    }
  }

  async function mayLeave() {
    if (!isChanged()) return true;
    const answer = await ask("Save the changes?", [["Save", "save"], ["Discard", "discard"], ["Keep editing", null]]);
    if (answer === "save") return store();
    if (answer !== "discard") return false;
    keep.cancel();
    removeDraft(key());
    note.title = saved.title;
    take(saved);
    return true;
  }

  function leave() {
    location.hash = "#/";
  }

  async function erase() {
    try {
      const { entry } = await api.remove(`notes/${saved.id}`, null, saved.version);
      keep.cancel();
      removeDraft(key());
      take(saved);
      leave();
      const rest = saved.isReplacement ? "; the version of its app is shown again" : "";
      notify(`“${saved.title}” is in the trash${rest}.`, { label: "Undo", run: async () => {
        try {
          const { id: restored } = await api.post(`trash/${entry}`);
          location.hash = restored ? `#/note/${restored}` : "#/";
        } catch (error) {
          notify(error.message);
        }
      } });
    } catch (error) {
      if (error.status === 412) return settle(error.present);
      notify(error.message);
    }
  }

  function warn(text, ...actions) {
    banner.replaceChildren(h("p", {}, text), h("p", { class: "actions" }, actions));
    banner.hidden = false;
  }

  // Offers what a crash or a closed tab has left.
  function offerDraft() {
    const draft = readDraft(key());
    if (!draft || comparable(draft) === comparable(note)) return removeDraft(key());
    warn(`There is an unsaved draft of ${moment(draft.time)}.`,
      button("Restore the draft", () => { banner.hidden = true; take(draft); if (draft.version) saved.version = draft.version; frame.load(); }, { class: "primary" }),
      button("Discard it", () => { banner.hidden = true; removeDraft(key()); }));
  }

  // Looks whether another program or tab has changed the note.
  async function look() {
    if (!saved.id || isSaving) return;
    const present = await api.get(`notes/${saved.id}`).catch(() => null);
    if (!present || present.version === saved.version || isSaving) return;
    if (!isChanged()) {
      saved = present;
      take(saved);
      status.textContent = "Changed elsewhere; this is the new version.";
      return frame.load();
    }
    warn("This note was changed elsewhere.", button("Compare", () => { banner.hidden = true; settle(present); }, { class: "primary" }));
  }

  const tabs = saved.id && announce(saved.id, {
    opened: () => { status.textContent = "This note is open in another tab as well."; },
    saved: look,
  });

  function keys(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (document.querySelector("dialog[open]")) return;
    if (isCommand && event.key.toLowerCase() === "s") { event.preventDefault(); store(); }
    else if (isCommand && event.key === "Enter") { event.preventDefault(); store().then((isDone) => isDone && leave()); }
    else if (event.key === "Escape" && !partPlace?.contains(event.target)) leave();
  }

  document.addEventListener("keydown", keys);
  const flush = () => keep.flush();
  addEventListener("pagehide", flush);
  take(saved);
  if (saved.isReplaceable) status.textContent = "The app’s database is never written: the changed note is saved in a file of its own and shown instead.";
  offerDraft();
  return {
    title: saved.title || "New note",
    element: h("div", {
      class: "edit", ondragover: (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); },
      ondrop: (event) => addFiles(event, event.dataTransfer),
    },
      // The title is a field; readers of screens find the page by its heading.
      h("h1", { class: "unseen" }, saved.title || `New ${saved.kind}`),
      h("header", { class: "bar-row" }, cancel, status, saved.id && !saved.isReplaceable && button("Delete", erase), save), banner,
      h("div", { class: "panes" },
        h("div", { class: "fields" }, title, part?.isFirst ? [partPlace, body] : [body, partPlace], photos.element),
        h("details", { class: "preview-part", open: matchMedia("(min-width: 60rem)").matches,
          ontoggle: (event) => event.target.open && frame.load() }, h("summary", {}, "Preview"), frame.element))),
    shown: () => { part?.shown?.(); if (matchMedia("(min-width: 60rem)").matches) frame.load(); },
    mayLeave, isChanged, changed: look,
    close: () => {
      document.removeEventListener("keydown", keys);
      removeEventListener("pagehide", flush);
      keep.flush();
      frame.close();
      part?.close?.();
      tabs?.close();
    },
  };
}
