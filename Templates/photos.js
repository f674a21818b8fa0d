// Loads the viewer when a photo is about to be opened, so that reading does not have to wait for it.
(() => {
  "use strict";

  const selector = "a.photo, .album a, .leaf svg a[id]";
  const address = document.currentScript.dataset.viewer;
  const dialog = document.querySelector("dialog.viewer");
  if (!dialog || !dialog.showModal) return;

  let script = null;
  // The link that was pressed before the viewer was there.
  let pressed = null;

  const photo = (event) => event.target.closest && event.target.closest(selector);

  function load() {
    if (script) return;
    script = document.createElement("script");
    script.src = address;
    script.onload = () => {
      removeEventListener("click", press);
      if (pressed) pressed.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    };
    // Without the viewer, the link is followed.
    script.onerror = () => {
      removeEventListener("click", press);
      if (pressed) location.href = pressed.getAttribute("href");
    };
    document.head.append(script);
  }

  function press(event) {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.defaultPrevented ? null : photo(event);
    if (!link) return;
    event.preventDefault();
    pressed = link;
    load();
  }

  const follow = () => /photo-\d+$/.test(location.hash) && load();

  addEventListener("click", press);
  for (const name of ["pointerover", "touchstart", "focusin"]) {
    addEventListener(name, (event) => photo(event) && load(), { passive: true });
  }
  addEventListener("hashchange", follow);
  follow();
})();
