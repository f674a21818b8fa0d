// The back of a napkin note, on which one draws.
import * as api from "./api.js";
import { h } from "./dom.js";
import { Ink, flattened, isPicture, loadedImage, renumber, strokeSent, strokesSent } from "./ink.js";
import { addressOf } from "./media.js";
import { toolBar } from "./tools.js";

const blankSize = { width: 360, height: 480 };
const margin = 20;

// The size of a page on which all strokes have room.
function sizeOf(strokes) {
  const size = { ...blankSize };
  for (const { points } of strokes) {
    for (let index = 0; index < points.length; index += 2) {
      size.width = Math.max(size.width, points[index] + margin);
      size.height = Math.max(size.height, points[index + 1] + margin);
    }
  }
  return size;
}

// `changed` is called whenever the drawing changes.
export function napkinBack(changed) {
  const canvas = h("canvas", { tabindex: "0", role: "application", "aria-label": "Back of the napkin. Arrow keys move the pen, the space bar puts it down." });
  const paper = h("div", { class: "ink" }, canvas);
  const status = h("p", { class: "count", role: "status" });
  let ink = null;
  // The picture of the drawing that was uploaded, for apps that store pictures.
  let uploaded = null;
  let isChanged = false;
  let current = null;
  // The picture of the drawing is loaded after each `take`; only that of the last one counts.
  let taken = 0;
  let loading = null;
  let isMissing = false;
  let note = null;
  let revision = 0;
  const tools = toolBar(() => ink);

  function make(size) {
    ink ??= new Ink(canvas, { ...size, tool: tools.tool, changed: () => {
      [isChanged, uploaded] = [true, null];
      revision += 1;
      describe();
      changed();
    } });
    Object.assign(ink, size);
    ink.resize(ink.zoom);
  }

  const plain = ({ kept: _, ...stroke }) => stroke;
  const picture = () => ink.strokes.find(isPicture);
  const strokes = () => ink.strokes.filter((stroke) => !isPicture(stroke));
  const storesPicture = () => note?.drawingForm === "picture";

  function describe() {
    current = { ...(picture() ? { picture: picture().position, base: picture().base } : {}), strokes: strokes().map(plain) };
  }

  // Strokes that the saved drawing has are named by their positions in it.
  function number(strokes) {
    const free = (note.drawing?.strokes ?? []).map((stroke) => JSON.stringify(stroke));
    return strokes.map((stroke) => {
      const index = free.indexOf(JSON.stringify(plain(stroke)));
      if (index < 0) return plain(stroke);
      free[index] = null;
      return { ...plain(stroke), kept: index };
    });
  }

  // The strokes of a picture that was drawn here and that the app has not changed since.
  function inkOf(drawing) {
    try {
      return JSON.parse(drawing.ink).filter(({ points, width }) => points.length > 1 && points.every(Number.isFinite) && width > 0);
    } catch {
      return [];
    }
  }

  // Puts the picture of a drawing below the strokes.
  async function showPicture(drawing, saved, number) {
    if (drawing?.picture === undefined || !saved.id || (drawing.ink && !drawing.base)) return;
    try {
      const { picture: position, base } = drawing;
      const image = await loadedImage(base ? `api/uploads/${base}?large=1` : addressOf(saved, "photos", { kept: position }, "large=1"));
      if (number !== taken) return;
      const width = Math.min(blankSize.width, image.naturalWidth);
      const size = { width, height: Math.round((width * image.naturalHeight) / image.naturalWidth) };
      ink.beginWith({ image, position, base, ...size });
      make(size);
      if (!isChanged) return;
      describe();
      changed();
    } catch {
      if (number !== taken) return;
      isMissing = true;
      status.textContent = "The drawing cannot be shown.";
    }
  }

  function take(drawing, saved) {
    taken += 1;
    isMissing = false;
    status.textContent = "";
    current = drawing;
    note = saved;
    [isChanged, uploaded] = [false, null];
    const drawn = drawing?.strokes ?? inkOf(drawing);
    make(sizeOf(drawn));
    // Strokes are there at once, although the picture takes some time.
    ink.set(number(drawn));
    // A draft has strokes that are not saved yet.
    isChanged = JSON.stringify(drawing) !== JSON.stringify(saved.drawing ?? null);
    loading = showPicture(drawing, saved, taken);
    return loading;
  }

  // Records that the sent state is saved. What was drawn stays as it is, so that it can be undone.
  function settle(sent, next) {
    const isSame = revision === sent.revision;
    note = next;
    uploaded = null;
    if (picture() && next.drawing) Object.assign(picture(), { position: next.drawing.picture, base: next.drawing.base });
    if (next.drawing?.picture === undefined) renumber(ink.allStrokes(), sent.strokes);
    isChanged = !isSame;
    if (isSame) current = next.drawing ?? null; else describe();
    changed();
  }

  function rebase(present) {
    if (!isChanged) return take(present.drawing ?? null, present);
    note = present;
    ink.set([...ink.strokes.filter(isPicture), ...number(strokes())]);
    describe();
  }

  function release() {
    for (const stroke of ink.allStrokes()) delete stroke.kept;
    note = { drawing: null };
    isChanged = ink.strokes.length > 0;
  }

  return {
    element: h("div", { class: "drawing" }, h("div", { class: "tool-bar" }, tools.element), paper, status), isBack: true,
    take, settle, rebase, release, state: () => current, stateOf: (note) => note.drawing ?? null,
    snapshot: () => ({ revision, strokes: strokesSent(strokes()) }),
    // Uploads the picture before the note is saved.
    async prepare() {
      await loading;
      if (isChanged && isMissing && storesPicture()) throw new Error("The drawing could not be loaded, so it cannot be changed. Open the note again.");
      while (isChanged && storesPicture() && !uploaded && ink.strokes.length > 0) {
        const before = revision;
        const { upload } = await api.upload("drawing.png", await flattened(ink.strokes, ink, "#fff"));
        // Something may have been drawn meanwhile.
        if (before === revision) uploaded = upload;
      }
    },
    sent: ({ isPreview }) => (isChanged && !(isPreview && picture()) ? { drawing: {
      strokes: strokes().map(strokeSent), picture: uploaded ?? undefined,
      ...(uploaded ? { ink: JSON.stringify(strokes().map(plain)), hasBase: Boolean(picture()) } : {}),
    } } : {}),
  };
}
