// Requests to the program that keeps the notes.

// A reply that says what is wrong; `present` is the note as it is now, after a conflict.
export class Problem extends Error {
  constructor(status, text, present) {
    super(text);
    this.status = status;
    this.present = present;
  }
}

const unreachable = "The editor does not answer. Start it again where it ran; what you wrote is kept in this browser.";
const ended = "This session has ended. Open the link that notebinder prints when it starts; what you wrote is kept in this browser.";

async function request(method, path, options = {}) {
  const headers = {};
  let body = options.body;
  if (method !== "GET") {
    headers["X-Notebinder"] = "editor";
    headers["Content-Type"] = options.isFile ? "application/x-notebinder-file" : "application/json";
    if (!options.isFile) body = JSON.stringify(body ?? null);
  }
  if (options.version) headers["If-Match"] = `"${options.version}"`;
  let reply;
  try {
    reply = await fetch(`api/${path}`, { method, headers, body, signal: options.signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, unreachable);
  }
  if (reply.status === 401) throw new Problem(401, ended);
  const isJSON = (reply.headers.get("Content-Type") ?? "").startsWith("application/json");
  const value = isJSON ? await reply.json() : null;
  if (!reply.ok) throw new Problem(reply.status, value?.problem ?? `The editor refused this (${reply.status}).`, value?.present);
  return value;
}

export const get = (path, signal) => request("GET", path, { signal });
export const post = (path, body, signal) => request("POST", path, { body, signal });
export const put = (path, body, version) => request("PUT", path, { body, version });
export const remove = (path, body, version) => request("DELETE", path, { body, version });
export const upload = (name, file) => request("POST", `uploads?name=${encodeURIComponent(name)}`, { body: file, isFile: true });

// Calls `changed` whenever notes or the site have changed, and `lost` with a sentence once the program
// does not answer any more, and with null when it does again, while the page is visible.
export async function watch(changed, lost) {
  let known = "";
  let problem = null;
  const tell = (text) => { if (text !== problem) lost(problem = text); };
  while (true) {
    if (document.hidden) {
      await new Promise((go) => document.addEventListener("visibilitychange", go, { once: true }));
      continue;
    }
    try {
      // After a problem, the answer is to come at once.
      const state = await get(`state?known=${problem ? "" : known}`);
      tell(null);
      if (state.state !== known) {
        const isFirst = known === "";
        known = state.state;
        changed(state, isFirst);
      }
    } catch (error) {
      tell(error.message);
      await new Promise((go) => setTimeout(go, 1500));
    }
  }
}
