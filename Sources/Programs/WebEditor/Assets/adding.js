// Files that are being added to the note that the page shows: the note waits for them when it is saved.

const pending = new Set();

export const isAdding = () => pending.size > 0;

export function adding(work) {
  const done = work.finally(() => pending.delete(done));
  pending.add(done);
  return done;
}

export async function added() {
  while (pending.size > 0) await Promise.allSettled(pending);
}
