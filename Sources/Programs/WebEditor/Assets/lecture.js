// The pages of a lecture note, one below the other: handwriting, pictures placed on the page, and
// recordings.
import * as api from "./api.js";
import { button, h, notify } from "./dom.js";
import { loadedImage, renumber, strokeSent, strokesSent } from "./ink.js";
import { addAll, photoPickers, removeItem } from "./media.js";
import { recordingList } from "./recordings.js";
import { paperSheet } from "./sheet.js";
import { arrive, lacking, matches } from "./store.js";
import { toolBar } from "./tools.js";

// The sizes of pages in points: of new ones, and of those that were written on a phone.
const [paper, smallPaper] = [{ width: 768, height: 1024 }, { width: 414, height: 552 }];
const margin = 20;

// A page: `kept` is its position in the saved note; null for a new one. Its strokes and pictures have
// positions on that page; a picture that came from another page names it.
const blankPage = () => ({ kept: null, isChanged: true, revision: 0, strokes: [], picture: null, pictures: [], icons: [] });

// All photos of a note.
const photosOf = (note) => [...(note.photos ?? []), ...(note.pages ?? []).flatMap((page) => [page.picture, ...page.pictures.map((item) => item.photo)])].filter(Boolean);

// The visible content of a page, used to recognize it in another version of the note.
function look({ strokes, picture, pictures }) {
  const photo = (item) => item && [item.name, item.size];
  return JSON.stringify([strokes, photo(picture), pictures.map((item) => [photo(item.photo), item.frame])]);
}

// Makes a page one that no saved note has.
function detach(entry) {
  for (const item of [...entry.strokes, ...(entry.sheet?.ink.allStrokes() ?? []), ...entry.pictures]) { delete item.kept; delete item.page; }
  [entry.kept, entry.isChanged] = [null, true];
}

// The box around everything on the pages, at least the size of a page.
function boxOf(pages, { width, height } = paper) {
  const box = { left: 0, top: 0, right: width, bottom: height };
  const cover = (x, y, width = 0, height = 0) => {
    if (x < box.left) box.left = x - margin;
    if (y < box.top) box.top = y - margin;
    if (x + width > box.right) box.right = x + width + margin;
    if (y + height > box.bottom) box.bottom = y + height + margin;
  };
  for (const page of pages) {
    for (const { points } of page.strokes) {
      for (let index = 0; index < points.length; index += 2) cover(points[index], points[index + 1]);
    }
    for (const { frame } of page.pictures) if (frame) cover(...frame);
  }
  return { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top };
}

// `changed` is called after every change.
export function lecturePages(changed) {
  const list = h("div", { class: "ink pages" });
  const status = h("p", { class: "count", role: "status" });
  let saved = null;
  let pages = [];
  let current = null;
  let isArranging = false;
  let box = boxOf([]);
  let zoom = 1;
  // Changes with every change of positions; what was removed before that cannot be put back.
  let generation = 0;
  const page = () => (pages.includes(current) ? current : pages[0]);
  const recordings = recordingList({
    saved: () => saved, changed, page, pages: () => pages,
    showIcons: (entry) => { if (entry) entry.sheet.refresh(); else for (const { sheet } of pages) sheet?.show(); },
    showPlaying: () => { for (const { sheet } of pages) sheet.showPlaying(); },
  });
  const tools = toolBar(() => page().sheet.ink, (value) => { zoom = value; for (const { sheet } of pages) sheet.fit(box, zoom); });
  const note = {
    recordings, tool: tools.tool, saved: () => saved, generation: () => generation, isArranging: () => isArranging,
    changed: (entry) => { current = entry; changed(); },
    moved: (from, sheet, item) => {
      const to = pages.find((entry) => entry.sheet.element === sheet);
      const kind = item.recording ? "icons" : "pictures";
      if (!from[kind].includes(item)) return;
      from[kind].splice(from[kind].indexOf(item), 1);
      to[kind].push(item);
      if (item.recording) recordings.movedIcon(item.recording, pages.indexOf(from), pages.indexOf(to));
      else if (item.kept !== undefined) item.page ??= from.kept;
      from.sheet.refresh();
      to.sheet.refresh();
      to.sheet.element.querySelectorAll(item.recording ? ".sound-icon" : ".placed-picture")[to[kind].length - 1].focus({ preventScroll: true });
    },
  };
  const watcher = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) pages.find((entry) => entry.sheet.element === target)?.sheet.reveal(isIntersecting);
  }, { rootMargin: "100% 0px" });

  const modes = [["Draw", false], ["Pictures", true]].map(([label, value]) => button(label, () => { isArranging = value; showMode(); }));
  const act = (work) => () => {
    const item = page().sheet.selected();
    if (!item) return notify("Choose a picture on the page first.");
    work(page().sheet, item);
  };
  const pictureTools = h("div", { class: "tools", role: "group", "aria-label": "Pictures on the page" }, photoPickers(addPictures),
    button("Larger", act((sheet, item) => sheet.resizeItem(item, 1.1))), button("Smaller", act((sheet, item) => sheet.resizeItem(item, 1 / 1.1))),
    button("Forward", act((sheet, item) => sheet.raise(item, 1))), button("Backward", act((sheet, item) => sheet.raise(item, -1))),
    button("Remove", act((sheet, item) => sheet.remove(item))));

  function showMode() {
    modes.forEach((mode, index) => mode.setAttribute("aria-pressed", String(isArranging === (index === 1))));
    list.classList.toggle("arranging", isArranging);
    tools.element.hidden = isArranging;
    pictureTools.hidden = !isArranging;
    for (const { sheet } of pages) sheet.show();
  }

  function show(focused = null) {
    for (const entry of pages) {
      if (entry.sheet) continue;
      entry.sheet = paperSheet(entry, note);
      entry.sheet.take();
      entry.sheet.fit(box, zoom);
      entry.leaf = h("section", { class: "paper-page", onpointerdown: () => { current = entry; }, onfocusin: () => { current = entry; } }, entry.sheet.element);
      watcher.observe(entry.sheet.element);
    }
    const leaves = pages.map((entry, index) => {
      const act = (label, work, text = label, isDisabled = false) => button(text, work, { "aria-label": label, title: label, disabled: isDisabled });
      const foot = h("p", { class: "tools" }, h("span", { class: "count" }, `Page ${index + 1} of ${pages.length}`),
        act("Add page", () => add(index + 1)), act("Move up", () => move(index, -1), "↑", index === 0), act("Move down", () => move(index, 1), "↓", index === pages.length - 1),
        act("Delete page", () => erase(entry), "Delete"));
      entry.leaf.setAttribute("aria-label", `Page ${index + 1}`);
      entry.leaf.querySelector(":scope > .tools")?.remove();
      entry.leaf.append(foot);
      entry.sheet.show();
      return entry.leaf;
    });
    // Where nothing moves, a stroke that is being drawn goes on.
    if (leaves.length !== list.children.length || leaves.some((leaf, index) => leaf !== list.children[index])) list.replaceChildren(...leaves);
    if (focused) {
      current = focused;
      focused.leaf.scrollIntoView({ block: "nearest" });
      focused.leaf.querySelector("canvas").focus({ preventScroll: true });
    }
    recordings.show();
  }

  function add(index) {
    const entry = blankPage();
    pages.splice(index, 0, entry);
    recordings.moved((at) => (at >= index ? at + 1 : at));
    show(entry);
    changed();
  }

  function move(from, by) {
    const to = from + by;
    const [entry] = pages.splice(from, 1);
    pages.splice(to, 0, entry);
    recordings.moved((at) => (at === from ? to : at === to ? from : at));
    show(entry);
    changed();
  }

  function erase(entry) {
    const [at, spare] = [pages.indexOf(entry), blankPage()];
    const own = recordings.onPage(at);
    const refresh = () => { if (pages.length === 0) pages.push(spare); show(pages[Math.min(at, pages.length - 1)]); changed(); };
    removeItem(pages, entry, {
      told: `Page ${at + 1} was deleted; its recordings are kept.`, version: () => generation,
      changed: () => { if (!pages.includes(entry)) recordings.moved((index) => (index === at ? null : index > at ? index - 1 : index)); refresh(); },
      putBack: () => {
        const isUnused = pages[0] === spare && spare.strokes.length + spare.pictures.length === 0;
        pages.splice(at, isUnused ? 1 : 0, entry);
        if (!isUnused) recordings.moved((index) => (index >= at ? index + 1 : index));
        recordings.putOn(at, own);
      },
    });
  }

  async function addPictures(files) {
    const entry = page();
    return addAll(files, status, async (file) => {
      const { upload, name } = await api.upload(file.name || "picture.png", file);
      const { naturalWidth: width, naturalHeight: height } = await loadedImage(`api/uploads/${upload}?large=1`);
      const factor = Math.min(1, box.width / 2 / width, box.height / 2 / height);
      const size = [width * factor, height * factor];
      // In the middle of what the window shows of the page.
      const sheet = entry.sheet.element.getBoundingClientRect();
      const middle = (Math.max(0, -sheet.top) + Math.min(sheet.height, innerHeight - sheet.top)) / 2 / zoom + box.top;
      const top = Math.min(Math.max(box.top, middle - size[1] / 2), box.top + box.height - size[1]);
      entry.pictures.push({ photo: { upload, name }, frame: [box.left + (box.width - size[0]) / 2, top, ...size].map((value) => Math.round(value * 10) / 10) });
      entry.sheet.refresh();
      entry.sheet.element.querySelector(".placed-picture:last-of-type")?.focus({ preventScroll: true });
    });
  }

  const iconsOf = (icons = [], find = recordings.at) => icons.flatMap(({ recording, place }) => {
    const item = find(recording);
    return item ? [{ recording: item, place }] : [];
  });

  function savedPage({ strokes, picture, pictures, icons }, kept) {
    return {
      kept, isChanged: false, revision: 0, picture: picture && { ...picture }, strokes: strokes.map((stroke, index) => ({ ...stroke, kept: index })),
      pictures: pictures.map((item, index) => ({ ...structuredClone(item), kept: index })), icons: iconsOf(icons, recordings.ofKept),
    };
  }

  // The pages of a saved note, or of a draft, which refers to unchanged pages by position.
  function taken(state) {
    const read = state.pages.map((entry) => {
      if (entry.strokes) return { ...blankPage(), ...structuredClone(entry), kept: entry.kept ?? null, icons: iconsOf(entry.icons) };
      const page = saved.pages?.[entry.kept];
      return page ? savedPage(page, entry.kept) : blankPage();
    });
    return read.length > 0 ? read : [blankPage()];
  }

  const iconsSent = ({ icons }) => icons.map(({ recording, place }) => ({ recording: recordings.indexOf(recording), place })).filter((icon) => icon.recording >= 0);
  const shortened = ({ kept, isChanged, strokes, picture, pictures, icons }) =>
    (kept !== null && !isChanged ? { kept } : { kept, strokes, picture, pictures, icons: iconsSent({ icons }) });

  function stateOf(note) {
    const pages = note.pages?.length ? note.pages.map((_, kept) => ({ kept })) : [shortened(blankPage())];
    return { pages, recordings: recordings.stateOf(note) };
  }

  const state = () => ({ pages: pages.map(shortened), recordings: recordings.state() });
  const isSame = () => JSON.stringify(state()) === JSON.stringify(stateOf(saved));

  function take(wanted, note) {
    saved = note;
    generation += 1;
    const at = Math.max(0, pages.indexOf(current));
    watcher.disconnect();
    recordings.take(wanted.recordings);
    pages = taken(wanted);
    current = pages[Math.min(at, pages.length - 1)];
    const small = boxOf(pages, smallPaper);
    const isSmall = pages.some(({ strokes, pictures }) => strokes.length + pictures.length > 0) && small.width === smallPaper.width && small.height === smallPaper.height;
    box = note.id && isSmall ? small : boxOf(pages);
    show();
    showMode();
  }

  // What is sent: all pages and recordings, those that did not change by their positions. All photos
  // are in one list, so photos of the note are only changed together with pages.
  function sent({ isWhole = false, hasPhotos = false, isPreview = false }) {
    if (!isWhole && isSame() && !hasPhotos) return {};
    const photo = (item) => (item ? { kept: item.kept, upload: item.upload, name: item.name } : undefined);
    const items = recordings.sent();
    const stroke = (each) => {
      const heard = each.voice && recordings.position(each.voice.id);
      const sentStroke = strokeSent(each);
      if (heard === undefined || heard < 0 || sentStroke.kept !== undefined || isPreview) return sentStroke;
      return { ...sentStroke, recording: (saved.recordings?.length ?? 0) + heard, seconds: each.voice.seconds };
    };
    const value = pages.map((entry, index) => {
      const icons = iconsSent(entry);
      const own = items.flatMap((item, at) => (item.pages.includes(index) || icons.some((icon) => icon.recording === at) ? [at] : []));
      if (entry.kept !== null && !entry.isChanged) return { kept: entry.kept, recordings: own, icons };
      const handwriting = entry.sheet.handwriting();
      return {
        kept: entry.kept ?? undefined, strokes: entry.strokes.map(stroke), picture: handwriting ? undefined : photo(entry.picture), recordings: own, icons,
        pictures: [...entry.pictures, ...(handwriting ? [handwriting] : [])].map((item) =>
          ({ kept: item.kept, page: item.page, photo: photo(item.photo), frame: item.frame ?? undefined })),
      };
    });
    return { pages: value, recordings: items.map(({ pages: _, ...item }) => item) };
  }

  const snapshot = () => ({
    recordings: recordings.snapshot(),
    pages: pages.map((entry) => ({
      entry, revision: entry.revision, strokes: strokesSent(entry.strokes), pictures: [...entry.pictures], handwriting: entry.isChanged && entry.sheet.handwriting(),
    })),
  });

  // Records that the sent state is saved. Later changes are kept.
  function settle({ pages: before, recordings: heard }, next) {
    saved = next;
    generation += 1;
    recordings.settle(heard, next);
    before.forEach(({ entry, revision, strokes, pictures, handwriting }, index) => {
      const saved = next.pages?.[index];
      if (!saved) return;
      if (handwriting) {
        entry.sheet.renamed(null);
        pictures.push(handwriting);
        entry.pictures.push(handwriting);
      }
      entry.kept = index;
      entry.isChanged = entry.revision !== revision;
      renumber([...entry.strokes, ...entry.sheet.ink.allStrokes()], strokes);
      pictures.forEach((item, at) => {
        [item.kept, item.photo] = [at, saved.pictures[at]?.photo ?? item.photo];
        // It may have been moved to another page meanwhile.
        if (entry.pictures.includes(item)) delete item.page; else item.page = index;
      });
      if (entry.picture && saved.picture) entry.sheet.renamed(saved.picture);
    });
    show();
  }

  // Applies the changes to another version of the note, in which everything may have other
  // positions.
  function rebase(present) {
    if (isSame()) return take(stateOf(present), present);
    const photos = matches(photosOf(saved), photosOf(present));
    const there = (present.pages ?? []).map(look);
    const photo = (item) => (!item || item.upload ? item : photos.get(item.kept) ?? null);
    const kept = new Map();
    for (const entry of pages) {
      const before = entry.kept;
      const wanted = before !== null && look(saved.pages[before]);
      const index = there[before] === wanted ? before : there.indexOf(wanted);
      if (index >= 0) { [entry.kept, there[index]] = [index, null]; kept.set(before, index); } else detach(entry);
      entry.sheet.renamed(photo(entry.picture));
      entry.pictures = entry.pictures.map((item) => ({ ...item, photo: photo(item.photo) })).filter((item) => item.photo);
    }
    for (const item of pages.flatMap((entry) => entry.pictures)) {
      if (item.page === undefined) continue;
      if (kept.has(item.page)) item.page = kept.get(item.page); else { delete item.kept; delete item.page; }
    }
    recordings.rebase(present, saved);
    saved = present;
    generation += 1;
    show();
  }

  // The note is unchanged; files that it names may have arrived.
  function arrived(present) {
    saved = present;
    const there = () => JSON.stringify(photosOf({ pages }).map((photo) => photo.isThere));
    const before = there();
    arrive(photosOf({ pages }), photosOf(present));
    recordings.arrive(present.recordings);
    if (there() !== before) for (const { sheet } of pages) sheet.show();
  }

  // Keeps only what does not depend on a saved note.
  function release() {
    for (const entry of pages) {
      detach(entry);
      if (!entry.picture?.upload) entry.sheet.renamed(null);
      entry.pictures = entry.pictures.filter((item) => item.photo.upload);
    }
    recordings.release();
    saved = { id: null, pages: [], photos: [], recordings: [] };
    show();
  }

  // The pages of a draft of a version that is no longer known, after those of the present one.
  function adopted(draft, note) {
    const own = draft.pages.filter((entry) => entry.strokes).map((entry) => {
      const page = { ...structuredClone(entry), picture: null, pictures: entry.pictures.filter((item) => item.photo.upload), icons: [] };
      detach(page);
      return page;
    });
    const { pages, recordings: heard } = stateOf(note);
    return { pages: [...pages, ...own], recordings: [...heard, ...draft.recordings.filter((item) => item.upload).map((item) => ({ ...item, pages: [] }))] };
  }

  return {
    element: h("div", { class: "drawing" },
      h("div", { class: "tool-bar" }, h("span", { class: "tools", role: "group", "aria-label": "What the pointer does" }, modes), tools.element, pictureTools),
      list, status, recordings.element),
    isFirst: true, take, state, stateOf, sent, snapshot, settle, rebase, release, adopted, arrived,
    lacking: (present) => lacking(photosOf({ pages }), photosOf(present)) + recordings.lacking(present.recordings),
    isBusy: recordings.isPending, hasRecordings: recordings.hasLeft, recover: recordings.recover,
    useDraft: recordings.useDraft, cancel: recordings.cancel,
    // Pages are as wide as the window allows at first.
    shown: () => tools.zoomTo(Math.min(1.5, ((list.clientWidth || paper.width) - 2) / box.width)),
    prepare: async () => {
      await recordings.prepare();
      for (const { sheet } of pages) await sheet.prepare(async (name, content) => (await api.upload(name, content)).upload);
    },
    close: () => { watcher.disconnect(); recordings.close(); },
  };
}
