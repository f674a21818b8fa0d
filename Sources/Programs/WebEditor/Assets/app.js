// The start of the editor: it opens the session, and shows the screen that the address names.
import * as api from "./api.js";
import { h, notify, notifyLasting } from "./dom.js";

const place = document.getElementById("screen");
let screen = null;
let shown = "";

// Each screen is loaded when it is first needed. It returns its elements, and optionally
// `mayLeave`, which asks if something is unsaved, `close`, and `changed`, called when notes change.
const screens = [
  [/^#?\/?$/, () => import("./list.js"), () => ({})],
  [/^#\/note\/([0-9a-f]+)$/, () => import("./note.js"), (found) => ({ id: found[1] })],
  [/^#\/new\/(note|napkin|lecture)$/, () => import("./note.js"), (found) => ({ kind: found[1] })],
  [/^#\/draft\/([0-9a-z]+)$/, () => import("./note.js"), (found) => ({ draft: found[1] })],
  [/^#\/deck\/([0-9a-f]+)$/, () => import("./deck.js"), (found) => ({ id: found[1] })],
  [/^#\/page\/(.+)$/, () => import("./note.js"), (found) => ({ page: found[1] })],
  [/^#\/trash$/, () => import("./trash.js"), () => ({})],
];

// Only the last of several navigations is carried out, once the screen may be left.
let navigation = 0;
let isLeaving = false;

// Opens a session with the token of a link, which must not stay in the history.
async function useToken(token) {
  history.replaceState(null, "", shown || "#/");
  try {
    await api.post("session", { token });
  } catch (error) {
    // The browser may have a session already.
    if (!(await api.get("state?known=").catch(() => null))) throw error;
  }
}

async function show() {
  const address = location.hash;
  // A new link may be opened in the tab of a session that has ended.
  const token = address.match(/^#token=([0-9a-f]+)$/)?.[1];
  if (token) return useToken(token).then(() => screen || show(), (error) => (screen ? notify(error.message) : fail(error)));
  if (address === shown && screen) return;
  const number = ++navigation;
  isLeaving = true;
  const isAllowed = !screen?.mayLeave || (await screen.mayLeave());
  if (number !== navigation) return;
  isLeaving = false;
  if (!isAllowed) {
    history.pushState(null, "", shown || "#/");
    return;
  }
  const found = screens.find(([pattern]) => pattern.test(address)) ?? screens[0];
  screen?.close?.();
  screen = null;
  shown = address;
  try {
    const module = await found[1]();
    let next = null;
    // The note of the screen has got another address, unless it is just being left.
    const rename = (hash, title) => {
      if (!next || screen !== next || isLeaving) return;
      history.replaceState(null, "", hash);
      [shown, document.title] = [hash, title];
    };
    next = await module.open(found[2](address.match(found[0]) ?? []), { rename });
    if (navigation !== number) return next.close?.();
    screen = next;
    document.title = next.title;
    place.replaceChildren(next.element);
    performance.mark("screen");
    (place.querySelector("[data-focus]") ?? place).focus({ preventScroll: true });
    scrollTo(0, 0);
    next.shown?.();
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  const headings = { 401: "The session has ended", 404: "Not here any more" };
  place.replaceChildren(h("div", { class: "failure" },
    h("h1", {}, headings[error.status] ?? "Something is wrong"), h("p", {}, error.message),
    h("p", {}, h("a", { href: "#/" }, "All notes"))));
}

async function start() {
  addEventListener("hashchange", show);
  // The address of the page names the screen.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    place.focus();
    place.scrollIntoView();
  });
  addEventListener("beforeunload", (event) => { if (screen?.isChanged?.()) event.preventDefault(); });
  await show();
  api.watch((state, isFirst) => {
    if (state.problem && !state.isBuilding) notify(`The site was not published: ${state.problem}`);
    if (!isFirst) screen?.changed?.(state);
  }, (problem) => {
    // A page that says what is wrong need not say it twice.
    notifyLasting(screen ? problem : null);
    if (!problem && !screen) show();
  });
}

start();
