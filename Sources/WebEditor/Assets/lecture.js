// The pages of a lecture note: handwriting, pictures placed on the page, and recordings.
import { button, h, notify } from "./dom.js";
import { Ink } from "./ink.js";
import { placedPictures } from "./placed.js";
import { recordingList } from "./recordings.js";
import { toolBar } from "./tools.js";

// The size of an empty page in points.
const paper = { width: 768, height: 1024 };
const margin = 20;

const blankPage = () => ({ kept: null, isChanged: true, strokes: [], picture: null, pictures: [] });

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
  const page = () => pages[current];
  const touch = () => { page().isChanged = true; changed(); };
  const tools = toolBar(() => ink);
  const ink = new Ink(canvas, { ...paper, tool: tools.tool, changed: () => {
    // Strokes are drawn over a picture of handwriting, which becomes a placed one.
    if (page().picture && ink.strokes.length > 0) placed.release();
    page().strokes = ink.strokes;
    touch();
  } });
  const placed = placedPictures({ saved: () => saved, page, ink, changed: touch });
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
    const [gone, at, assigned, spare] = [page(), current, recordings.pages(), blankPage()];
    pages.splice(at, 1);
    if (pages.length === 0) pages.push(spare);
    recordings.moved((index) => (index === at ? null : index > at ? index - 1 : index));
    show(at);
    changed();
    notify(`Page ${at + 1} was deleted; its recordings are kept.`, { label: "Undo", run: () => {
      const isUnused = pages[0] === spare && spare.strokes.length + spare.pictures.length === 0;
      pages.splice(at, isUnused ? 1 : 0, gone);
      recordings.restore(assigned);
      show(at);
      changed();
    } });
  }

  // The pages of a saved note, or of a draft, in which pages that did not change are named only.
  function taken(state) {
    const read = state.pages.map((entry) => {
      if (entry.kept === null || entry.kept === undefined) return { ...blankPage(), ...structuredClone(entry), kept: null };
      const { strokes, picture, pictures } = saved.pages?.[entry.kept] ?? blankPage();
      return { kept: entry.kept, isChanged: false, strokes, picture, pictures: structuredClone(pictures) };
    });
    return read.length > 0 ? read : [blankPage()];
  }

  const shortened = ({ kept, isChanged, strokes, picture, pictures }) =>
    (kept !== null && !isChanged ? { kept } : { kept: null, strokes, picture, pictures });

  function stateOf(note) {
    const pages = note.pages?.length ? note.pages.map((_, kept) => ({ kept })) : [shortened(blankPage())];
    return { pages, recordings: recordings.stateOf(note) };
  }

  const state = () => ({ pages: pages.map(shortened), recordings: recordings.state() });

  function take(wanted, note) {
    saved = note;
    pages = taken(wanted);
    recordings.take(wanted.recordings);
    const box = boxOf(pages);
    Object.assign(ink, { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top });
    show(Math.min(current, pages.length - 1));
    showMode();
  }

  // Photos that are kept are named by the note that has them if they become those of another one.
  function sent({ isPreview, asNew, hasPhotos }) {
    if (!isPreview && !asNew && !hasPhotos && JSON.stringify(state()) === JSON.stringify(stateOf(saved))) return {};
    const photo = (item) => item && { kept: item.kept, upload: item.upload, name: item.name, caption: item.caption ?? undefined,
      of: asNew && item.upload === undefined ? saved.id : undefined };
    const items = recordings.sent(asNew ? saved.id : undefined);
    const value = pages.map((entry, index) => {
      const own = items.flatMap((item, at) => (item.page === index ? [at] : []));
      if (entry.kept !== null && !entry.isChanged && !asNew) return { kept: entry.kept, recordings: own };
      return {
        strokes: entry.strokes, picture: photo(entry.picture), recordings: own,
        pictures: entry.pictures.map((item) => ({ photo: photo(item.photo), frame: item.frame ?? undefined })),
      };
    });
    return { pages: value, recordings: items.map(({ page: _, ...item }) => item) };
  }

  return {
    element: h("div", { class: "lecture" }, h("h2", {}, "Pages"),
      h("div", { class: "tools", role: "group", "aria-label": "Pages" }, earlier, place, later, button("Add page", add), up, down, remove,
        h("span", { class: "tools", role: "group", "aria-label": "What the pointer does" }, modes)),
      tools.element, placed.tools, h("div", { class: "ink" }, sheet), status, recordings.element),
    isFirst: true, take, state, stateOf, sent,
    // The page fits the width of the window at first.
    shown: () => tools.zoomTo(Math.min(1, (sheet.parentElement.clientWidth || paper.width) / ink.width)),
    prepare: () => recordings.finish(),
    close: () => recordings.close(),
  };
}
