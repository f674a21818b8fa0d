// Recordings that are under way, kept in this browser piece by piece, so that a crash loses the last
// seconds only.
import { within as run } from "./database.js";

const within = (mode, work, otherwise) => run(["recordings", "pieces"], mode, work, otherwise);

// Begins a recording: { id, draft, page, name, type, rate }; `rate` is that of samples without a header.
export const keepRecording = (recording) => within("readwrite", (recordings) => recordings.put(recording));
export const keepPiece = (recording, piece) => within("readwrite", (_, pieces) => pieces.add({ recording, piece }));

// Returns the recordings of a draft that were not finished, with their pieces.
export const leftRecordings = (draft) => within("readonly", (recordings, pieces, result) => {
  result.value = [];
  recordings.getAll().onsuccess = ({ target }) => {
    for (const recording of target.result.filter((other) => other.draft === draft)) {
      pieces.index("recording").getAll(recording.id).onsuccess = (event) => {
        const own = event.target.result.map(({ piece }) => piece);
        if (own.length > 0) result.value.push({ ...recording, pieces: own });
      };
    }
  };
}, []);

function erase(recordings, pieces, id) {
  recordings.delete(id);
  pieces.index("recording").openKeyCursor(id).onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return;
    pieces.delete(cursor.primaryKey);
    cursor.continue();
  };
}

export const removeRecording = (id) => within("readwrite", (recordings, pieces) => erase(recordings, pieces, id));

// Removes what was kept for a draft that is not wanted any more.
export const removeRecordings = (draft) => within("readwrite", (recordings, pieces) => {
  recordings.getAll().onsuccess = ({ target }) => {
    for (const { id } of target.result.filter((other) => other.draft === draft)) erase(recordings, pieces, id);
  };
});
