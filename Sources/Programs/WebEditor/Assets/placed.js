// What is placed on a page, pictures and the icons of recordings: it is moved and resized with the
// pointer or the keyboard, also from page to page.
import { h } from "./dom.js";

const step = 6;
const smallest = 16;

// Places an element by its frame in points of the page.
export function lay(element, [x, y, width, height], { zoom, left, top }) {
  Object.assign(element.style, { left: `${(x - left) * zoom}px`, top: `${(y - top) * zoom}px`, width: `${width * zoom}px`, height: `${height * zoom}px` });
}

// Makes an element movable. `thing` has `frame`, which returns the frame in points of the page,
// `set(frame, sheet)`, which changes it and moves it to another sheet, and `remove`; `resize` if it
// can be resized. `ink` is the layer with the coordinates of the page.
export function makeMovable(element, ink, { isEnabled, frame, set, remove, canResize }) {
  const inside = ([x, y, width, height], { left, top, width: across, height: down }) => {
    const round = (value) => Math.round(value * 10) / 10;
    const within = (value, least, size, own) => Math.min(Math.max(value, least - own + smallest), least + size - smallest);
    return [within(x, left, across, width), within(y, top, down, height), Math.max(smallest, width), Math.max(smallest, height)].map(round);
  };

  function resize(factor) {
    const [x, y, width, height] = frame();
    const by = Math.max(smallest / Math.min(width, height), factor);
    set(inside([x, y, width * by, height * by], ink));
  }

  let pointer = null;
  element.addEventListener("pointerdown", (event) => {
    if (!isEnabled() || event.button !== 0 || pointer !== null) return;
    pointer = event.pointerId;
    event.preventDefault();
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    const isResizing = canResize && event.target.classList.contains("handle");
    const sheet = element.closest(".sheet");
    const [x, y, width, height] = frame();
    let moved = null;
    const move = ({ pointerId, clientX, clientY, pageX, pageY }) => {
      if (pointerId !== pointer) return;
      if (!isResizing && clientY < 90) scrollBy(0, -20); else if (!isResizing && clientY > innerHeight - 90) scrollBy(0, 20);
      const [dx, dy] = [(pageX - event.pageX) / ink.zoom, (pageY - event.pageY) / ink.zoom];
      // A tap is no move, even if the finger trembles.
      if (!moved && Math.hypot(pageX - event.pageX, pageY - event.pageY) < 4) return;
      const factor = Math.max(smallest / Math.min(width, height), (width + Math.max(dx, (dy * width) / height)) / width);
      moved = isResizing ? [x, y, width * factor, height * factor] : [x + dx, y + dy, width, height];
      sheet.classList.add("giving");
      lay(element, moved, ink);
    };
    const drop = ({ type, pointerId, clientX, clientY }) => {
      if (pointerId !== pointer) return;
      pointer = null;
      element.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) element.removeEventListener(name, drop);
      sheet.classList.remove("giving");
      if (type === "pointercancel" || !moved) return lay(element, frame(), ink);
      // The click that ends a drag of the mouse is none.
      const block = (click) => { click.stopImmediatePropagation(); click.preventDefault(); };
      element.addEventListener("click", block, { once: true, capture: true });
      setTimeout(() => element.removeEventListener("click", block, { capture: true }));
      const other = !isResizing && document.elementsFromPoint(clientX, clientY).filter((each) => !element.contains(each)).map((each) => each.closest(".sheet")).find(Boolean);
      if (!other || other === sheet) return set(inside(moved, ink));
      const [from, to] = [sheet.getBoundingClientRect(), other.getBoundingClientRect()];
      set(inside([moved[0] + (from.left - to.left) / ink.zoom, moved[1] + (from.top - to.top) / ink.zoom, width, height], ink), other);
    };
    element.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, drop);
  });

  element.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const by = step * (event.shiftKey ? 5 : 1);
    const [x, y, width, height] = frame();
    const sheets = [...document.querySelectorAll(".sheet")];
    const other = sheets[sheets.indexOf(element.closest(".sheet")) + ({ PageUp: -1, PageDown: 1 }[event.key] ?? NaN)];
    if (other) set(frame(), other);
    else if (moves) set(inside([x + moves[0] * by, y + moves[1] * by, width, height], ink));
    else if (canResize && (event.key === "+" || event.key === "=")) resize(1.1);
    else if (canResize && event.key === "-") resize(1 / 1.1);
    else if (event.key === "Delete" || event.key === "Backspace") remove();
    else return;
    event.preventDefault();
  });
  return { resize };
}

// Shows the frame and what the keys do to readers of screens.
export function describe(element, name, frame, keys) {
  const [x, y, width, height] = frame.map(Math.round);
  element.setAttribute("aria-label", `${name}, ${width} by ${height} points, at ${x}, ${y}`);
  element.setAttribute("aria-description", keys);
}

// Returns the element of a picture, which calls `natural` with its size in pixels.
export function pictureElement(photo, address, natural) {
  if (photo.isThere === false) return h("span", { class: "no-photo" }, "This picture is missing.");
  const image = h("img", { src: address, alt: "", draggable: "false" });
  image.addEventListener("load", () => natural(image.naturalWidth, image.naturalHeight));
  return image;
}
