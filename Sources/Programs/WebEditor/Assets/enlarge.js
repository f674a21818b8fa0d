// A photo, as large as the window allows, and larger with two fingers, the wheel or the keys.
import { button, h } from "./dom.js";
import "./viewer.js";

// Shows one of several photos, each with an `address` and a `name`.
export function enlarge(photos, first) {
  let current = first;
  const before = document.activeElement;
  const image = h("img", { alt: "" });
  const stage = h("div", { class: "viewer-stage" }, image);
  const name = h("p", { class: "viewer-caption" });
  const count = h("p", { class: "viewer-count", role: "status" });
  const [earlier, later] = [["previous", "Previous photo", -1], ["next", "Next photo", 1]].map(([place, label, by]) =>
    button("", () => turn(by), { class: `viewer-${place}`, "aria-label": label }));
  const zoom = button("", () => zooming.toggle(), { class: "viewer-zoom", "aria-label": "Zoom" });
  const close = button("", () => dialog.close(), { class: "viewer-close", "aria-label": "Close", autofocus: true });
  const place = () => zooming.place();
  const dialog = h("dialog", {
    class: "viewer", "aria-label": "Photo",
    onclose: () => {
      dialog.remove();
      removeEventListener("resize", place);
      (before?.isConnected ? before : document.querySelector(".photo-list [role=button]"))?.focus();
    },
    onkeydown: (event) => {
      const action = !event.metaKey && !event.ctrlKey && !event.altKey && zooming.keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
  }, stage, h("div", { class: "viewer-text" }, name), count,
  h("div", { class: "viewer-tools" }, zoom, close),
  earlier, later);
  const zooming = globalThis.notebinderZoom(stage, image, {
    changed: (scale) => zoom.setAttribute("aria-pressed", String(scale > 1)),
    turned: (by) => turn(by), left: () => dialog.close(),
  });

  function turn(by) {
    if (!photos[current + by]) return;
    current += by;
    const photo = photos[current];
    [image.src, image.alt, name.textContent] = [photo.address, photo.name, photo.name];
    count.textContent = photos.length > 1 ? `${current + 1} / ${photos.length}` : "";
    [earlier.hidden, later.hidden] = [current === 0, current === photos.length - 1];
    zooming.reset();
    // A button that goes away may not take the keyboard with it.
    if (document.activeElement?.hidden) close.focus();
  }

  addEventListener("resize", place);
  document.body.append(dialog);
  dialog.showModal();
  turn(0);
}
