// The screen of a note: title, text, photos, the back of a napkin or the pages of a lecture, and the preview.
import { added, adding, isAdding } from "./adding.js";
import * as api from "./api.js";
import { confirmDeletion, confirmDeletionOfBoth, resolve } from "./conflict.js";
import { ask, button, h, loadStyles, moment, notify } from "./dom.js";
import { announce, drafts, openDrafts, readDraft } from "./drafts.js";
import { locked } from "./locked.js";
import { noteDraft } from "./note-draft.js";
import { photosOf } from "./media.js";
import { photoList } from "./photos.js";
import { preview } from "./preview.js";
import { NoteStore, lacking } from "./store.js";
import { insertParagraph, removeReferences, showText } from "./text.js";

const blank = (kind) => ({ id: null, version: null, kind, title: "", body: "", photos: [], recordings: [], drawing: null, photoForm: kind === "lecture" ? "names" : "data" });

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
  const left = draft ? { id: draft, ...readDraft(draft) } : id && drafts().find((other) => other.note === id);
  if (draft && !left?.time) throw new api.Problem(404, "The draft no longer exists.");
  const note = draft ? left.note : id;
  if (!note) return { saved: await fresh(draft ? left.kind : kind), left: draft && left };
  try {
    return { saved: await api.get(`notes/${note}`), left: draft && left };
  } catch (error) {
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
  // True if the note was deleted elsewhere: saving makes a new one.
  let isGone = Boolean(start.isGone);
  // The version that this page saved last.
  let ownVersion = null;
  // True if another version is shown in place of what was to be saved.
  let isSetAside = false;
  let running = null;
  const part = await partOf(store.saved, () => changed());
  const draft = noteDraft(store, part, () => isChanged() || isGone);

  const title = h("input", {
    class: "title", "aria-label": "Title", placeholder: "Title", required: true, autocomplete: "off", dir: "auto",
    "data-focus": !store.saved.id, oninput: () => { store.title = title.value; changed(); },
  });
  const body = h("textarea", {
    "aria-label": "Text", placeholder: "Write in Markdown", dir: "auto", rows: 14, spellcheck: "true",
    "data-focus": Boolean(store.saved.id) && !part?.isFirst, oninput: () => { store.body = body.value; changed(); },
    onpaste: (event) => addFiles(event, event.clipboardData),
  });
  const save = button("Save", () => keepAndLeave(), { class: "primary", "aria-keyshortcuts": "Control+Enter", "aria-describedby": "unsaveable" });
  const reason = h("p", { class: "count", id: "unsaveable" });
  const cancel = button("Cancel", () => leave());
  const status = h("p", { class: "count", role: "status" });
  const banner = h("div", { class: "banner", role: "alert", hidden: true });
  const heading = h("h1", { class: "unseen" });
  const remove = button("Delete", () => erase());
  const page = h("a", { target: "_blank", rel: "noopener" }, "Page");
  const bar = h("header", { class: "bar-row" }, cancel, status, save);
  const frame = preview(() => ({ id: isGone ? null : store.saved.id, note: isGone ? { title: store.title, body: store.body } : request({ isPreview: true }) }));
  const photos = photoList(() => store.saved, store.photos, {
    form: () => store.saved.photoForm, isKind: store.saved.kind, changed,
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
    const canDelete = Boolean(store.saved.id && !isGone);
    if (canDelete && !remove.parentElement) save.before(remove);
    if (!canDelete) remove.remove();
    if (store.saved.id && !isGone) {
      page.href = `api/pages/${store.saved.id}`;
      save.before(page);
    }
    update();
  }

  function take(saved) {
    store.take(saved);
    part?.take(part.stateOf(saved), saved);
    show();
  }

  const stateOf = (value) => JSON.stringify(part?.stateOf(value) ?? null);
  const state = () => JSON.stringify(part?.state() ?? null);
  const isChanged = () => isAdding() || store.isChanged() || Boolean(part) && (part.isBusy?.() || state() !== stateOf(store.saved));

  function request(options = {}) {
    const value = { ...store.request(options), ...part?.sent({ isWhole: options.asNew, ...options, hasPhotos: store.hasOtherPhotos() }) };
    if (store.saved.pagesProblem) delete value.photos;
    return value;
  }

  const canSave = () => Boolean(store.title.trim()) && (isChanged() || !store.saved.id || isGone);

  function update() {
    save.disabled = Boolean(running) || !canSave();
    reason.textContent = store.title.trim() ? "" : "A note needs a title to be saved.";
    cancel.textContent = isChanged() ? "Cancel" : "Close";
  }

  function changed() {
    update();
    draft.keep();
    frame.changed();
  }

  function addFiles(event, transfer) {
    const files = photosOf(transfer);
    if (files.length === 0 || store.saved.pagesProblem) return;
    event.preventDefault();
    adding(photos.add(files));
  }

  // Saves the note, after a save that is under way.
  async function keepNote(options = {}) {
    await running;
    // A note that was away for a moment is no new one.
    if (isGone) await look();
    if (!canSave()) {
      if (!store.title.trim() && isChanged()) notify("A note needs a title.");
      return !isChanged();
    }
    return busy(() => send(options));
  }

  async function keepAndLeave() {
    isSetAside = false;
    if (await keepNote() && !isSetAside) leave();
  }

  function busy(work) {
    const current = work().finally(() => { if (running === current) running = null; update(); });
    running = current;
    update();
    return current;
  }

  // `over` is the version to replace, if it is not the one that this page started from.
  async function send({ asNew = isGone, name = store.title, over = null } = {}) {
    status.textContent = "Saving…";
    try {
      await added();
      await part?.prepare?.();
      const value = { ...request({ asNew, isWhole: asNew || Boolean(over) }), title: name };
      const sent = { ...store.snapshot(), part: part?.snapshot() };
      const isNew = !store.saved.id || asNew;
      const next = isNew ? await create(value) : await api.put(`notes/${store.saved.id}`, value, over ?? store.saved.version);
      if (!next) return send({ asNew: true, name });
      store.settle(sent, next);
      part?.settle(sent.part, next);
      isGone = false;
      ownVersion = next.version;
      banner.hidden = true;
      show();
      status.textContent = isChanged() ? "Saved. What you have written since is not saved yet." : "Saved.";
      draft.keepNow();
      rename(`#/note/${next.id}`, next.title);
      tabs.saved();
      return true;
    } catch (error) {
      status.textContent = "";
      if (error.status === 412) return settle(error.present);
      if (error.status === 404 && store.saved.id) return lose();
      notify(error.message);
      return false;
    }
  }

  // Saves a new note. If its original is not in the trash either, what only the original had is
  // left out, and null is returned.
  async function create(value) {
    try {
      return await api.post("notes", value);
    } catch (error) {
      if (error.status !== 404 || !value.copyOf) throw error;
      const lost = store.photos.filter((photo) => !photo.upload).length;
      store.photos.splice(0, store.photos.length, ...store.photos.filter((photo) => photo.upload));
      part?.release?.();
      store.saved = { ...blank(store.saved.kind), title: store.saved.title };
      if (lost > 0) notify("The photos of the deleted note are no longer there; the rest is saved.");
      return null;
    }
  }

  // Lets the owner choose between the version of this page and the present one.
  async function settle(present) {
    banner.hidden = true;
    switch (await resolve({ title: store.title, body: store.body, photos: store.photos, pages: part?.state()?.pages }, present)) {
    case "mine": return (await isWhole(present)) ? send({ over: present.version }) : send();
    case "theirs": return setAside(present);
    case "both":
      await isWhole(present);
      return send({ asNew: true, name: `${store.title} (2)` });
    default:
      offerComparison();
      return false;
    }
  }

  // Applies the changes to the present version. If it lacks media of this page, and the version
  // that the page started from is in the trash, keeps that one as the base and returns true.
  async function isWhole(present) {
    const lost = lacking(store.photos, present.photos) + (part?.lacking?.(present) ?? 0);
    if (lost > 0) {
      const { id, version } = store.saved;
      const known = await api.get(`notes/${id}?version=${version}`).catch(() => null);
      if (known?.version === version) return true;
      notify(lost === 1 ? "A file of the note no longer exists anywhere; the rest is saved." : `${lost} files of the note no longer exist anywhere; the rest is saved.`);
    }
    part?.rebase(present);
    store.rebase(present);
    photos.show();
    return false;
  }

  // Shows the other version. The text of this one is kept as a draft.
  function setAside(present, text = "Yours is kept as a draft.") {
    isSetAside = true;
    const mine = draft.setAside();
    take(present);
    frame.load();
    status.textContent = text;
    notify(text, { label: "Bring it back", run: () => restore(draft.read(mine)) });
    return true;
  }

  async function mayLeave() {
    await running;
    if (!isChanged()) return true;
    const canKeep = Boolean(store.title.trim());
    const answer = await ask(canKeep ? "Save the changes?" : "Discard the changes?",
      canKeep ? [["Save", "save"], ["Discard", "discard"], ["Keep editing", null]] : [["Keep editing", null], ["Discard", "discard"]],
      canKeep ? null : h("p", {}, "Without a title the note cannot be saved."));
    if (answer === "save") return keepNote();
    if (answer !== "discard") return false;
    draft.forget();
    part?.cancel?.();
    isGone = false;
    take(store.saved);
    draft.keep.cancel();
    return true;
  }

  function leave() {
    location.hash = "#/";
  }

  async function erase() {
    if (await confirmDeletion(store.saved.title, isChanged()) === true) await moveToTrash();
  }

  async function moveToTrash() {
    try {
      const { entry } = await api.remove(`notes/${store.saved.id}`, null, store.saved.version);
      draft.forget();
      take(store.saved);
      draft.keep.cancel();
      leave();
      const rest = store.saved.isReplacement ? "; the version of its app is shown again"
        : store.saved.isReplaceable ? ", and hidden here; what its app has stored stays as it is" : "";
      notify(`“${store.saved.title}” is in the trash${rest}.`, { label: "Undo", run: async () => {
        try {
          const { id: restored } = await api.post(`trash/${entry}`);
          location.hash = restored ? `#/note/${restored}` : "#/";
        } catch (error) {
          notify(error.message);
        }
      } });
    } catch (error) {
      if (error.status === 404) return lose();
      if (error.status !== 412) return notify(error.message);
      if (await confirmDeletionOfBoth({ title: store.title, body: store.body, photos: store.photos }, error.present) !== true) return;
      draft.begin();
      take(error.present);
      moveToTrash();
    }
  }

  function warn(text, ...actions) {
    banner.replaceChildren(h("p", {}, text), h("p", { class: "actions" }, actions));
    banner.hidden = false;
  }

  function offerComparison() {
    warn("This note was changed elsewhere.", button("Compare", async () => {
      const present = await api.get(`notes/${store.saved.id}`).catch((error) => (error.status === 404 ? lose() : notify(error.message)));
      if (present) busy(() => settle(present));
    }, { class: "primary" }));
  }

  // The note was deleted elsewhere; what is here can be saved as a new one.
  function lose() {
    isGone = true;
    warn("This note was deleted elsewhere. What you see here can be saved as a new note.",
      button("Save as a new note", () => keepNote(), { class: "primary" }), button("Discard", async () => { if (await mayLeave()) leave(); }));
    show();
    if (isChanged()) draft.keepNow();
    return false;
  }

  async function restore(left) {
    if (!left.time) return;
    draft.adopt(left);
    let { photos: list, part: pages } = left;
    if (left.version !== store.saved.version) {
      // Positions in the draft are those of the version that it began with.
      const base = await api.get(`notes/${left.note}?version=${left.version}`).catch(() => null);
      if (base?.version === left.version) {
        store.take(base);
      } else {
        list = [...store.saved.photos, ...list.filter((photo) => photo.upload)];
        pages = pages && (part?.adopted?.(pages, store.saved) ?? pages);
      }
    }
    store.restore({ ...left, photos: list });
    part?.take(pages ?? part.stateOf(store.saved), store.saved);
    show();
    await part?.recover?.(left.id);
    if (isGone) lose(); else draft.keep();
    frame.load();
  }

  // Looks whether another program or tab has changed the note.
  async function look() {
    if (!store.saved.id || running) return;
    const { id, version } = store.saved;
    let present;
    try {
      present = await api.get(`notes/${id}`);
    } catch (error) {
      return error.status === 404 && !running && !isGone && store.saved.id === id ? lose() : undefined;
    }
    if (store.saved.version !== version || running) return;
    if (isGone) {
      isGone = false;
      banner.hidden = true;
      show();
    }
    if (present.version === version) {
      store.arrive(present);
      part?.arrived?.(present);
      return photos.show();
    }
    // A program that read the note earlier may replace what was saved here without a trace.
    const isOwn = version === ownVersion && (await api.get(`notes/${id}?version=${version}`).catch(() => present)).version !== version;
    // Another look, or the owner, may have been faster.
    if (store.saved.version !== version || running) return;
    if (isChanged()) return offerComparison();
    if (isOwn) return setAside(present, "Another program replaced what you saved; yours is kept as a draft.");
    take(present);
    status.textContent = "Changed elsewhere; this is the new version.";
    frame.load();
  }

  const tabs = announce(() => ({ note: store.saved.id, draft: draft.id() }), {
    opened: () => { status.textContent = "This note is open in another tab as well."; },
    saved: look,
  });

  function keys(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (document.querySelector("dialog[open]")) return;
    if (isCommand && event.key.toLowerCase() === "s") { event.preventDefault(); keepNote(); }
    else if (isCommand && event.key === "Enter") { event.preventDefault(); keepAndLeave(); }
    else if (event.key === "Escape" && !partPlace?.contains(event.target)) leave();
  }

  const media = store.saved.pagesProblem ? h("p", { class: "count" }, store.saved.pagesProblem) : photos.element;
  // A napkin has two sides, of which one is shown.
  const fields = h("div", { class: part?.isBack ? "fields napkin" : "fields" }, title, reason, date,
    part?.isBack ? [flip, h("div", { class: "front" }, body, media), partPlace] : part?.isFirst ? [partPlace, body, media] : [body, media]);
  document.addEventListener("keydown", keys);
  const flush = () => draft.keep.flush();
  addEventListener("pagehide", flush);
  part?.useDraft?.(draft.id);
  take(store.saved);
  if (store.saved.isReplaceable) status.textContent = "The app’s database is never written: the changed note is saved in a file of its own and shown instead.";
  if (start.left) restore(start.left); else if (isGone) lose();
  else draft.offer({ isFree: () => banner.hidden, warn, clear: () => { banner.hidden = true; } }, restore);
  return {
    title: store.saved.title || "New note",
    element: h("div", {
      class: "edit", ondragover: (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); },
      ondrop: (event) => addFiles(event, event.dataTransfer),
    },
      heading, bar, banner,
      h("div", { class: "panes" },
        fields,
        h("details", { class: "preview-part", open: matchMedia("(min-width: 60rem)").matches,
          ontoggle: (event) => event.target.open && frame.load() }, h("summary", {}, "Preview"), frame.element))),
    shown: () => { part?.shown?.(); if (matchMedia("(min-width: 60rem)").matches) frame.load(); },
    mayLeave, isChanged, changed: look,
    close: () => {
      document.removeEventListener("keydown", keys);
      removeEventListener("pagehide", flush);
      draft.close();
      frame.close();
      part?.close?.();
      tabs.close();
    },
  };
}
