// Applies the reader's settings before the page is shown, so that nothing flashes.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  // The sizes of the text, by the reader's choice from -3 to 6.
  window.notebinderSize = (size) => {
    root.dataset.size = size;
    root.style.fontSize = [80, 87, 94, 100, 110, 120, 132, 145, 160, 180][size + 3] + "%";
  };
  try {
    const { theme, size, view } = JSON.parse(localStorage.getItem("notebinder.appearance")) || {};
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (size >= -3 && size <= 6) notebinderSize(Math.round(size));
    if (view === "cards") root.classList.add("as-cards");
  } catch {
    // The browser keeps no settings; the defaults apply.
  }
})();
