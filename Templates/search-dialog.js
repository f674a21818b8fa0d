// The search in a dialog above any page. keys.js loads this file when it is first wanted, and the
// results are those of search.js.
(() => {
  "use strict";

  const search = window.notebinderSearch;
  const { words, stylesheet } = search.start;
  const { connect, element } = window.notebinderResults;

  const field = element("input");
  Object.assign(field, { type: "search", autocomplete: "off", spellcheck: false, placeholder: words.advice });
  field.setAttribute("aria-label", words.search);
  field.setAttribute("autocapitalize", "off");
  field.setAttribute("enterkeyhint", "go");
  const close = element("button", "search-close", "×");
  close.type = "button";
  close.setAttribute("aria-label", words.close);
  const form = element("form", "search-form", field, close);
  form.setAttribute("role", "search");
  const status = element("p", "search-status");
  status.setAttribute("role", "status");
  const list = element("ol", "results");
  const more = element("button", "more", words.more);
  Object.assign(more, { type: "button", hidden: true });
  const hint = element("p", "search-hint", words.hint);
  hint.dir = "auto";
  const dialog = element("dialog", "search-dialog", form, element("div", "search-body", status, list, more), hint);
  dialog.setAttribute("aria-label", words.search);
  document.body.append(dialog);

  // The query stays with this entry of the history, so that it is there again after going back.
  function remember(query) {
    try {
      history.replaceState({ ...history.state, search: query }, "");
    } catch {
      // Some browsers limit how often this is done.
    }
  }

  const view = connect({ field, form, status, list, more, words, remember });

  close.addEventListener("click", () => dialog.close());
  // A result that is a place of this page.
  addEventListener("hashchange", () => dialog.close());
  dialog.addEventListener("close", () => remember(undefined));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    // The keys of the page have no meaning here.
    event.stopPropagation();
    if (view.press(event)) return;
    if (event.key === "Escape" && !event.isComposing) {
      // A field of this type would only be emptied.
      event.preventDefault();
      dialog.close();
    } else if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      field.select();
    }
  });

  const link = element("link");
  link.rel = "stylesheet";
  const styled = new Promise((resolve) => (link.onload = link.onerror = resolve));
  link.href = new URL(stylesheet, search.root);
  document.head.append(link);

  search.open = async () => {
    await styled;
    if (dialog.open) return;
    dialog.showModal();
    const query = history.state?.search;
    if (query) field.value = query;
    field.focus();
    if (!query) field.select();
    view.search();
  };
})();
