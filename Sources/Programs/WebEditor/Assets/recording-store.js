// Recordings that are under way, kept in this browser piece by piece, so that a crash loses the last
// seconds only.
import { within } from "./database.js";

const keys = (...first) => IDBKeyRange.bound(first, [...first, []]);

// Keeps a piece of a recording: { id, draft, page, name, type, rate }; `rate` is that of samples without
// a header.
export const keepPiece = (recording, number, piece) =>
  within("pieces", "readwrite", (pieces) => pieces.put({ ...recording, piece }, [recording.draft, recording.id, number]));

// Returns the recordings of a draft that were not finished, with their pieces.
export async function leftRecordings(draft) {
  const found = new Map();
  for (const { piece, ...recording } of await within("pieces", "readonly", (pieces) => pieces.getAll(keys(draft)), [])) {
    if (!found.has(recording.id)) found.set(recording.id, { ...recording, pieces: [] });
    found.get(recording.id).pieces.push(piece);
  }
  return [...found.values()];
}

// Removes what was kept of the recordings of a draft, or of one of them.
export const removeRecordings = (draft, ...id) => within("pieces", "readwrite", (pieces) => pieces.delete(keys(draft, ...id)));
