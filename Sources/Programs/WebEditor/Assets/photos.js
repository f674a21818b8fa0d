// The photos of a note: added by camera, from the library, by pasting and by dragging; with
// captions, in an order of their own.
import * as api from "./api.js";
import { button, h } from "./dom.js";
import { enlarge } from "./enlarge.js";
import { addAll, addressOf, photoPickers, removeItem } from "./media.js";
import { asPNG, thumbnail } from "./pictures.js";

// `saved` returns the saved note; `form` is how the app stores photos; `inserted` and `removed` get the name of a photo, and
// `removed` returns a function that takes it back; `changed` is called after every change.
export function photoList(saved, items, { isOrderFixed, form, isKind, inserted, removed, changed }) {
  const list = h("ol", { class: "photo-list", "aria-label": "Photos" });
  const status = h("p", { role: "status", class: "count" });

  const address = (item, size) => addressOf(saved(), "photos", item, size);

  const nameOf = (item, index) => item.caption || item.name || `photo ${index + 1}`;

  function open(item) {
    const there = items.filter((other) => other.isThere !== false);
    enlarge(there.map((other, index) => ({ address: address(other, "large=1"), name: nameOf(other, index) })), there.indexOf(item));
  }

  function show(focused = focus()) {
    list.replaceChildren(...items.map(figure));
    status.textContent = items.length === 0 ? "No photos yet." : isOrderFixed() ? "The app keeps these photos in the order of their captions." : "";
    const place = focused && list.children[Math.min(focused.index, items.length - 1)];
    const element = focused && (place ?? list.parentElement)?.querySelector(place ? `[data-action="${focused.action}"]` : "input");
    element?.focus();
    if (place && focused.action === "caption") element.setSelectionRange(...focused.cursor);
  }

  // What has the focus, which it is to have after the list was made again.
  function focus() {
    const element = document.activeElement;
    const index = [...list.children].findIndex((item) => item.contains(element));
    return index < 0 ? null : { index, action: element.dataset.action, cursor: [element.selectionStart, element.selectionEnd] };
  }

  function move(index, by) {
    const [item] = items.splice(index, 1);
    items.splice(index + by, 0, item);
    show({ index: index + by, action: by < 0 ? "earlier" : "later" });
    changed();
  }

  function figure(item, index) {
    const name = nameOf(item, index);
    const picture = item.isThere === false
      ? h("span", { class: "no-photo" }, "This photo is missing.")
      : h("img", {
        src: address(item), alt: name, loading: "lazy", role: "button", tabindex: "0", "aria-label": `Enlarge ${name}`, "data-action": "enlarge",
        onclick: () => open(item),
        onkeydown: (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); open(item); } },
      });
    const caption = h("input", {
      value: item.caption ?? "", placeholder: "Caption", "aria-label": `Caption of ${name}`, dir: "auto", "data-action": "caption",
      oninput: () => { item.caption = caption.value; item.isCaptioned = true; changed(); },
    });
    const remove = button("Remove", () => {
      const takeBack = removed(item.name);
      removeItem(items, item, {
        told: "The photo was removed.", version: () => saved().version, changed: () => { show(); changed(); },
        putBack: (at) => {
          // Another photo may have taken the place of the only one.
          if (saved().holdsOnePhoto) items.splice(0, items.length, item); else items.splice(at, 0, item);
          takeBack();
        },
      });
    }, { "aria-label": `Remove ${name}`, "data-action": "remove" });
    return h("li", {
      draggable: String(!isOrderFixed()),
      ondragstart: (event) => event.dataTransfer.setData("application/x-notebinder-photo", String(index)),
      ondragover: (event) => { if (event.dataTransfer.types.includes("application/x-notebinder-photo")) event.preventDefault(); },
      ondrop: (event) => {
        const from = event.dataTransfer.getData("application/x-notebinder-photo");
        if (from === "") return;
        event.preventDefault();
        event.stopPropagation();
        if (Number(from) !== index) move(Number(from), index - Number(from));
      },
    }, picture, caption, h("p", { class: "actions" },
      isOrderFixed() ? [] : [
        button("←", () => move(index, -1), { disabled: index === 0, "aria-label": `Move ${name} earlier`, "data-action": "earlier" }),
        button("→", () => move(index, 1), { disabled: index === items.length - 1, "aria-label": `Move ${name} later`, "data-action": "later" })],
      remove));
  }

  // Returns a name that no other photo of the note has, without characters that end an address.
  function freeName(name) {
    const clean = name.normalize("NFC").replace(/[\s()<>[\]\\"'`%#?]+/g, "-").replace(/^[-.]+/, "") || "photo.jpg";
    const dot = clean.lastIndexOf(".") > 0 ? clean.lastIndexOf(".") : clean.length;
    const taken = new Set(items.map((item) => item.name?.toLowerCase()));
    for (let number = 1; ; number += 1) {
      const wanted = number === 1 ? clean : `${clean.slice(0, dot)}-${number}${clean.slice(dot)}`;
      if (!taken.has(wanted.toLowerCase())) return wanted;
    }
  }

  const add = (files) => addAll(files, status, async (file) => {
    const isImage = form() === "images";
    const content = isImage ? await asPNG(file) : file;
    const wanted = freeName(isImage ? file.name.replace(/\.[^.]*$/, "") + ".png" : file.name || "photo.png");
    const { upload, name } = await api.upload(wanted, content);
    const small = isImage || isKind === "napkin" ? await thumbnail(content, saved().holdsOnePhoto) : null;
    const item = { upload, name: freeName(name), caption: "" };
    if (small) item.thumbnail = (await api.upload("thumbnail.png", small)).upload;
    // Some apps keep one picture, which is shown whether or not the text names it.
    if (saved().holdsOnePhoto) {
      items.splice(0, items.length, item);
    } else {
      items.push(item);
      inserted(item.name);
    }
    show();
    changed();
  });

  show();
  return {
    element: h("section", { class: "photo-part", "aria-label": "Photos of the note" },
      saved().photosProblem ? h("p", { class: "count" }, saved().photosProblem) : h("p", { class: "actions" }, photoPickers(add)),
      status, list),
    add, show,
  };
}
