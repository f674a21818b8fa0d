// The database of this browser for unsaved changes. Unlike local storage, which browsers write to
// disk up to a minute later, it survives a crash of the browser or the machine.

let database = null;

const open = () => new Promise((done, fail) => {
  const request = indexedDB.open("notebinder", 3);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const name of [...result.objectStoreNames]) result.deleteObjectStore(name);
    for (const name of ["drafts", "pieces"]) result.createObjectStore(name);
  };
  request.onsuccess = () => {
    const { result } = request;
    // A page of a later version can change the database.
    result.onversionchange = result.onclose = () => { result.close(); database = null; };
    done(result);
  };
  request.onerror = () => fail(request.error);
});

// Returns the result of a request, which `work` makes of a store, once it is on disk; `otherwise` if the
// browser has no database, or no room.
export async function within(name, mode, work, otherwise = null) {
  try {
    database ??= open().catch((error) => { database = null; throw error; });
    const opened = await database;
    return await new Promise((done, fail) => {
      const transaction = opened.transaction(name, mode, { durability: "strict" });
      const request = work(transaction.objectStore(name));
      // A page that is being closed does not wait for the request.
      transaction.commit();
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = transaction.onabort = () => fail(transaction.error);
    });
  } catch {
    return otherwise;
  }
}
