// Leads from a published page to its note in the editor.
(() => {
  if (!/^\/(notes|decks)\//.test(location.pathname)) return;
  const link = document.createElement("a");
  link.href = `/edit/#/page${location.pathname}`;
  link.textContent = "Edit";
  Object.assign(link.style, {
    position: "fixed", insetBlockEnd: "1rem", insetInlineEnd: "1rem", zIndex: 1, padding: ".5rem 1.1rem", borderRadius: "2rem",
    background: "var(--accent)", color: "var(--paper)", font: "1rem/1.5 var(--plain)", textDecoration: "none",
  });
  document.body.append(link);
  // The end of the page can be scrolled above the link, which is not printed.
  document.body.style.paddingBlockEnd = "4rem";
  addEventListener("beforeprint", () => { link.hidden = true; });
  addEventListener("afterprint", () => { link.hidden = false; });
})();
