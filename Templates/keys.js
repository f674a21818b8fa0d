// The element that the address names. It may not be the target yet when this script runs.
const named = () => {
  try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
};

// The new address of a note has the same parts.
const newAddress = document.querySelector("meta[http-equiv=refresh]") && document.querySelector("main a[href]");
if (newAddress && location.hash) location.replace(newAddress.getAttribute("href") + location.hash);

// A reader who came by a list stays on it, also when another place of the page is looked up.
const came = named()?.closest(".around li");
for (const list of came ? document.querySelectorAll(".around li") : []) {
  list.classList.toggle("is-current", list === came);
}

// Where there is room for them beside the text, the contents are unfolded.
const contents = document.querySelector("details.contents");
const unfold = () => { if (contents && getComputedStyle(contents).position === "sticky") contents.open = true; };
addEventListener("resize", unfold);
unfold();

// The heading of a group, or among cards, which have none, its first card.
const shown = (element) => (element?.getClientRects().length ? element : element?.parentElement.querySelector(".row"));

// On paper everything is unfolded.
const folded = () => document.querySelectorAll("details:is(.back, .all-cards, .transcript):not([open])");
addEventListener("beforeprint", () => {
  for (const part of folded()) { part.open = true; part.dataset.printed = ""; }
});
addEventListener("afterprint", () => {
  for (const part of document.querySelectorAll("[data-printed]")) { part.open = false; delete part.dataset.printed; }
});

// What was turned once turns back as well.
document.addEventListener("toggle", (event) => {
  const front = event.target.matches(".back") && event.target.parentElement.querySelector(".photos");
  if (front) front.classList.add("turned");
}, true);

// The key f turns a note that has a back.
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "f" || event.metaKey || event.ctrlKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, textarea, select")) return;
  const back = document.querySelector("main:not(.printed) details.back");
  if (!back) return;
  // What is turned away may not take the keyboard with it.
  if (back.parentElement.contains(document.activeElement)) back.querySelector("summary").focus();
  back.open = !back.open;
});

// The theme and the size of the text, which start.js applies on every page.
window.notebinderLook = (changes) => {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("notebinder.appearance")) || {}; } catch {}
  const look = { ...kept, ...changes };
  try { localStorage.setItem("notebinder.appearance", JSON.stringify(look)); } catch {}
  return look;
};
for (const form of document.querySelectorAll(".appearance form")) {
  const root = document.documentElement;
  const output = form.querySelector("output");
  const show = () => {
    output.textContent = `${Math.round(parseFloat(getComputedStyle(root).fontSize) / 16 * 100)} %`;
    form.elements.theme.value = root.dataset.theme || "auto";
  };
  form.addEventListener("change", () => {
    const theme = form.elements.theme.value;
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    notebinderLook({ theme });
  });
  form.addEventListener("click", (event) => {
    const step = Number(event.target.value);
    if (event.target.type !== "button" || !step) return;
    const size = Math.min(6, Math.max(-3, Number(root.dataset.size || 0) + step));
    notebinderSize(size);
    notebinderLook({ size });
    show();
  });
  const menu = form.closest("details");
  menu.addEventListener("toggle", show);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
}

// The bar of letters shows the current one.
for (const bar of document.querySelectorAll(".letters")) {
  const current = bar.querySelector("[aria-current]");
  if (current) bar.scrollLeft = current.offsetLeft - bar.clientWidth / 2;
}

// The table of contents marks the part that is being read, and the bar of letters the letter.
const marks = Array.from(document.querySelectorAll(".contents a, .letters a[href^='#']"))
  .map((link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
  .filter((mark) => mark.target);
if (marks.length) {
  let isWaiting = false;
  const follow = () => {
    isWaiting = false;
    const line = innerHeight / 4;
    const passed = marks.filter((mark) => shown(mark.target).getBoundingClientRect().top < line);
    const current = passed.at(-1) || marks[0];
    for (const mark of marks) {
      if (mark !== current) mark.link.removeAttribute("aria-current");
      else if (!mark.link.hasAttribute("aria-current")) {
        mark.link.setAttribute("aria-current", "location");
        const bar = mark.link.closest(".letters");
        if (bar) bar.scrollLeft = mark.link.offsetLeft - bar.clientWidth / 2;
      }
    }
  };
  addEventListener("scroll", () => {
    if (!isWaiting) requestAnimationFrame(follow);
    isWaiting = true;
  }, { passive: true });
  follow();
}

// The first words of a linked note, while the pointer or the focus is on the link.
const pageAt = (address) => new URL(address, location).href.replace(/#.*/, "");
const previews = new Map(Array.from(document.querySelectorAll(".previews [data-address]"),
  (each) => [pageAt(each.dataset.address), each]));
if (previews.size) {
  let shown = null;
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    shown?.link.removeAttribute("aria-describedby");
    shown?.preview.remove();
    shown = null;
  };
  const show = (link) => {
    hide();
    const preview = previews.get(pageAt(link.getAttribute("href"))).cloneNode(true);
    preview.className = "preview";
    preview.id = "page.preview";
    document.body.append(preview);
    const box = link.getClientRects()[0];
    const room = document.documentElement.clientWidth - preview.offsetWidth - 8;
    preview.style.left = `${Math.max(8, Math.min(box.left, room)) + scrollX}px`;
    const below = box.bottom + 8 + preview.offsetHeight < innerHeight;
    preview.style.top = `${(below ? box.bottom + 6 : box.top - preview.offsetHeight - 6) + scrollY}px`;
    link.setAttribute("aria-describedby", preview.id);
    shown = { link, preview };
  };
  const linkAt = (event) => {
    const link = event.target.closest?.("main a[href]");
    return link && previews.has(pageAt(link.getAttribute("href"))) ? link : null;
  };
  document.addEventListener("pointerover", (event) => {
    const link = event.pointerType === "mouse" && linkAt(event);
    if (link && link !== shown?.link) {
      clearTimeout(timer);
      timer = setTimeout(show, 350, link);
    }
  });
  document.addEventListener("pointerout", (event) => { if (linkAt(event)) hide(); });
  document.addEventListener("focusin", (event) => {
    const link = linkAt(event);
    if (link?.matches(":focus-visible")) show(link);
    else hide();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
}

// The search opens with /, Ctrl-K or ⌘K, or its link. Its files are loaded when it first does; the
// first of them names the others.
{
  const search = { root: new URL("..", document.currentScript.src) };
  window.notebinderSearch = search;
  const load = (path) => new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { async: false, onload: resolve, onerror: reject });
    script.src = new URL(path, search.root);
    document.head.append(script);
  });
  const start = () => (search.started ||= load("search/start.js?" + Date.now()));
  // A result names what to mark on its page, which the first script does.
  if (location.hash.startsWith("#find=")) start().then(() => load(search.start.scripts[0])).catch(() => {});
  const openSearch = async () => {
    try {
      search.loaded ||= start().then(() => Promise.all(search.start.scripts.map(load)));
      await search.loaded;
      await search.open();
    } catch {
      location.href = new URL("search.html", search.root);
    }
  };
  document.addEventListener("keydown", (event) => {
    const isCommand = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k";
    const isSlash = event.key === "/" && !event.metaKey && !event.ctrlKey && !event.target.closest?.("input, textarea, select");
    if (!isCommand && !isSlash || event.altKey || document.querySelector("dialog[open]")) return;
    const field = document.querySelector("main .search-form input");
    event.preventDefault();
    if (field) field.select();
    else openSearch();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("a.search-link") || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openSearch();
  });
  // Who comes back from a result finds the search again.
  if (history.state?.search) openSearch();
}
