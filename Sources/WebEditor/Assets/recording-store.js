// Recordings that are under way, kept in this browser piece by piece, so that a crash loses the last
// seconds only.

const open = () => new Promise((done, fail) => {
  const request = indexedDB.open("notebinder", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("recordings", { keyPath: "id" });
    request.result.createObjectStore("pieces", { autoIncrement: true }).createIndex("recording", "recording");
  };
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

// Runs a transaction. A browser that keeps nothing is as if nothing had been kept.
async function within(mode, work, otherwise = null) {
  try {
    const database = await open();
    return await new Promise((done, fail) => {
      const transaction = database.transaction(["recordings", "pieces"], mode);
      const result = {};
      transaction.oncomplete = () => { database.close(); done(result.value); };
      transaction.onerror = transaction.onabort = () => { database.close(); fail(transaction.error); };
      work(transaction.objectStore("recordings"), transaction.objectStore("pieces"), result);
    });
  } catch {
    return otherwise;
  }
}

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
