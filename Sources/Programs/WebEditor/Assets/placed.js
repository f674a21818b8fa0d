// The pictures on a page, which are moved and resized with the pointer or the keyboard.
import * as api from "./api.js";
import { button, h, notify } from "./dom.js";
import { picker } from "./photos.js";

const step = 6;
const smallest = 16;

// `page` returns the shown page, `ink` is the layer above it, which has the same coordinates, and
// `changed` is called after every change.
export function placedPictures({ saved, page, ink, changed, generation }) {
  const layer = h("div", { class: "placed" });
  let isEnabled = false;
  // What is shown without a position has one on the screen only.
  const shownFrames = new WeakMap();

  const address = (photo) => (photo.upload ? `api/uploads/${photo.upload}?large=1`
    : `api/notes/${saved().id}/photos/${photo.kept}?large=1&version=${saved().version}`);
  const frameOf = (item) => item.frame ?? shownFrames.get(item) ?? [20, 20, 200, 150];
  const selected = () => page().pictures[[...layer.querySelectorAll("button")].indexOf(document.activeElement)] ?? last;
  let last = null;

  function lay(element, [x, y, width, height]) {
    const { zoom, left = 0, top = 0 } = ink;
    element.style.left = `${(x - left) * zoom}px`;
    element.style.top = `${(y - top) * zoom}px`;
    element.style.width = `${width * zoom}px`;
    element.style.height = `${height * zoom}px`;
  }

  function describe(element, item, index) {
    const [x, y, width, height] = frameOf(item).map(Math.round);
    element.setAttribute("aria-label", `Picture ${index + 1}, ${width} by ${height} points, at ${x}, ${y}`);
    element.setAttribute("aria-description", "Arrow keys move it, plus and minus resize it, Delete removes it.");
  }

  function picture(photo, natural) {
    if (photo.isThere === false) return h("span", { class: "no-photo" }, "This picture is missing.");
    const image = h("img", { src: address(photo), alt: "", draggable: "false" });
    image.addEventListener("load", () => natural(image.naturalWidth, image.naturalHeight));
    return image;
  }

  function show() {
    const focused = [...layer.children].indexOf(document.activeElement);
    layer.replaceChildren();
    const { picture: drawing, pictures } = page();
    if (drawing) {
      const element = h("div", { class: "paper-picture" }, picture(drawing, (width, height) => {
        drawingFrame = [0, 0, width, height];
        lay(element, drawingFrame);
      }));
      layer.append(element);
    }
    pictures.forEach((item, index) => {
      const element = h("button", { type: "button", class: "placed-picture", tabindex: isEnabled ? "0" : "-1" },
        picture(item.photo, (width, height) => {
          if (item.frame || shownFrames.has(item)) return;
          const factor = Math.min(1, ink.width / 2 / width);
          shownFrames.set(item, [20 + 30 * index, 20 + 30 * index, width * factor, height * factor]);
          update(element, item, index);
        }), h("span", { class: "handle", "aria-hidden": "true" }));
      element.addEventListener("focus", () => { last = item; });
      element.addEventListener("keydown", (event) => key(event, item));
      element.addEventListener("pointerdown", (event) => grab(event, element, item, index));
      update(element, item, index);
      layer.append(element);
    });
    if (focused >= 0) layer.children[Math.min(focused, layer.children.length - 1)]?.focus();
  }

  let drawingFrame = null;

  function update(element, item, index) {
    lay(element, frameOf(item));
    describe(element, item, index);
  }

  function set(item, frame) {
    const round = (value) => Math.round(value * 10) / 10;
    const inside = (value, least, size) => Math.min(Math.max(value, least - size + smallest), least + size - smallest);
    const [x, y, width, height] = frame;
    item.frame = [
      inside(x, ink.left ?? 0, ink.width), inside(y, ink.top ?? 0, ink.height), Math.max(smallest, width), Math.max(smallest, height),
    ].map(round);
    const index = page().pictures.indexOf(item);
    const element = layer.querySelectorAll(".placed-picture")[index];
    if (element) update(element, item, index);
    changed();
  }

  function resize(item, factor) {
    const [x, y, width, height] = frameOf(item);
    const least = smallest / Math.min(width, height);
    const by = Math.max(least, factor);
    set(item, [x, y, width * by, height * by]);
  }

  function grab(event, element, item, index) {
    if (!isEnabled || event.button !== 0) return;
    event.preventDefault();
    element.focus();
    element.setPointerCapture(event.pointerId);
    const isResizing = event.target.classList.contains("handle");
    const start = { x: event.clientX, y: event.clientY, frame: frameOf(item) };
    let frame = start.frame;
    const move = (moved) => {
      const [x, y, width, height] = start.frame;
      const [dx, dy] = [(moved.clientX - start.x) / ink.zoom, (moved.clientY - start.y) / ink.zoom];
      const factor = Math.max(smallest / Math.min(width, height), (width + Math.max(dx, (dy * width) / height)) / width);
      frame = isResizing ? [x, y, width * factor, height * factor] : [x + dx, y + dy, width, height];
      lay(element, frame);
    };
    const drop = (dropped) => {
      element.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) element.removeEventListener(name, drop);
      if (dropped.type === "pointercancel" || frame === start.frame) return update(element, item, index);
      set(item, frame);
    };
    element.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, drop);
  }

  function key(event, item) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const by = step * (event.shiftKey ? 5 : 1);
    const [x, y, width, height] = frameOf(item);
    if (moves[event.key]) set(item, [x + moves[event.key][0] * by, y + moves[event.key][1] * by, width, height]);
    else if (event.key === "+" || event.key === "=") resize(item, 1.1);
    else if (event.key === "-") resize(item, 1 / 1.1);
    else if (event.key === "Delete" || event.key === "Backspace") remove(item);
    else return;
    event.preventDefault();
  }

  function remove(item) {
    const [owner, version] = [page(), generation()];
    const index = owner.pictures.indexOf(item);
    if (index < 0) return;
    owner.pictures.splice(index, 1);
    last = null;
    show();
    changed();
    notify("The picture was removed from the page.", { label: "Undo", run: () => {
      if (version !== generation()) return notify("The note was saved meanwhile: its earlier version is in the trash.");
      owner.pictures.splice(index, 0, item);
      owner.isChanged = true;
      owner.revision += 1;
      show();
      changed();
    } });
  }

  // Moves a picture above or below the next one.
  function raise(item, by) {
    const { pictures } = page();
    const index = pictures.indexOf(item);
    const other = index + by;
    if (index < 0 || other < 0 || other >= pictures.length) return;
    [pictures[index], pictures[other]] = [pictures[other], pictures[index]];
    show();
    layer.querySelectorAll(".placed-picture")[other]?.focus();
    changed();
  }

  async function add(files) {
    for (const file of files) {
      try {
        const bitmap = await createImageBitmap(file).catch(() => null);
        const { upload, name } = await api.upload(file.name || "picture.png", file);
        const size = bitmap ? [bitmap.width, bitmap.height] : null;
        bitmap?.close();
        const factor = size ? Math.min(1, (ink.width * 0.6) / size[0], (ink.height * 0.6) / size[1]) : 1;
        const at = 40 + 24 * (page().pictures.length % 8);
        page().pictures.push({ photo: { upload, name }, frame: size && [at, at, size[0] * factor, size[1] * factor].map(Math.round) });
        show();
        changed();
        layer.lastElementChild?.focus();
      } catch (error) {
        notify(error.message);
      }
    }
  }

  const act = (work) => () => {
    const item = selected();
    if (!item || !page().pictures.includes(item)) return notify("Choose a picture on the page first.");
    work(item);
  };

  ink.canvas.addEventListener("resized", show);
  return {
    element: layer, show, add,
    tools: h("div", { class: "tools", role: "group", "aria-label": "Pictures on the page" },
      picker("Camera", { accept: "image/*", capture: "environment" }, add),
      picker("Library", { accept: "image/*,image/heic,image/heif,image/avif", multiple: true }, add),
      button("Larger", act((item) => resize(item, 1.1))), button("Smaller", act((item) => resize(item, 1 / 1.1))),
      button("Forward", act((item) => raise(item, 1))), button("Backward", act((item) => raise(item, -1))),
      button("Remove", act(remove))),
    enable: (isOn) => {
      isEnabled = isOn;
      for (const element of layer.querySelectorAll(".placed-picture")) element.tabIndex = isOn ? 0 : -1;
    },
    // Makes the picture of handwriting a placed one.
    release: () => {
      const owner = page();
      owner.pictures.unshift({ photo: owner.picture, frame: drawingFrame ?? [0, 0, ink.width, ink.height] });
      owner.picture = null;
      show();
    },
  };
}
