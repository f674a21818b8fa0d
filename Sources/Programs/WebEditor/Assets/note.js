// The screen of a note: title, text, photos, the back of a napkin or the pages of a lecture, and the preview.
import * as api from "./api.js";
import { confirmDeletion, confirmDeletionOfBoth, resolve } from "./conflict.js";
import { ask, button, h, loadStyles, moment, notify } from "./dom.js";
import { announce, drafts, openDrafts, readDraft } from "./drafts.js";
import { added, adding, isAdding, photosOf } from "./media.js";
import { noteDraft } from "./note-draft.js";
import { photoList } from "./photos.js";
import { locked, preview } from "./preview.js";
import { NoteSaving, blank } from "./saving.js";
import { NoteStore } from "./store.js";
import { insertParagraph, removeReferences, showText } from "./text.js";

// Returns what notes of this kind have beyond text and photos; null for a plain note.
async function partOf(note, changed) {
  if (note.pagesProblem) return null;
  if (note.pages || note.kind === "lecture") return (await import("./lecture.js")).lecturePages(changed);
  if (note.kind === "napkin") return (await import("./napkin.js")).napkinBack(changed);
  return null;
}

// A new note, in the forms in which its app stores photos and drawings.
async function fresh(kind) {
  const { photoForm, holdsOnePhoto, drawingForm } = await api.get(`new/${kind}`);
  return { ...blank(kind), ...(kind === "lecture" ? {} : { photoForm, holdsOnePhoto, drawingForm }) };
}

// Returns the note of an address, the draft that is to be restored, and true if the note is gone.
async function load({ id, kind, draft }) {
  await openDrafts();
  let left = draft ? await readDraft(draft) : null;
  if (draft && !left) throw new api.Problem(404, "The draft no longer exists.");
  const note = draft ? left.note : id;
  if (!note) return { saved: await fresh(draft ? left.kind : kind), left };
  try {
    return { saved: await api.get(`notes/${note}`), left };
  } catch (error) {
    left ??= (await drafts()).find((other) => other.note === id);
    if (error.status !== 404 || !left) throw error;
    const earlier = await api.get(`notes/${note}?version=${left.version}`).catch(() => ({ ...blank(left.kind), id: note, version: left.version }));
    return { saved: earlier, left, isGone: true };
  }
}

export async function open(address, { rename }) {
  if (address.page) {
    const { id, kind } = await api.get(`pages?path=${address.page}`);
    location.replace(`#/${kind === "deck" ? "deck" : "note"}/${id}`);
    return { title: "Note", element: h("p") };
  }
  const [start] = await Promise.all([load(address), loadStyles("photos.css")]);
  if (start.saved.kind === "deck") {
    location.replace(`#/deck/${start.saved.id}`);
    return { title: "Deck", element: h("p") };
  }
  if (start.saved.problem && !start.isGone) return locked(start.saved);

  const store = new NoteStore(start.saved);
  const part = await partOf(store.saved, () => changed());
  const draft = noteDraft(store, part, () => saving.isChanged() || saving.isGone);

  const title = h("input", {
    class: "title", "aria-label": "Title", placeholder: "Title", required: true, autocomplete: "off", dir: "auto",
    "data-focus": !store.saved.id, oninput: () => { store.title = title.value; changed(); },
  });
  const body = h("textarea", {
    "aria-label": "Text", placeholder: "Write in Markdown", dir: "auto", rows: 14, spellcheck: "true",
    "data-focus": Boolean(store.saved.id) && !part?.isFirst, oninput: () => { store.body = body.value; changed(); },
    onpaste: (event) => addFiles(event, event.clipboardData),
  });
  const save = button("Save", () => saveAndLeave(), { class: "primary", "aria-keyshortcuts": "Control+Enter", "aria-describedby": "unsaveable" });
  const reason = h("p", { class: "count", id: "unsaveable" });
  const cancel = button("Cancel", leave);
  const status = h("p", { class: "count", role: "status" });
  const banner = h("div", { class: "banner", role: "alert", hidden: true });
  const heading = h("h1", { class: "unseen" });
  const remove = button("Delete", async () => { if (await confirmDeletion(store.saved.title, saving.isChanged()) === true) await saving.erase(); });
  const page = h("a", { target: "_blank", rel: "noopener" }, "Page");
  const bar = h("header", { class: "bar-row" }, cancel, status, save);
  const frame = preview(() => (saving.isGone ? { id: null, note: { title: store.title, body: store.body } } : { id: store.saved.id, note: saving.request({ isPreview: true }) }));
  const view = {
    show, update, leave, isAdding, added, moment, notify, resolve, confirmDeletion: confirmDeletionOfBoth,
    status: (text) => { status.textContent = text; },
    clear: () => { banner.hidden = true; },
    warn: (text, ...actions) => {
      banner.replaceChildren(h("p", {}, text), h("p", { class: "actions" },
        actions.map(([label, run], index) => button(label, run, index === 0 ? { class: "primary" } : {}))));
      banner.hidden = false;
    },
    isFree: () => banner.hidden,
    preview: () => frame.load(),
    saved: (note) => { rename(`#/note/${note.id}`, note.title); tabs.saved(); },
    erased: (note, entry) => {
      const rest = note.isReplacement ? "; the version of its app is shown again"
        : note.isReplaceable ? ", and hidden here; what its app has stored stays as it is" : "";
      notify(`“${note.title}” is in the trash${rest}.`, { label: "Undo", run: () => view.restoreEntry(entry) });
    },
    restoreEntry: (entry) => api.post(`trash/${entry}`)
      .then(({ id }) => { location.hash = id ? `#/note/${id}` : "#/"; }).catch((error) => notify(error.message)),
  };
  const saving = new NoteSaving({ store, part, draft, api, view, isGone: Boolean(start.isGone) });
  const photos = photoList(() => store.saved, store.photos, {
    isOrderFixed: () => store.saved.isPhotoOrderFixed, form: () => store.saved.photoForm, isKind: store.saved.kind, changed,
    inserted: (name) => { insertParagraph(body, `![](${name})`); store.body = body.value; },
    removed: (name) => {
      const before = body.value;
      removeReferences(body, name);
      const after = store.body = body.value;
      return () => {
        if (body.value === after) body.value = before; else if (before !== after) insertParagraph(body, `![](${name})`);
        store.body = body.value;
      };
    },
  });
  const partPlace = part && h("section", { class: "back-part" }, part.element);
  const date = h("p", { class: "count" });
  const flip = button("Flip", () => flip.setAttribute("aria-pressed", String(fields.classList.toggle("turned"))), { class: "flip", "aria-pressed": "false" });

  // Shows the fields of the store, except one that the owner is writing in.
  function show() {
    showText(title, store.title);
    showText(body, store.body);
    title.disabled = Boolean(store.saved.titleProblem);
    title.title = store.saved.titleProblem ?? "";
    photos.show();
    const time = store.saved.modified ?? store.saved.created ?? (store.saved.id ? null : Date.now());
    date.textContent = store.saved.dateText ?? (time ? moment(time) : "");
    // The title is a field; readers of screens find the page by its heading.
    heading.textContent = store.saved.title || `New ${store.saved.kind}`;
    const isThere = Boolean(store.saved.id && !saving.isGone);
    page.href = `api/pages/${store.saved.id}`;
    if (!isThere) for (const element of [remove, page]) element.remove();
    else if (!remove.parentElement) save.before(remove, page);
    update();
  }

  function update() {
    save.disabled = Boolean(saving.running) || !saving.canSave();
    reason.textContent = store.title.trim() ? "" : "A note needs a title to be saved.";
    cancel.textContent = saving.isChanged() ? "Cancel" : "Close";
  }

  function changed() {
    if (/^(Saved|Not saved)/.test(status.textContent)) status.textContent = "";
    update();
    draft.keep();
    frame.changed();
  }

  function addFiles(event, transfer) {
    const files = photosOf(transfer);
    const others = (transfer?.files.length ?? 0) - files.length;
    if (others > 0) notify(others === 1 ? "One file is no picture, and was not added." : `${others} files are no pictures, and were not added.`);
    if (files.length === 0 || store.saved.pagesProblem) return;
    event.preventDefault();
    if (store.saved.photosProblem) return notify(store.saved.photosProblem);
    adding(photos.add(files));
  }

  async function saveAndLeave() {
    saving.isSetAside = false;
    if (await saving.save() && !saving.isSetAside) leave();
  }

  async function mayLeave() {
    await saving.running;
    if (!saving.isChanged()) return true;
    const canKeep = Boolean(store.title.trim());
    const answer = await ask(canKeep ? "Save the changes?" : "Discard the changes?",
      canKeep ? [["Save", "save"], ["Discard", "discard"], ["Keep editing", null]] : [["Keep editing", null], ["Discard", "discard"]],
      canKeep ? null : h("p", {}, "Without a title the note cannot be saved."));
    if (answer === "save") return saving.save();
    if (answer !== "discard") return false;
    draft.forget();
    part?.cancel?.();
    saving.isGone = false;
    saving.take(store.saved);
    draft.keep.cancel();
    return true;
  }

  function leave() {
    location.hash = "#/";
  }

  const tabs = announce(() => ({ note: store.saved.id, draft: draft.id() }), {
    opened: () => { status.textContent = "This note is open in another tab as well."; },
    saved: () => saving.look(),
  });

  function keys(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (document.querySelector("dialog[open]") || event.isComposing) return;
    if (isCommand && event.key.toLowerCase() === "s") { event.preventDefault(); saving.save(); }
    else if (isCommand && event.key === "Enter") { event.preventDefault(); saveAndLeave(); }
    else if (event.key === "Escape" && !partPlace?.contains(event.target)) leave();
  }

  const media = store.saved.pagesProblem ? h("p", { class: "count" }, store.saved.pagesProblem) : photos.element;
  // A napkin has two sides, of which one is shown.
  const fields = h("div", { class: part?.isBack ? "fields napkin" : "fields" }, title, reason, date,
    part?.isBack ? [flip, h("div", { class: "front" }, body, media), partPlace] : part?.isFirst ? [partPlace, body, media] : [body, media]);
  document.addEventListener("keydown", keys);
  const flush = () => draft.keep.flush();
  for (const event of ["beforeunload", "pagehide"]) addEventListener(event, flush);
  part?.useDraft?.(draft.id);
  saving.take(store.saved);
  if (store.saved.isReplaceable) status.textContent = "The app’s database is never written: the changed note is saved in a file of its own and shown instead.";
  if (start.left) saving.restore(start.left); else if (saving.isGone) saving.lose();
  else draft.offer(view, (left) => saving.restore(left));
  const isWide = matchMedia("(min-width: 60rem)").matches;
  return {
    title: store.saved.title || "New note",
    element: h("div", {
      class: "edit", ondragover: (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); },
      ondrop: (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); addFiles(event, event.dataTransfer); },
    },
      heading, bar, banner,
      h("div", { class: "panes" },
        fields,
        h("details", { class: "preview-part", open: isWide, ontoggle: (event) => event.target.open && frame.load() }, h("summary", {}, "Preview"), frame.element))),
    shown: () => { part?.shown?.(); if (isWide) frame.load(); },
    mayLeave, isChanged: () => saving.isChanged(), changed: () => saving.look(),
    close: () => {
      document.removeEventListener("keydown", keys);
      for (const event of ["beforeunload", "pagehide"]) removeEventListener(event, flush);
      draft.close();
      frame.close();
      part?.close?.();
      tabs.close();
    },
  };
}
