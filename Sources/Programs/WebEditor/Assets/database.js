// The database of this browser for unsaved changes. Unlike local storage, which browsers write to
// disk up to a minute later, it survives a crash of the browser or the machine.

const open = () => new Promise((done, fail) => {
  const request = indexedDB.open("notebinder", 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    const { result } = request;
    if (oldVersion < 1) {
      result.createObjectStore("recordings", { keyPath: "id" });
      result.createObjectStore("pieces", { autoIncrement: true }).createIndex("recording", "recording");
    }
    result.createObjectStore("drafts");
  };
  request.onsuccess = () => {
    // A page of a later version can change the database.
    request.result.onversionchange = () => request.result.close();
    done(request.result);
  };
  request.onerror = () => fail(request.error);
});

// Runs a transaction. `work` gets the stores in their order, then an object for the value to
// return. Returns `otherwise` if the browser has no database.
export async function within(stores, mode, work, otherwise = null) {
  try {
    const database = await open();
    return await new Promise((done, fail) => {
      const transaction = database.transaction(stores, mode, { durability: "strict" });
      const result = {};
      transaction.oncomplete = () => { database.close(); done(result.value); };
      transaction.onerror = transaction.onabort = () => { database.close(); fail(transaction.error); };
      work(...stores.map((name) => transaction.objectStore(name)), result);
    });
  } catch {
    return otherwise;
  }
}
