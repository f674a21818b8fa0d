// The draft of the shown note, and those left by crashes and closed tabs.
import { debounced, moment, notify } from "./dom.js";
import { drafts, newDraftID, openPages, readDraft, removeDraft, writeDraft } from "./drafts.js";
import { removeRecordings } from "./recording-store.js";
import { comparablePhotos } from "./store.js";

const comparable = (value) => JSON.stringify([value.title, value.body, comparablePhotos(value.photos), value.part ?? null]);

function discard(id) {
  removeDraft(id);
  removeRecordings(id);
}

// `part` is what the note has beyond text and photos; null for a plain note. `isWanted` returns true if
// there is something to keep.
export function noteDraft(store, part, isWanted) {
  let id = newDraftID();
  let isClosed = false;
  const content = () => ({ title: store.title, body: store.body, photos: store.photos, part: part?.state() });
  const write = () => {
    const { id: note, version, kind } = store.saved;
    return writeDraft(id, { note, version, kind, ...content() });
  };

  const keep = debounced(200, async () => {
    if (isClosed) return;
    if (!isWanted()) return removeDraft(id);
    if (!await write()) notify("This draft cannot be kept in this browser. Save it soon.");
  });

  function keepNow() {
    keep();
    keep.flush();
  }

  function forget() {
    keep.cancel();
    discard(id);
  }

  // Leaves the draft as it is and begins another one. Returns the one that was left.
  function begin() {
    keep.flush();
    const left = id;
    id = newDraftID();
    return left;
  }

  // Keeps what is shown as a draft of its own: returns its identifier, and true if it could be kept.
  async function setAside() {
    keep.cancel();
    const written = write();
    return { id: begin(), isKept: await written };
  }

  // Continues a draft that was left. What was written here meanwhile is kept as another one.
  function adopt(left) {
    if (isWanted()) {
      keepNow();
      notify("Your text was kept as a separate draft.");
    } else {
      forget();
    }
    id = left.id;
  }

  // Offers the drafts of this note that belong to no open page, one after the other. `banner` has
  // `isFree`, `warn` and `clear`; `restore` shows a draft.
  async function offer(banner, restore) {
    const inUse = await openPages();
    const isSame = (other) => (store.saved.id ? other.note === store.saved.id : !other.note && other.kind === store.saved.kind);
    const present = comparable(content());
    let isOffered = false;
    const next = async ([left, ...others]) => {
      if (isOffered) banner.clear();
      // What is said about the note itself is more important.
      if (!left || !banner.isFree()) return;
      if (comparable(left) === present && !(await part?.hasRecordings?.(left.id))) {
        removeDraft(left.id);
        return next(others);
      }
      isOffered = true;
      banner.warn(`There is an unsaved draft of ${moment(left.time)}: “${(left.title || left.body).slice(0, 60)}”.`,
        ["Restore the draft", () => { next(others); restore(left); }], ["Discard it", () => { discard(left.id); next(others); }]);
    };
    return next((await drafts()).filter((other) => other.id !== id && isSame(other) && !inUse.has(other.id)));
  }

  return {
    id: () => id, read: readDraft, keep, keepNow, forget, begin, setAside, adopt, offer, discard,
    // Files may still be added to a note that is not shown any more.
    close: () => { keep.flush(); isClosed = true; },
  };
}
