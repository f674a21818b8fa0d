// Applies the reader's settings before the page is shown, so that nothing flashes.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const { theme, size, view } = JSON.parse(localStorage.getItem("notebinder.look")) || {};
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (size >= -3 && size <= 6) root.dataset.size = Math.round(size);
    if (view === "cards") root.classList.add("as-cards");
  } catch {
    // The browser keeps no settings; the defaults apply.
  }
})();
