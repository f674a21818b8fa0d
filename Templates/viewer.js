// Shows the photos of a page one at a time, as large as the window allows. Each has an address of
// its own (#photo-2); without this script a photo's link opens the picture itself.
(() => {
  "use strict";

  const dialog = document.querySelector("dialog.viewer");
  const wanted = "a.photo, .leaf svg a[id]";
  // In the order of the note; what a card shows while it is studied is a copy.
  const links = Array.from(document.querySelectorAll(wanted))
    .filter((link) => link.id && !link.closest(".study"))
    .sort((one, other) => parseInt(one.id.slice(6), 10) - parseInt(other.id.slice(6), 10));
  if (!dialog || !dialog.showModal || links.length === 0) return;

  const part = (name) => dialog.querySelector(".viewer-" + name);
  const stage = part("stage");
  const image = document.createElement("img");
  stage.append(image);
  const zoomButton = part("zoom");
  const most = 8;

  let current = -1;
  // What was pressed: the photo itself, or a copy of it.
  let opener = null;
  // Whether opening made an entry in the browser's history, which closing takes back.
  let hasEntry = false;
  let isClosing = false;

  // Zoom and place of the picture, in pixels from the middle of the stage.
  let scale = 1;
  let left = 0;
  let top = 0;

  function place() {
    const rooms = [image.offsetWidth * scale - stage.clientWidth,
      image.offsetHeight * scale - stage.clientHeight].map((room) => Math.max(0, room / 2));
    left = Math.min(rooms[0], Math.max(-rooms[0], left));
    top = Math.min(rooms[1], Math.max(-rooms[1], top));
    image.style.transform = scale === 1 ? "" : `translate(${left}px, ${top}px) scale(${scale})`;
    stage.classList.toggle("is-zoomed", scale > 1);
    zoomButton.setAttribute("aria-pressed", String(scale > 1));
  }

  // Zooms so that what lies at a point of the window stays there.
  function zoom(to, x, y) {
    const next = Math.min(most, Math.max(1, to));
    const box = stage.getBoundingClientRect();
    const fromMiddle = [x - box.left - box.width / 2, y - box.top - box.height / 2];
    left = fromMiddle[0] - (fromMiddle[0] - left) * (next / scale);
    top = fromMiddle[1] - (fromMiddle[1] - top) * (next / scale);
    scale = next;
    if (scale > 1 && image.srcset.includes(",")) {
      // The largest alone, still as wide as the others were.
      image.srcset = `${links[current].getAttribute("href")} ${image.getAttribute("width")}w`;
    }
    place();
  }

  function zoomInTheMiddle(to) {
    const box = stage.getBoundingClientRect();
    zoom(to, box.left + box.width / 2, box.top + box.height / 2);
  }

  function show(index) {
    current = index;
    const link = links[index];
    // A picture that lies on a page is one of SVG.
    const thumbnail = link.querySelector("img")
      || { srcset: "", alt: link.getAttribute("aria-label"), getAttribute: (name) => link.dataset[name] };
    const caption = link.parentElement.querySelector("figcaption");
    image.sizes = "100vw";
    image.srcset = thumbnail.srcset;
    image.src = link.getAttribute("href");
    image.setAttribute("width", thumbnail.getAttribute("width"));
    image.setAttribute("height", thumbnail.getAttribute("height"));
    image.alt = thumbnail.alt;
    image.classList.toggle("drawn", link.closest(".back") !== null);
    part("caption").textContent = caption ? caption.textContent : thumbnail.alt;
    part("count").textContent = links.length > 1 ? `${index + 1} / ${links.length}` : "";
    part("previous").hidden = index === 0;
    part("next").hidden = index === links.length - 1;
    scale = 1;
    left = top = 0;
    if (!dialog.open) dialog.showModal();
    place();
    const neighbour = links[index + 1];
    if (neighbour) new Image().src = neighbour.getAttribute("href");
  }

  function go(index) {
    if (index < 0 || index >= links.length) return;
    history.replaceState(history.state, "", "#" + links[index].id);
    const held = document.activeElement;
    show(index);
    // A button that goes away may not take the keyboard with it.
    if (held && held.hidden) part("close").focus();
  }

  function close() {
    if (isClosing) return;
    if (hasEntry) {
      isClosing = true;
      return history.back();
    }
    history.replaceState(null, "", location.pathname + location.search);
    follow();
  }

  // Does as the address says.
  function follow() {
    const index = links.findIndex((link) => "#" + link.id === location.hash);
    if (index >= 0 && !isClosing) return show(index);
    if (index >= 0) history.replaceState(null, "", location.pathname + location.search);
    isClosing = false;
    hasEntry = false;
    if (!dialog.open) return;
    dialog.close();
    const isSame = opener && opener.isConnected
      && opener.getAttribute("href") === links[current].getAttribute("href");
    const link = isSame ? opener : links[current];
    // It may be on the side of a note that is turned away.
    const back = document.querySelector("main:not(.printed) .back");
    if (back && !link.checkVisibility()) back.open = back.contains(link);
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.defaultPrevented ? null : event.target.closest(wanted);
    const address = link && link.getAttribute("href");
    const index = links.includes(link) ? links.indexOf(link)
      : links.findIndex((other) => other.getAttribute("href") === address);
    if (!link || index < 0) return;
    event.preventDefault();
    opener = link;
    history.pushState(null, "", "#" + links[index].id);
    hasEntry = true;
    show(index);
  });

  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);
  window.addEventListener("resize", () => dialog.open && place());
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  part("close").addEventListener("click", close);
  part("previous").addEventListener("click", () => go(current - 1));
  part("next").addEventListener("click", () => go(current + 1));
  zoomButton.addEventListener("click", () => zoomInTheMiddle(scale > 1 ? 1 : 2.5));

  document.addEventListener("keydown", (event) => {
    if (!dialog.open || event.metaKey || event.ctrlKey || event.altKey) return;
    const step = 80;
    const turn = document.dir === "rtl" ? -1 : 1;
    const actions = {
      ArrowLeft: () => (scale > 1 ? (left += step, place()) : go(current - turn)),
      ArrowRight: () => (scale > 1 ? (left -= step, place()) : go(current + turn)),
      ArrowUp: () => (top += step, place()),
      ArrowDown: () => (top -= step, place()),
      Home: () => go(0),
      End: () => go(links.length - 1),
      "+": () => zoomInTheMiddle(scale * 1.5),
      "=": () => zoomInTheMiddle(scale * 1.5),
      "-": () => zoomInTheMiddle(scale / 1.5),
      0: () => zoomInTheMiddle(1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  // Fingers and the mouse: one moves or turns the page, two zoom.
  const pointers = new Map();
  let start = null;
  // Whether two fingers were down since the first: no tap and no turning then.
  let wereTwo = false;

  function middle() {
    const all = Array.from(pointers.values());
    const x = all.reduce((sum, point) => sum + point.x, 0) / all.length;
    const y = all.reduce((sum, point) => sum + point.y, 0) / all.length;
    const spread = all.length < 2 ? 0 : Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y);
    return { x, y, spread };
  }

  function begin() {
    start = pointers.size ? { ...middle(), scale, left, top, time: Date.now() } : null;
  }

  stage.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    wereTwo = pointers.size > 1;
    begin();
  });

  stage.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId) || !start) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = middle();
    if (start.spread > 0 && now.spread > 0) {
      scale = start.scale;
      left = start.left + now.x - start.x;
      top = start.top + now.y - start.y;
      zoom(start.scale * (now.spread / start.spread), now.x, now.y);
    } else if (scale > 1) {
      left = start.left + now.x - start.x;
      top = start.top + now.y - start.y;
      place();
    }
  });

  let lastTap = 0;

  function end(event) {
    if (!pointers.has(event.pointerId)) return;
    const wasAlone = pointers.size === 1;
    const from = start;
    pointers.delete(event.pointerId);
    begin();
    if (event.type !== "pointerup" || !wasAlone || wereTwo || !from) return;
    const [across, down] = [event.clientX - from.x, event.clientY - from.y];
    const isShort = Math.hypot(across, down) < 10;
    if (isShort && Date.now() - from.time < 300) {
      if (Date.now() - lastTap < 350) {
        lastTap = 0;
        zoom(scale > 1 ? 1 : 2.5, event.clientX, event.clientY);
      } else {
        lastTap = Date.now();
        // Beside the picture a tap closes, as people expect of what lies over a page.
        const box = image.getBoundingClientRect();
        const isBeside = event.clientX < box.left || event.clientX > box.right
          || event.clientY < box.top || event.clientY > box.bottom;
        if (isBeside) close();
      }
    } else if (scale === 1 && from.scale === 1) {
      const turn = document.dir === "rtl" ? -1 : 1;
      if (Math.abs(across) > 50 && Math.abs(across) > 1.5 * Math.abs(down)) {
        go(current + (across < 0 ? turn : -turn));
      } else if (down > 90 && down > 1.5 * Math.abs(across)) {
        close();
      }
    }
  }

  stage.addEventListener("pointerup", end);
  stage.addEventListener("pointercancel", end);
  stage.addEventListener("dragstart", (event) => event.preventDefault());
  stage.addEventListener("wheel", (event) => {
    // Two fingers on a pad come as a wheel with the control key.
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event.clientX, event.clientY);
  }, { passive: false });

  follow();
  // The browser looks up the address once more, and takes the keyboard along.
  addEventListener("load", () => { if (dialog.open) part("close").focus(); });
})();
