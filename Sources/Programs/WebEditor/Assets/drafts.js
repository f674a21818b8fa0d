// Drafts: unsaved changes are kept in this browser, separately for each open page, and pages tell
// each other what they edit.
import { get } from "./api.js";
import { within } from "./database.js";

const prefix = "notebinder:draft:";
// The notebook, since another one may be served at the same address later.
let notebook = null;

async function name() {
  notebook ??= get("state?known=").then((state) => state.notebook);
  notebook.catch(() => { notebook = null; });
  return notebook;
}

let known = "";
// Finds out which notebook this is before anything is read or written, and restores drafts that a
// crash removed from local storage, where all tabs look for them.
export async function openDrafts() {
  known = await name();
  const kept = await within(["drafts"], "readonly", (store, result) => {
    result.value = [];
    store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      result.value.push([cursor.key, cursor.value]);
      cursor.continue();
    };
  }, []);
  for (const [key, text] of kept) {
    const time = (value) => JSON.parse(value ?? "{}").time ?? 0;
    try {
      if (time(text) > time(localStorage.getItem(key))) localStorage.setItem(key, text);
    } catch {
      // A draft that does not fit is kept in the database.
    }
  }
}

const keyOf = (id) => `${prefix}${known}:${id}`;
export const newDraftID = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 12);

export function readDraft(id) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(id)));
  } catch {
    return null;
  }
}

// Returns false if the browser has no room for the draft.
export function writeDraft(id, draft) {
  try {
    const text = JSON.stringify({ ...draft, time: Date.now() });
    within(["drafts"], "readwrite", (store) => store.put(text, keyOf(id)));
    localStorage.setItem(keyOf(id), text);
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(id) {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
  return within(["drafts"], "readwrite", (store) => store.delete(keyOf(id)));
}

// Removes all drafts of this notebook, and recordings that are not in a note yet.
export function removeDrafts() {
  for (const { id } of drafts()) removeDraft(id);
  return Promise.all([
    within(["drafts"], "readwrite", (store) => store.delete(IDBKeyRange.bound(keyOf(""), keyOf("\uffff")))),
    within(["recordings", "pieces"], "readwrite", (recordings, pieces) => { recordings.clear(); pieces.clear(); }),
  ]);
}

// Returns the drafts of this notebook with their identifiers, the newest first.
export function drafts() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(keyOf("")))
      .map((key) => key.slice(keyOf("").length)).map((id) => ({ id, ...readDraft(id) }))
      .filter((draft) => draft.time).sort((one, other) => other.time - one.time);
  } catch {
    return [];
  }
}

const answerTime = 120;

// Returns the identifiers of drafts that belong to open pages.
export async function openPages() {
  const channel = new BroadcastChannel("notebinder");
  const found = new Set();
  channel.onmessage = ({ data }) => { if (data.kind === "mine") found.add(data.draft); };
  channel.postMessage({ kind: "who" });
  await new Promise((go) => setTimeout(go, answerTime));
  channel.close();
  return found;
}

// Announces to other tabs that a note is open here. `own` returns the note and the draft, `opened`
// is called in each of two tabs that have the same note open, and `saved` when another tab has
// saved it.
export function announce(own, { opened, saved }) {
  const channel = new BroadcastChannel("notebinder");
  const post = (kind) => channel.postMessage({ kind, ...own() });
  channel.onmessage = ({ data }) => {
    if (data.kind === "who") return post("mine");
    if (!data.note || data.note !== own().note) return;
    if (data.kind === "open") post("here");
    if (data.kind === "open" || data.kind === "here") opened();
    if (data.kind === "saved") saved();
  };
  post("open");
  return { saved: () => post("saved"), close: () => channel.close() };
}
