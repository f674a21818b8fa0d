// Drafts: unsaved changes are kept in this browser, separately for each open page, and pages tell
// each other what they edit.
import { get } from "./api.js";
import { within } from "./database.js";

// The notebook, since another one may be served at the same address later.
let notebook = "";
// Finds out which notebook this is before anything is read or written. The database is opened as well,
// since a page that is being closed cannot wait for it.
export async function openDrafts() {
  within("drafts", "readonly", (store) => store.count());
  notebook ||= (await get("state?known=")).notebook;
}

const keyOf = (id) => `${notebook}:${id}`;
const all = () => IDBKeyRange.bound(keyOf(""), keyOf("\uffff"));
export const newDraftID = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 12);

// Returns a draft; null if there is none.
export const readDraft = async (id) => JSON.parse(await within("drafts", "readonly", (store) => store.get(keyOf(id))) ?? null);

// Returns false if the browser has no room for the draft.
export async function writeDraft(id, draft) {
  const text = JSON.stringify({ ...draft, id, time: Date.now() });
  return await within("drafts", "readwrite", (store) => store.put(text, keyOf(id))) !== null;
}

export const removeDraft = (id) => within("drafts", "readwrite", (store) => store.delete(keyOf(id)));

// Removes all drafts of this notebook, and recordings that are not in a note yet.
export const removeDrafts = () => Promise.all([
  within("drafts", "readwrite", (store) => store.delete(all())), within("pieces", "readwrite", (pieces) => pieces.clear()),
]);

// Returns the drafts of this notebook, the newest first.
export async function drafts() {
  const found = await within("drafts", "readonly", (store) => store.getAll(all()), []);
  return found.map((text) => JSON.parse(text)).sort((one, other) => other.time - one.time);
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
