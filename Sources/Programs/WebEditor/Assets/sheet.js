// A page of a lecture note as one sees it: the paper with its pictures, the ink above them, and the
// icons of recordings.
import { h } from "./dom.js";
import { Ink, flattened, isPicture, loadedImage } from "./ink.js";
import { addressOf, removeItem } from "./media.js";
import { describe, lay, makeMovable, pictureElement } from "./placed.js";

// The radius of the icon of a recording in points of the page, and its least size in pixels.
const iconRadius = 22;
const smallestTarget = 36;

// `note` has what all pages share: `saved`, `generation`, `tool`, `recordings`, `isArranging`, `changed`
// and `moved`, which moves a picture or an icon to the page of another sheet.
export function paperSheet(entry, note) {
  const canvas = h("canvas", { role: "application", "aria-label": "Page. Arrow keys move the pen, the space bar puts it down." });
  const pictures = h("div", { class: "placed" });
  const icons = h("div", { class: "icons" });
  const element = h("div", { class: "sheet" }, pictures, canvas, icons);
  // What is shown without a position has one on the screen only.
  const shownFrames = new WeakMap();
  let last = null;
  let isLoaded = false;
  let loading = null;
  let erased = null;
  const touch = () => { entry.isChanged = true; entry.revision += 1; note.changed(entry); };
  const ink = new Ink(canvas, { width: 1, height: 1, tool: note.tool, changed: () => {
    entry.strokes = ink.strokes.filter((stroke) => !isPicture(stroke));
    // *Clear* takes the picture of the handwriting away as well, and *Undo* brings it back.
    if (isLoaded) entry.picture = ink.strokes.find(isPicture)?.photo ?? null;
    erased = null;
    touch();
  } });
  ink.isShown = false;
  // Strokes that are written during a recording appear with it on the published page.
  ink.mark = () => note.recordings.moment();
  const frameOf = (item) => item.frame ?? shownFrames.get(item) ?? [20, 20, 200, 150];

  // The handwriting of apps that store a picture of it is below the strokes, so that erasers reach it.
  function loadHandwriting() {
    if (!entry.picture || isLoaded || entry.picture.isThere === false) return loading;
    loading ??= loadedImage(addressOf(note.saved(), "photos", entry.picture, "large=1")).then((image) => {
      if (!entry.picture) return;
      isLoaded = true;
      ink.beginWith({ image, photo: entry.picture, width: image.naturalWidth, height: image.naturalHeight });
    }).catch(() => {}).finally(() => { loading = null; });
    return loading;
  }

  function movable(thing, item, frame, place, remove, canResize) {
    return makeMovable(thing, ink, {
      canResize, remove, isEnabled: () => note.isArranging() || !canResize, frame: () => frame(item),
      set: (wanted, sheet) => {
        place(item, wanted);
        if (sheet) return note.moved(entry, sheet, item);
        lay(thing, wanted, ink);
        touch();
        name(thing, item);
      },
    });
  }

  const name = (thing, item) => (item.recording
    ? describe(thing, `Play ${note.recordings.nameOf(item.recording)}`, iconFrame(item), "Arrow keys move it, Delete takes it off the page.")
    : describe(thing, `Picture ${entry.pictures.indexOf(item) + 1}`, frameOf(item), "Arrow keys move it, plus and minus resize it, Delete removes it."));

  function picture(item, index) {
    const thing = h("button", { type: "button", class: "placed-picture", tabindex: note.isArranging() ? "0" : "-1", onfocus: () => { last = item; } },
      pictureElement(item.photo, addressOf(note.saved(), "photos", item.photo, "large=1"), (width, height) => {
        if (item.frame || shownFrames.has(item)) return;
        const factor = Math.min(1, ink.width / 2 / width);
        shownFrames.set(item, [20 + 30 * index, 20 + 30 * index, width * factor, height * factor]);
        lay(thing, frameOf(item), ink);
        name(thing, item);
      }), h("span", { class: "handle", "aria-hidden": "true" }));
    thing.resize = movable(thing, item, frameOf, (_, frame) => { item.frame = frame; }, () => remove(item), true).resize;
    lay(thing, frameOf(item), ink);
    name(thing, item);
    return thing;
  }

  // A finger has to meet it on small screens as well.
  const reach = () => Math.max(iconRadius, smallestTarget / 2 / ink.zoom);
  const iconFrame = ({ place: [x, y] }) => [x - reach(), y - reach(), 2 * reach(), 2 * reach()];

  function icon(item) {
    const thing = h("button", { type: "button", class: "sound-icon", onclick: () => note.recordings.play(item.recording) }, "▶");
    movable(thing, item, iconFrame, (_, [x, y]) => { item.place = [x + reach(), y + reach()].map((value) => Math.round(value * 10) / 10); }, () => {
      removeItem(entry.icons, item, { told: "The recording is no longer on the page, but in the list below.", version: note.generation, changed: () => { refresh(); note.recordings.show(); } });
    });
    thing.recording = item.recording;
    lay(thing, iconFrame(item), ink);
    name(thing, item);
    return thing;
  }

  function show() {
    const focused = element.contains(document.activeElement) && [...element.querySelectorAll("button")].indexOf(document.activeElement);
    canvas.tabIndex = note.isArranging() ? -1 : 0;
    pictures.replaceChildren(...entry.pictures.map(picture));
    icons.replaceChildren(...entry.icons.filter(({ recording }) => note.recordings.indexOf(recording) >= 0).map(icon));
    showPlaying();
    if (entry.picture?.isThere === false) pictures.append(h("span", { class: "no-photo" }, "The handwriting is missing."));
    const buttons = element.querySelectorAll("button");
    if (Number.isInteger(focused) && focused >= 0) (buttons[Math.min(focused, buttons.length - 1)] ?? canvas).focus({ preventScroll: true });
  }

  function showPlaying() {
    for (const thing of icons.children) thing.classList.toggle("playing", note.recordings.isPlaying(thing.recording));
  }

  function refresh() {
    touch();
    show();
  }

  function remove(item) {
    last = null;
    removeItem(entry.pictures, item, { told: "The picture was removed from the page.", version: note.generation, changed: refresh });
  }

  // Moves a picture above or below the next one.
  function raise(item, by) {
    const index = entry.pictures.indexOf(item);
    const other = index + by;
    if (!entry.pictures[other]) return;
    [entry.pictures[index], entry.pictures[other]] = [entry.pictures[other], item];
    refresh();
    pictures.children[other]?.focus();
  }

  canvas.addEventListener("resized", () => { if (!element.classList.contains("giving")) show(); });
  return {
    element, ink, show, showPlaying, refresh, remove, raise,
    resizeItem: (item, factor) => pictures.children[entry.pictures.indexOf(item)]?.resize(factor),
    selected: () => entry.pictures.find((item) => item === last) ?? null,
    fit: (box, zoom) => { Object.assign(ink, box); ink.resize(zoom); },
    // Pages out of sight take no memory for pixels.
    reveal: (isShown) => { if (isShown) loadHandwriting(); ink.reveal(isShown); },
    take: () => { isLoaded = false; ink.set(entry.strokes); entry.strokes = [...ink.strokes]; },
    // Strokes are stored over pictures, not over handwriting that is a picture: that becomes a placed
    // one, without what was erased.
    prepare: async (upload) => {
      if (!entry.isChanged || !entry.picture || entry.strokes.length === 0) return;
      await loadHandwriting();
      if (!isLoaded && entry.picture.isThere !== false) throw new Error("The handwriting of a page could not be loaded. Open the note again.");
      const handwriting = ink.strokes.find(isPicture);
      const erasers = ink.strokes.filter((stroke) => stroke.eraser);
      if (!handwriting || erasers.length === 0 || erased) return;
      erased = { upload: await upload("handwriting.png", await flattened([handwriting, ...erasers], handwriting)), name: "handwriting.png" };
    },
    // The handwriting as a placed picture; null if it stays as it is.
    handwriting: () => {
      if (!entry.picture || entry.strokes.length === 0) return null;
      const { width = ink.width, height = ink.height } = ink.strokes.find(isPicture) ?? {};
      return { photo: erased ?? entry.picture, frame: [0, 0, width, height] };
    },
    // The picture has another place among the photos of the note, or is none any more.
    renamed: (photo) => {
      if (photo && entry.picture) return void Object.assign(entry.picture, photo);
      entry.picture = photo;
      if (!photo) ink.dropPicture();
    },
  };
}
