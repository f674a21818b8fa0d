// Shows the photos of a page one at a time, as large as the window allows: those of a note, or on
// the page of all photos those of the notebook. Each has an address of its own (#photo-2). Without
// this script a photo's link opens the picture itself, on the page of all photos the note.
(() => {
  "use strict";

  // Lets a picture on a stage be enlarged and moved with fingers, the mouse, the wheel and `keys`.
  //
  // `changed` gets the scale after every change of it, `turned` -1 or 1 for the picture before or
  // after this one, and `left` is called by gestures that close the stage.
  function zoomable(stage, image, { changed, turned, left: leave }) {
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
    }

    // The scale of one step closer. A long screenshot is then as wide as the window, or as it is.
    const closer = () => Math.max(2.5, Math.min(stage.clientWidth, image.naturalWidth) / (image.offsetWidth || Infinity));

    // Zooms so that what lies at a point of the window stays there.
    function zoom(to, x, y) {
      const next = Math.min(Math.max(8, 2 * closer()), Math.max(1, to));
      const box = stage.getBoundingClientRect();
      const fromMiddle = [x - box.left - box.width / 2, y - box.top - box.height / 2];
      left = fromMiddle[0] - (fromMiddle[0] - left) * (next / scale);
      top = fromMiddle[1] - (fromMiddle[1] - top) * (next / scale);
      scale = next;
      changed(scale);
      place();
    }

    function zoomInTheMiddle(to) {
      const box = stage.getBoundingClientRect();
      zoom(to, box.left + box.width / 2, box.top + box.height / 2);
    }

    function reset() {
      [scale, left, top] = [1, 0, 0];
      changed(scale);
      place();
    }

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
          zoom(scale > 1 ? 1 : closer(), event.clientX, event.clientY);
        } else {
          lastTap = Date.now();
          // Beside the picture a tap closes, as people expect of what lies over a page.
          const box = image.getBoundingClientRect();
          const isBeside = event.clientX < box.left || event.clientX > box.right
            || event.clientY < box.top || event.clientY > box.bottom;
          if (isBeside) leave();
        }
      } else if (scale === 1 && from.scale === 1) {
        if (Math.abs(across) > 50 && Math.abs(across) > 1.5 * Math.abs(down)) {
          turned(across < 0 ? turn() : -turn());
        } else if (down > 90 && down > 1.5 * Math.abs(across)) {
          leave();
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

    const step = 80;
    const turn = () => (document.dir === "rtl" ? -1 : 1);
    const move = (across, down) => { left += across; top += down; place(); };
    return {
      place, reset, toggle: () => zoomInTheMiddle(scale > 1 ? 1 : closer()),
      keys: {
        ArrowLeft: () => (scale > 1 ? move(step, 0) : turned(-turn())),
        ArrowRight: () => (scale > 1 ? move(-step, 0) : turned(turn())),
        ArrowUp: () => move(0, step),
        ArrowDown: () => move(0, -step),
        "+": () => zoomInTheMiddle(scale * 1.5),
        "=": () => zoomInTheMiddle(scale * 1.5),
        "-": () => zoomInTheMiddle(scale / 1.5),
        0: () => zoomInTheMiddle(1),
      },
    };
  }

  globalThis.notebinderZoom = zoomable;

  const dialog = document.querySelector("dialog.viewer");
  const selector = "a.photo, .album a, .leaf svg a[id]";
  const isListed = (link) => link.parentElement.matches(".album");
  // In the order of the note; what a card shows while it is studied is a copy.
  const links = Array.from(document.querySelectorAll(selector))
    .filter((link) => (link.id || isListed(link)) && !link.closest(".study"))
    .sort((one, other) => (isListed(one) ? 0 : parseInt(one.id.slice(6), 10) - parseInt(other.id.slice(6), 10)));
  if (!dialog || !dialog.showModal || links.length === 0) return;

  // A template of the owner's may lack some parts.
  const part = (name) => dialog.querySelector(".viewer-" + name) || document.createElement("p");
  const stage = part("stage");
  const strip = part("strip");
  const zoomButton = part("zoom");
  const playButton = part("play");
  const image = document.createElement("img");

  let current = -1;
  // What was pressed: the photo itself, or a copy of it.
  let opener = null;
  // Whether opening made an entry in the browser's history, which closing takes back.
  let hasEntry = false;
  let isClosing = false;

  // The part of the page's address that names a photo.
  const fragment = (link) =>
    "#" + (isListed(link) ? link.getAttribute("href").replace("#", "/") : link.id);

  // The picture on the page, with its sizes. On a handwritten page it is one of SVG.
  const thumbnail = (link) => link.querySelector("img") || {
    src: link.querySelector("image").getAttribute("href"), srcset: "", alt: link.getAttribute("aria-label"),
    getAttribute: (name) => link.dataset[name],
  };

  const largest = (link) => (isListed(link)
    ? (thumbnail(link).srcset || thumbnail(link).getAttribute("src")).split(" ")[0]
    : link.getAttribute("href"));

  function load(picture, link, sizes) {
    picture.sizes = sizes;
    picture.srcset = thumbnail(link).srcset;
    picture.src = largest(link);
    return picture;
  }

  const zooming = zoomable(stage, image, {
    changed(scale) {
      zoomButton.setAttribute("aria-pressed", String(scale > 1));
      if (scale === 1) return;
      play(false);
      // The largest alone, still as wide as the others were.
      if (image.srcset.includes(",")) image.srcset = `${largest(links[current])} ${image.getAttribute("width")}w`;
    },
    turned: (by) => go(current + by),
    left: () => close(),
  });

  function describe(link, index) {
    const figcaption = link.parentElement.querySelector("figcaption");
    const caption = figcaption ? figcaption.textContent : thumbnail(link).alt;
    const heading = document.querySelector("h1");
    const title = isListed(link) ? link.title : heading ? heading.textContent : document.title;
    part("caption").textContent = caption;
    part("source").hidden = !isListed(link);
    part("title").textContent = title;
    part("date").textContent = link.dataset.date || "";
    part("note").href = link.getAttribute("href").split("#")[0];
    part("download").href = largest(link);
    part("download").download =
      `${(caption || `${title} ${/\d*$/.exec(fragment(link))[0]}`).slice(0, 80)}.${/\w+$/.exec(largest(link))[0]}`;
    part("count").textContent = links.length > 1 ? `${index + 1} / ${links.length}` : "";
    part("previous").hidden = index === 0;
    part("next").hidden = index === links.length - 1;
    playButton.hidden = strip.hidden = links.length === 1;
  }

  function show(index) {
    current = index;
    const link = links[index];
    if (!image.parentElement) stage.append(image);
    load(image, link, "100vw");
    image.setAttribute("width", thumbnail(link).getAttribute("width"));
    image.setAttribute("height", thumbnail(link).getAttribute("height"));
    image.alt = thumbnail(link).alt;
    image.classList.toggle("drawn", link.closest(".back") !== null);
    describe(link, index);
    if (!dialog.open) dialog.showModal();
    zooming.reset();
    center();
    if (links[index + 1]) load(new Image(), links[index + 1], "100vw");
    if (isPlaying) wait();
  }

  // The slideshow: the next photo comes once it is loaded, and the last one ends it.
  let isPlaying = false;
  let timer = 0;

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const next = current + 1;
      await load(new Image(), links[next], "100vw").decode().catch(() => {});
      if (isPlaying && current === next - 1) go(next);
    }, 4000);
  }

  function play(isOn) {
    isPlaying = isOn && current < links.length - 1;
    playButton.setAttribute("aria-pressed", String(isPlaying));
    clearTimeout(timer);
    if (isPlaying) wait();
  }

  // The filmstrip has a button for each photo in sight, and the length of all of them.
  const buttons = new Map();

  function fill() {
    const size = strip.clientHeight;
    if (strip.hidden || size === 0) return;
    const track = strip.firstChild || strip.appendChild(document.createElement("div"));
    track.style.width = `${links.length * size}px`;
    const first = Math.floor(Math.abs(strip.scrollLeft) / size) - 4;
    const last = first + Math.ceil(strip.clientWidth / size) + 8;
    for (const [index, button] of buttons) {
      if (index >= first && index <= last) continue;
      button.remove();
      buttons.delete(index);
    }
    for (let index = Math.max(0, first); index <= Math.min(links.length - 1, last); index += 1) {
      const button = buttons.get(index) || frame(track, index);
      button.style.insetInlineStart = `${index * size}px`;
      button.setAttribute("aria-current", String(index === current));
      button.tabIndex = index === current ? 0 : -1;
    }
  }

  function frame(track, index) {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaLabel = `${index + 1} / ${links.length}`;
    const { src, srcset } = thumbnail(links[index]);
    button.append(Object.assign(new Image(), { alt: "", sizes: "4rem", srcset, src }));
    button.addEventListener("click", () => go(index));
    buttons.set(index, button);
    track.append(button);
    return button;
  }

  function center() {
    fill();
    const size = strip.clientHeight;
    const offset = (current + .5) * size - strip.clientWidth / 2;
    strip.scrollLeft = document.dir === "rtl" ? -offset : offset;
    fill();
  }

  function go(index) {
    if (index < 0 || index >= links.length) return;
    history.replaceState(history.state, "", fragment(links[index]));
    const held = document.activeElement;
    show(index);
    if (index === links.length - 1) play(false);
    // A button that goes away may not take the keyboard with it.
    if (held && (held.hidden || !held.isConnected)) part("close").focus();
    else if (strip.contains(held)) buttons.get(index).focus({ preventScroll: true });
  }

  // Goes to the first photo of the next month, or of this one and then of the previous month.
  function goToMonth(step) {
    const month = (index) => links[index] && links[index].parentElement;
    let index = step < 0 ? current - 1 : current;
    const from = month(index);
    if (!from || !isListed(links[current])) return;
    while (month(index) === from) index += step;
    go(step < 0 ? index + 1 : index);
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
    const index = links.findIndex((link) => fragment(link) === location.hash);
    if (index >= 0 && !isClosing) return show(index);
    if (index >= 0) history.replaceState(null, "", location.pathname + location.search);
    isClosing = false;
    hasEntry = false;
    if (!dialog.open) return;
    play(false);
    dialog.close();
    const isSame = opener && opener.isConnected
      && opener.getAttribute("href") === links[current].getAttribute("href");
    const link = isSame ? opener : links[current];
    // It may be on the side of a note that is turned away.
    const back = document.querySelector("main:not(.printed) details.back");
    if (back && !link.checkVisibility()) back.open = back.contains(link);
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.defaultPrevented ? null : event.target.closest(selector);
    const address = link && link.getAttribute("href");
    const index = links.includes(link) ? links.indexOf(link)
      : links.findIndex((other) => other.getAttribute("href") === address);
    if (!link || index < 0) return;
    event.preventDefault();
    opener = link;
    history.pushState(null, "", fragment(links[index]));
    hasEntry = true;
    show(index);
  });

  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);
  window.addEventListener("resize", () => dialog.open && (zooming.place(), center()));
  strip.addEventListener("scroll", fill, { passive: true });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  part("close").addEventListener("click", close);
  part("previous").addEventListener("click", () => go(current - 1));
  part("next").addEventListener("click", () => go(current + 1));
  playButton.addEventListener("click", () => play(!isPlaying));
  zoomButton.addEventListener("click", zooming.toggle);

  document.addEventListener("keydown", (event) => {
    if (!dialog.open || event.metaKey || event.ctrlKey || event.altKey) return;
    const actions = {
      Home: () => go(0),
      End: () => go(links.length - 1),
      PageUp: () => goToMonth(-1),
      PageDown: () => goToMonth(1),
      p: () => play(!isPlaying),
      ...zooming.keys,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  follow();
  // The browser looks up the address once more, and takes the keyboard along.
  addEventListener("load", () => { if (dialog.open) part("close").focus(); });
})();
