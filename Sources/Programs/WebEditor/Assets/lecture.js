// The pages of a lecture note: handwriting, pictures placed on the page, and recordings.
import { button, h, notify } from "./dom.js";
import { Ink, renumber, strokeSent, strokesSent } from "./ink.js";
import { placedPictures } from "./placed.js";
import { recordingList } from "./recordings.js";
import { arrive, lacking, matches } from "./store.js";
import { toolBar } from "./tools.js";

// The size of an empty page in points.
const paper = { width: 768, height: 1024 };
const margin = 20;

// A page: `kept` is its position in the saved note; null for a new one. Its strokes and pictures have
// positions on that page.
const blankPage = () => ({ kept: null, isChanged: true, revision: 0, strokes: [], picture: null, pictures: [] });

function savedPage({ strokes, picture, pictures }, kept) {
  return {
    kept, isChanged: false, revision: 0, picture, strokes: strokes.map((stroke, index) => ({ ...stroke, kept: index })),
    pictures: pictures.map((item, index) => ({ ...structuredClone(item), kept: index })),
  };
}

// All photos of a note.
const photosOf = (note) => [...(note.photos ?? []), ...(note.pages ?? []).flatMap((page) => [page.picture, ...page.pictures.map((item) => item.photo)])].filter(Boolean);

// The visible content of a page, used to recognize it in another version of the note.
function look({ strokes, picture, pictures }) {
  const photo = (item) => item && [item.name, item.size];
  return JSON.stringify([strokes, photo(picture), pictures.map((item) => [photo(item.photo), item.frame])]);
}

// Makes a page one that no saved note has.
function detach(entry) {
  for (const item of [...entry.strokes, ...entry.pictures]) delete item.kept;
  [entry.kept, entry.isChanged] = [null, true];
}

// The box around everything on the pages, at least the size of an empty page.
function boxOf(pages) {
  const box = { left: 0, top: 0, right: paper.width, bottom: paper.height };
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
  return box;
}

// `changed` is called after every change.
export function lecturePages(changed) {
  const canvas = h("canvas", { tabindex: "0", role: "application", "aria-label": "Page. Arrow keys move the pen, the space bar puts it down." });
  const sheet = h("div", { class: "sheet" });
  const status = h("p", { class: "count", role: "status" });
  const place = h("output", {});
  let saved = null;
  let pages = [blankPage()];
  let current = 0;
  let isDrawing = true;
  // Changes with every change of positions; what was removed before that cannot be put back.
  let generation = 0;
  const page = () => pages[current];
  const touch = () => { page().isChanged = true; page().revision += 1; changed(); };
  const tools = toolBar(() => ink);
  const ink = new Ink(canvas, { ...paper, tool: tools.tool, changed: () => {
    // Strokes are drawn over a picture of handwriting, which becomes a placed one.
    if (page().picture && ink.strokes.length > 0) placed.release();
    page().strokes = ink.strokes;
    touch();
  } });
  const placed = placedPictures({ saved: () => saved, page, ink, changed: touch, generation: () => generation });
  // Strokes that are written during a recording appear with it on the published page.
  ink.mark = () => recordings.moment();
  const recordings = recordingList({
    saved: () => saved, changed, pageCount: () => pages.length, page: () => current,
  });
  sheet.append(placed.element, canvas);

  const modes = [["Draw", true], ["Pictures", false]].map(([label, value]) => button(label, () => { isDrawing = value; showMode(); }));
  const earlier = button("‹", () => show(current - 1), { "aria-label": "Page before" });
  const later = button("›", () => show(current + 1), { "aria-label": "Next page" });
  const up = button("Move earlier", () => move(-1));
  const down = button("Move later", () => move(1));
  const remove = button("Delete page", erase);

  function showMode() {
    modes.forEach((mode, index) => mode.setAttribute("aria-pressed", String(isDrawing === (index === 0))));
    sheet.classList.toggle("arranging", !isDrawing);
    tools.element.hidden = !isDrawing;
    placed.tools.hidden = isDrawing;
    canvas.tabIndex = isDrawing ? 0 : -1;
    placed.enable(!isDrawing);
  }

  function show(index) {
    ink.liftCursor();
    current = Math.min(pages.length - 1, Math.max(0, index));
    place.textContent = `Page ${current + 1} of ${pages.length}`;
    earlier.disabled = up.disabled = current === 0;
    later.disabled = down.disabled = current === pages.length - 1;
    ink.set(page().strokes);
    placed.show();
    recordings.show();
  }

  function add() {
    pages.splice(current + 1, 0, blankPage());
    recordings.moved((index) => (index > current ? index + 1 : index));
    show(current + 1);
    changed();
  }

  function move(by) {
    const [from, to] = [current, current + by];
    pages.splice(to, 0, ...pages.splice(from, 1));
    recordings.moved((index) => (index === from ? to : index === to ? from : index));
    show(to);
    changed();
  }

  function erase() {
    const [gone, at, assigned, spare, version] = [page(), current, recordings.pages(), blankPage(), generation];
    pages.splice(at, 1);
    if (pages.length === 0) pages.push(spare);
    recordings.moved((index) => (index === at ? null : index > at ? index - 1 : index));
    show(at);
    changed();
    notify(`Page ${at + 1} was deleted; its recordings are kept.`, { label: "Undo", run: () => {
      if (version !== generation) return notify("The note was saved meanwhile: its earlier version is in the trash.");
      const isUnused = pages[0] === spare && spare.strokes.length + spare.pictures.length === 0;
      pages.splice(at, isUnused ? 1 : 0, gone);
      recordings.restore(assigned);
      show(at);
      changed();
    } });
  }

  // The pages of a saved note, or of a draft, which refers to unchanged pages by position.
  function taken(state) {
    const read = state.pages.map((entry) => {
      if (entry.strokes) return { ...blankPage(), ...structuredClone(entry), kept: entry.kept ?? null };
      const page = saved.pages?.[entry.kept];
      return page ? savedPage(page, entry.kept) : blankPage();
    });
    return read.length > 0 ? read : [blankPage()];
  }

  const shortened = ({ kept, isChanged, strokes, picture, pictures }) =>
    (kept !== null && !isChanged ? { kept } : { kept, strokes, picture, pictures });

  function stateOf(note) {
    const pages = note.pages?.length ? note.pages.map((_, kept) => ({ kept })) : [shortened(blankPage())];
    return { pages, recordings: recordings.stateOf(note) };
  }

  const state = () => ({ pages: pages.map(shortened), recordings: recordings.state() });
  const isChanged = () => JSON.stringify(state()) !== JSON.stringify(stateOf(saved));

  function take(wanted, note) {
    saved = note;
    generation += 1;
    pages = taken(wanted);
    recordings.take(wanted.recordings);
    const box = boxOf(pages);
    Object.assign(ink, { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top });
    show(Math.min(current, pages.length - 1));
    showMode();
  }

  // Positions are those in the saved note, or in the note of which a new one is a copy.
  function sent({ isPreview, isWhole, hasPhotos }) {
    if (!isPreview && !isWhole && !hasPhotos && !isChanged()) return {};
    const photo = (item) => item && { kept: item.kept, upload: item.upload, name: item.name, caption: item.upload ? item.caption ?? undefined : undefined };
    const items = recordings.sent();
    const stroke = (drawn) => {
      const at = drawn.kept === undefined && drawn.voice ? recordings.position(drawn.voice.id) : -1;
      return { ...strokeSent(drawn), ...(at < 0 ? {} : { recording: saved.recordings.length + at, seconds: drawn.voice.seconds }) };
    };
    const value = pages.map((entry, index) => {
      const own = items.flatMap((item, at) => (item.pages.includes(index) ? [at] : []));
      if (entry.kept !== null && !entry.isChanged) return { kept: entry.kept, recordings: own };
      return {
        kept: entry.kept ?? undefined, strokes: entry.strokes.map(stroke), picture: photo(entry.picture), recordings: own,
        pictures: entry.pictures.map((item) => ({ kept: item.kept, photo: photo(item.photo), frame: item.frame ?? undefined })),
      };
    });
    return { pages: value, recordings: items.map(({ pages: _, ...item }) => item) };
  }

  const snapshot = () => ({
    recordings: recordings.snapshot(),
    pages: pages.map((entry) => ({ entry, revision: entry.revision, strokes: strokesSent(entry.strokes), pictures: [...entry.pictures] })),
  });

  // Records that the sent state is saved. Later changes are kept.
  function settle({ pages: before, recordings: heard }, next) {
    saved = next;
    generation += 1;
    before.forEach(({ entry, revision, strokes, pictures }, index) => {
      const saved = next.pages?.[index];
      if (!saved) return;
      entry.kept = index;
      entry.isChanged = entry.revision !== revision;
      renumber(entry === page() ? [...entry.strokes, ...ink.allStrokes()] : entry.strokes, strokes);
      pictures.forEach((item, at) => { [item.kept, item.photo] = [at, saved.pictures[at]?.photo ?? item.photo]; });
      if (entry.picture && saved.picture) entry.picture = saved.picture;
    });
    recordings.settle(heard, next);
    placed.show();
    recordings.show();
  }

  // Applies the changes to another version of the note, in which everything may have other
  // positions.
  function rebase(present) {
    if (!isChanged()) return take(stateOf(present), present);
    const photos = matches(photosOf(saved), photosOf(present));
    const there = (present.pages ?? []).map(look);
    const photo = (item) => (!item || item.upload ? item : photos.get(item.kept) ?? null);
    for (const entry of pages) {
      const wanted = entry.kept !== null && look(saved.pages[entry.kept]);
      const index = there[entry.kept] === wanted ? entry.kept : there.indexOf(wanted);
      if (index >= 0) [entry.kept, there[index]] = [index, null]; else detach(entry);
      entry.picture = photo(entry.picture);
      entry.pictures = entry.pictures.map((item) => ({ ...item, photo: photo(item.photo) })).filter((item) => item.photo);
    }
    recordings.rebase(present, saved);
    saved = present;
    generation += 1;
    show(current);
  }

  // The note is unchanged; files that it names may have arrived.
  function arrived(present) {
    saved = present;
    arrive(photosOf({ pages }), photosOf(present));
    recordings.arrive(present.recordings);
    placed.show();
  }

  // Keeps only what does not depend on a saved note.
  function release() {
    for (const entry of pages) {
      detach(entry);
      if (!entry.picture?.upload) entry.picture = null;
      entry.pictures = entry.pictures.filter((item) => item.photo.upload);
    }
    recordings.release();
    saved = { id: null, pages: [], photos: [], recordings: [] };
    show(current);
  }

  // The pages of a draft of a version that is no longer known, after those of the present one.
  function adopted(draft, note) {
    const own = draft.pages.filter((entry) => entry.strokes).map((entry) => {
      const page = { ...structuredClone(entry), picture: null, pictures: entry.pictures.filter((item) => item.photo.upload) };
      detach(page);
      return shortened(page);
    });
    const { pages, recordings } = stateOf(note);
    return { pages: [...pages, ...own], recordings: [...recordings, ...draft.recordings.filter((item) => item.upload)] };
  }

  return {
    element: h("div", { class: "lecture" }, h("h2", {}, "Pages"),
      h("div", { class: "tools", role: "group", "aria-label": "Pages" }, earlier, place, later, button("Add page", add), up, down, remove,
        h("span", { class: "tools", role: "group", "aria-label": "What the pointer does" }, modes)),
      tools.element, placed.tools, h("div", { class: "ink" }, sheet), status, recordings.element),
    isFirst: true, take, state, stateOf, sent, snapshot, settle, rebase, release, adopted, arrived,
    lacking: (present) => lacking(photosOf({ pages }), photosOf(present)) + recordings.lacking(present.recordings),
    isBusy: recordings.isPending, hasRecordings: recordings.hasLeft, recover: recordings.recover,
    useDraft: recordings.useDraft, cancel: recordings.cancel,
    // The page fits the width of the window at first.
    shown: () => tools.zoomTo(Math.min(1, (sheet.parentElement.clientWidth || paper.width) / ink.width)),
    prepare: () => recordings.prepare(),
    close: () => recordings.close(),
  };
}
