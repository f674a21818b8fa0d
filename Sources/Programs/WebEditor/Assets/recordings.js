// The recordings of a lecture note: made here or added as files, with captions, each on a page.
import * as api from "./api.js";
import { button, fill, h, notify } from "./dom.js";
import { addAll, adding, addressOf, picker, removeItem } from "./media.js";
import { canFilm, canRecord, recordedFile, startRecording } from "./recorder.js";
import { keepPiece, leftRecordings, removeRecordings } from "./recording-store.js";
import { arrive, lacking, matches } from "./store.js";

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

const isFilm = ({ name }) => /\.(mov|mp4|m4v|3gp)$/i.test(name ?? "");

// `pages` returns the pages of the note and `page` the one that is in use; `showIcons` shows the icons
// of recordings again, on a page that has changed or on all, and `showPlaying` those that play;
// `changed` is called after every change.
export function recordingList({ saved, page, pages, showIcons, showPlaying, changed }) {
  const list = h("ol", { class: "recording-list", "aria-label": "Recordings" });
  const status = h("p", { class: "count", role: "status" });
  const time = h("span", { class: "count" });
  const record = button("Record", () => (running ? finish() : begin()));
  const film = canFilm && button("Record video", () => begin(true));
  let items = [];
  let running = null;
  let timer = 0;
  // Returns the draft to which unfinished recordings belong.
  let draft = () => "";
  // True if a recording could not be uploaded and is only in this browser.
  let isUnsent = false;
  let generation = 0;

  const nameOf = (item) => item.caption || item.name || `recording ${items.indexOf(item) + 1}`;
  const playerOf = (item) => item.element?.node.querySelector("audio, video");
  const iconPage = (item) => pages().find((entry) => entry.icons.some((icon) => icon.recording === item));

  // Puts the icon of a recording on a page, beside the ones that are there.
  function placeIcon(item, entry) {
    entry.icons.push({ recording: item, place: [40 + 60 * (entry.icons.length % 10), 40] });
    showIcons(entry);
  }

  function takeIconsOff(item) {
    for (const entry of pages()) {
      if (!entry.icons.some((icon) => icon.recording === item)) continue;
      entry.icons.splice(0, entry.icons.length, ...entry.icons.filter((icon) => icon.recording !== item));
      showIcons(entry);
    }
  }

  // Assigns a recording to pages; its icon goes with it.
  function assign(item, numbers) {
    const hadIcon = Boolean(iconPage(item));
    item.pages = numbers;
    takeIconsOff(item);
    if (hadIcon && numbers.length > 0) placeIcon(item, pages()[numbers[0]]);
    show();
    changed();
  }

  function toggleIcon(item) {
    if (iconPage(item)) takeIconsOff(item);
    else {
      if (item.pages.length === 0) item.pages = [pages().indexOf(page())];
      placeIcon(item, pages()[item.pages[0]]);
    }
    show();
    changed();
  }

  function entry(item) {
    const name = nameOf(item);
    const hasIcon = Boolean(iconPage(item));
    const caption = h("input", {
      value: item.caption ?? "", placeholder: "Caption", "aria-label": `Caption of ${name}`, dir: "auto",
      oninput: () => { item.caption = caption.value; item.isCaptioned = true; changed(); },
    });
    const place = h("select", { "aria-label": `Page of ${name}`, onchange: () => assign(item, JSON.parse(place.value)) },
      h("option", { value: "[]", selected: item.pages.length === 0 }, "No page"),
      // Apps may show a recording on all pages that were written meanwhile.
      item.pages.length > 1 && h("option", { value: JSON.stringify(item.pages), selected: true }, `Pages ${item.pages.map((at) => at + 1).join(", ")}`),
      pages().map((_, at) => h("option", { value: `[${at}]`, selected: String(item.pages) === String(at) }, `Page ${at + 1}`)));
    return h("li", {},
      item.isThere === false ? h("p", {}, "This recording is missing.")
        : h(isFilm(item) ? "video" : "audio", {
          controls: true, preload: isFilm(item) ? "metadata" : "none", playsinline: true, src: addressOf(saved(), "recordings", item), "aria-label": name,
          onplay: showPlaying, onpause: showPlaying,
        }),
      h("div", { class: "recording-facts" }, caption, place,
        button("Icon on the page", () => toggleIcon(item), { "aria-pressed": String(hasIcon) }),
        button("Remove", () => remove(item), { "aria-label": `Remove ${name}` })));
  }

  // Players that did not change stay, since one may be playing.
  function show() {
    fill(list, items.map((item, index) => {
      const stamp = JSON.stringify([index, pages().length, item.upload ?? item.kept, item.pages, item.isThere, Boolean(iconPage(item))]);
      if (item.element?.stamp !== stamp) item.element = { stamp, node: entry(item) };
      return item.element.node;
    }));
  }

  function remove(item) {
    const refresh = () => { show(); showIcons(); changed(); };
    removeItem(items, item, { told: "The recording was removed.", version: () => generation, changed: refresh });
  }

  // Returns true if all files were added, each with an icon on a page.
  const add = (files, entry = page(), made = undefined) => addAll(files, status, async (file) => {
    const { upload, name } = await api.upload(file.name || "recording", file);
    const at = pages().indexOf(entry);
    const item = { upload, name, caption: "", pages: at < 0 ? [] : [at], made };
    items.push(item);
    if (at >= 0) placeIcon(item, entry);
    show();
    changed();
  });

  async function begin(isFilmed = false) {
    record.disabled = true;
    try {
      // A recording that reaches the limit of uploads continues as another one.
      const [entry, left] = [page(), { id: `${draft()}-${Date.now()}`, draft: draft(), page: pages().indexOf(page()) }];
      let count = 0;
      const made = await startRecording(() => finish().then(() => begin(isFilmed)), (piece) => keepPiece(left, count++, piece), isFilmed);
      for (const name of ["name", "type", "rate"]) left[name] = made[name];
      running = { ...made, ...left, entry };
      record.textContent = "Stop";
      if (film) film.hidden = true;
      status.textContent = "Recording…";
      timer = setInterval(() => { time.textContent = clock(running?.seconds() ?? 0); }, 500);
      changed();
    } catch (error) {
      notify(error.name === "NotAllowedError" ? `The browser was not allowed to use the ${isFilmed ? "camera" : "microphone"}.` : `This browser cannot record: ${error.message}`);
    } finally {
      record.disabled = false;
    }
  }

  function showStopped() {
    running = null;
    clearInterval(timer);
    record.textContent = "Record";
    if (film) film.hidden = false;
    time.textContent = status.textContent = "";
  }

  // Ends a recording that is running, and keeps it.
  async function finish() {
    if (!running) return;
    const ended = running;
    showStopped();
    const isAdded = adding(ended.stop().then((file) => add([file], ended.entry, ended.id)));
    changed();
    if (await isAdded) return removeRecordings(ended.draft, ended.id);
    isUnsent = true;
    status.textContent = "The recording is kept in this browser, and added when the note is saved.";
  }

  // Adds the recordings of a draft that a crash has interrupted.
  async function recover(id) {
    for (const left of await leftRecordings(id)) {
      if (left.id === running?.id || !(await add([recordedFile(left)], pages()[left.page] ?? null, left.id))) continue;
      removeRecordings(id, left.id);
    }
    isUnsent = (await leftRecordings(id)).some((left) => left.id !== running?.id);
  }

  function cancel() {
    running?.cancel();
    if (running) removeRecordings(running.draft);
    isUnsent = false;
    showStopped();
  }

  const plain = ({ kept, upload, name, size, caption, isCaptioned, isThere, pages, made }) =>
    ({ kept, upload, name, size, caption, isCaptioned, isThere: isThere === false ? false : undefined, pages, made });
  const stamp = (item) => JSON.stringify(plain(item));

  // Records that the sent state is saved. Later changes are kept.
  function settle(sent, next) {
    generation += 1;
    sent.forEach(({ item, stamp: before }, index) => {
      const saved = next.recordings[index];
      if (!saved) return;
      const own = stamp(item) === before ? { pages: item.pages } : { pages: item.pages, caption: item.caption, isCaptioned: item.isCaptioned };
      for (const name of Object.keys(item)) if (name !== "element") delete item[name];
      Object.assign(item, saved, own);
    });
  }

  function rebase(present, old) {
    const place = matches(old.recordings, present.recordings);
    generation += 1;
    items = items.filter((item) => {
      const found = item.upload ? item : place.get(item.kept);
      return found && Object.assign(item, found, item.isCaptioned ? { caption: item.caption } : {});
    });
  }
  return {
    element: h("section", { class: "recordings", "aria-label": "Recordings of the note" }, h("h2", {}, "Recordings"),
      h("p", { class: "actions" }, canRecord ? [record, film] : h("span", { class: "count" }, "Recording needs this page at localhost or over https."), time,
        picker("Add a file", { accept: "audio/*,video/mp4,video/quicktime,.m4a,.caf,.amr", multiple: true }, add, "Add recordings")),
      status, list),
    show, settle, rebase, recover, cancel, nameOf,
    at: (index) => items[index], ofKept: (kept) => items.find((item) => item.kept === kept), indexOf: (item) => items.indexOf(item),
    isPlaying: (item) => playerOf(item)?.paused === false,
    play: (item) => {
      const player = playerOf(item);
      if (!player) return notify("This recording is missing.");
      if (player.tagName === "VIDEO") player.scrollIntoView({ block: "center" });
      if (player.paused) player.play(); else player.pause();
    },
    movedIcon: (item, from, to) => { item.pages = [...new Set([...item.pages.filter((at) => at !== from), to])].sort((one, other) => one - other); show(); },
    // The recording that is under way and the time in it, as a stroke keeps them.
    moment: () => (running ? { voice: { id: running.id, seconds: Math.round(running.seconds() * 100) / 100 } } : {}),
    position: (id) => items.findIndex((item) => item.made === id),
    prepare: async () => { await finish(); if (isUnsent) await recover(draft()); },
    useDraft: (own) => { draft = own; },
    // True if the note is to have a recording that only this browser has so far.
    isPending: () => Boolean(running) || isUnsent,
    arrive: (present) => { arrive(items, present); show(); },
    lacking: (present) => lacking(items, present),
    hasLeft: async (id) => (await leftRecordings(id)).length > 0,
    take: (state) => { generation += 1; items = state.map((item) => ({ ...item })); },
    state: () => items.map(plain),
    stateOf: (note) => note.recordings.map((item) => {
      const pages = (note.pages ?? []).flatMap((entry, at) => (entry.recordings.includes(item.kept) ? [at] : []));
      return plain({ ...item, pages });
    }),
    snapshot: () => items.map((item) => ({ item, stamp: stamp(item) })),
    release: () => { items = items.filter((item) => item.upload); },
    sent: () => items.map((item) => ({
      kept: item.kept, upload: item.upload, name: item.name, pages: item.pages,
      caption: item.upload || item.isCaptioned ? item.caption ?? "" : undefined,
    })),
    // The recordings of a page, and how they change when pages are added, moved, deleted and put back.
    onPage: (at) => items.filter((item) => item.pages.includes(at)),
    putOn: (at, own) => { for (const item of own) item.pages = [...new Set([...item.pages, at])].sort((one, other) => one - other); },
    moved: (change) => { for (const item of items) item.pages = item.pages.map(change).filter((at) => at !== null).sort((one, other) => one - other); },
    close: () => { running?.cancel(); running = null; clearInterval(timer); },
  };
}
