// Drafts: what is not saved yet is kept in this browser, and other tabs are told who edits what.

const prefix = "notebinder:draft:";

export function readDraft(key) {
  try {
    return JSON.parse(localStorage.getItem(prefix + key));
  } catch {
    return null;
  }
}

// Returns false if the browser has no room for the draft.
export function writeDraft(key, draft) {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ ...draft, time: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(key) {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}

// Announces to other tabs that a note is open here. `opened` is called in each of two tabs that
// have the same note open, and `saved` when another tab has saved it.
export function announce(id, { opened, saved }) {
  const channel = new BroadcastChannel("notebinder");
  channel.onmessage = ({ data }) => {
    if (data.id !== id) return;
    if (data.kind === "open") channel.postMessage({ kind: "here", id });
    if (data.kind === "open" || data.kind === "here") opened();
    if (data.kind === "saved") saved();
  };
  channel.postMessage({ kind: "open", id });
  return {
    saved: () => channel.postMessage({ kind: "saved", id }),
    close: () => channel.close(),
  };
}
