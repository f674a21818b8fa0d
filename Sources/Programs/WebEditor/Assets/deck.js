// The screen of a deck: cards are revealed, marked, added, edited and deleted.
import * as api from "./api.js";
import { confirmDeletion } from "./conflict.js";
import { ask, button, h, notify } from "./dom.js";

export async function open({ id }) {
  let deck = await api.get(`notes/${id}`);
  let index = 0;
  let isRevealed = false;
  // The last answer, so that it can be changed: the card, and "right" or "wrong".
  let last = null;
  let pages = new Map();

  const current = () => deck.cards[index];
  const sides = h("div");
  // Stays while the card is drawn again, so that it takes no click away.
  const actions = h("p", { class: "actions" },
    button("← Previous", () => go(-1)), button("Next →", () => go(1)), button("Add after this", () => add(current())),
    button("Edit", () => edit(current())), button("Delete", () => erase(current())));
  const place = h("section", { class: "flash", "aria-label": "Card" }, sides, actions);
  const status = h("p", { class: "count", role: "status" });
  const lastAnswer = h("p", { class: "count actions" });
  const shown = (card) => [card.question, card.answer];

  // Takes the rendered texts from the page that the build would publish.
  async function render() {
    try {
      const { page } = await api.post("preview", { id, note: {} });
      const cards = new DOMParser().parseFromString(page, "text/html").querySelectorAll(".card[data-card]");
      pages = new Map([...cards].map((card) => [card.dataset.card, card]));
    } catch {
      pages = new Map();
    }
    show();
  }

  function side(card, name) {
    const text = pages.get(card.id)?.querySelector(`.${name}`);
    if (text) return h("div", { class: name, dir: "auto" }, [...document.importNode(text, true).childNodes]);
    return h("div", { class: `${name} plain`, dir: "auto" }, card[name]);
  }

  function show() {
    const card = current();
    status.textContent = card ? `Card ${index + 1} of ${deck.cards.length}` : "This deck has no cards yet.";
    actions.hidden = !card;
    const drawn = h("div", {}, card ? [
      side(card, "question"),
      isRevealed ? side(card, "answer") : button("Reveal", reveal, { class: "primary", "aria-keyshortcuts": "Space" }),
      isRevealed && h("p", { class: "actions" },
        button("Right", () => mark("right"), { class: "primary", "aria-keyshortcuts": "R" }),
        button("Wrong", () => mark("wrong"), { "aria-keyshortcuts": "W" })),
      h("p", { class: "count" }, `Right ${card.right}, wrong ${card.wrong}`),
    ] : button("Add a card", () => add(null), { class: "primary" }));
    if (!sides.isEqualNode(drawn)) sides.replaceChildren(...drawn.childNodes);
  }

  function reveal() {
    isRevealed = true;
    show();
    place.querySelector(".actions button")?.focus();
  }

  // After the last card comes the first one.
  function go(by) {
    const count = deck.cards.length;
    if (count === 0) return;
    const next = (index + by + count) % count;
    if (count > 1 && Math.abs(next - index) > 1 || count === 2 && next === 0 && by > 0) notify(by > 0 ? "From the beginning." : "From the end.");
    index = next;
    isRevealed = false;
    show();
    place.querySelector("button")?.focus();
  }

  // Sends a change of a card. A card that was changed elsewhere is shown as it is now.
  // `isEdit` is true if the texts of a card can be saved once more.
  async function change(request, isEdit = false) {
    try {
      deck = await request();
      return true;
    } catch (error) {
      const advice = { 404: " Save again to add this as a new card.", 412: " Save again to replace that version, which goes to the trash." };
      notify(error.message + (isEdit ? advice[error.status] ?? "" : ""));
      if ([404, 412].includes(error.status)) await reload();
      return false;
    }
  }

  async function mark(answer) {
    const card = current();
    if (!(await change(() => api.post(`marks/${id}`, { card: card.id, shown: shown(card), [answer]: 1 })))) return;
    last = { card, answer };
    const other = answer === "right" ? "wrong" : "right";
    lastAnswer.replaceChildren(`The last card was marked ${answer}. `,
      button(`Change to ${other}`, () => amend({ [answer]: -1, [other]: 1 })), button("Take back", () => amend({ [answer]: -1 })));
    go(1);
  }

  async function amend(counts) {
    const { card } = last;
    if (!(await change(() => api.post(`marks/${id}`, { card: card.id, shown: shown(card), ...counts })))) return;
    last = null;
    lastAnswer.replaceChildren();
    show();
    notify("Changed.");
  }

  function form(card) {
    const field = (label, value, isFirst) => {
      const input = h("textarea", { rows: 4, dir: "auto", value, autofocus: isFirst });
      return [input, h("label", {}, h("span", {}, label), input)];
    };
    const [question, questionLabel] = field("Question", card?.question ?? "", true);
    const [answer, answerLabel] = field("Answer", card?.answer ?? "", false);
    return { question, answer, element: h("div", { class: "fields" }, questionLabel, answerLabel) };
  }

  async function write(title, card, send) {
    const fields = form(card);
    const isTyped = () => fields.question.value !== (card?.question ?? "") || fields.answer.value !== (card?.answer ?? "");
    for (;;) {
      if (await ask(title, [["Save", true], ["Cancel", null]], fields.element, true) !== true) {
        if (!isTyped() || await ask("Discard what you have written?", [["Keep writing", null], ["Discard", true]]) === true) return false;
        continue;
      }
      const texts = { question: fields.question.value, answer: fields.answer.value };
      if (!texts.question.trim() || !texts.answer.trim()) {
        notify("A card needs a question and an answer.");
        continue;
      }
      if (await change(() => send(texts), card !== null)) return true;
    }
  }

  async function add(after) {
    const isAdded = await write("A new card", null, (texts) => api.post(`cards/${id}`, { card: after?.id, ...texts }));
    if (!isAdded) return;
    index = after ? index + 1 : 0;
    isRevealed = false;
    render();
  }

  async function edit(card) {
    // The first attempt finds out whether the card was changed or deleted elsewhere.
    let attempts = 0;
    const send = (texts) => {
      const present = attempts === 0 ? card : deck.cards.find((other) => other.id === card.id);
      attempts += 1;
      if (present) return api.put(`cards/${id}`, { card: card.id, shown: shown(present), ...texts });
      return api.post(`cards/${id}`, { card: deck.cards.at(-1)?.id, ...texts });
    };
    if (await write("Change the card", card, send)) render();
  }

  async function erase(card) {
    let entry = null;
    const isDone = await change(async () => {
      const reply = await api.remove(`cards/${id}`, { card: card.id, shown: shown(card) });
      entry = reply.entry;
      return reply.deck;
    });
    if (!isDone) return;
    index = Math.max(0, Math.min(index, deck.cards.length - 1));
    isRevealed = false;
    render();
    notify("The card is in the trash.", { label: "Undo", run: async () => {
      await api.post(`trash/${entry}`).catch((error) => notify(error.message));
      reload();
    } });
  }

  async function eraseDeck() {
    if (await confirmDeletion(deck.title) !== true) return;
    try {
      const { entry } = await api.remove(`notes/${id}`, null, deck.version);
      location.hash = "#/";
      notify(`“${deck.title}” is in the trash.`, { label: "Undo", run: async () => {
        const { id: restored } = await api.post(`trash/${entry}`);
        location.hash = `#/deck/${restored}`;
      } });
    } catch (error) {
      notify(error.message);
    }
  }

  async function reload() {
    const present = await api.get(`notes/${id}`).catch(() => null);
    if (!present) return;
    const isSame = present.version === deck.version;
    const card = current()?.id;
    deck = present;
    const place = deck.cards.findIndex((other) => other.id === card);
    index = place >= 0 ? place : Math.max(0, Math.min(index, deck.cards.length - 1));
    if (isSame) show(); else render();
  }

  function keys(event) {
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const onControl = event.target.closest("button, a, input, textarea");
    const actions = {
      ArrowRight: () => go(1), ArrowLeft: () => go(-1), Escape: () => { location.hash = "#/"; },
      " ": () => !isRevealed && !onControl && reveal(), r: () => isRevealed && mark("right"), w: () => isRevealed && mark("wrong"),
    };
    const action = deck.cards.length > 0 || event.key === "Escape" ? actions[event.key] : null;
    if (action && action() !== false) event.preventDefault();
  }

  document.addEventListener("keydown", keys);
  show();
  return {
    title: deck.title,
    element: h("div", { class: "deck" },
      h("header", { class: "bar-row" }, h("a", { href: "#/" }, "All notes"), button("Delete deck", eraseDeck)),
      h("h1", { dir: "auto" }, deck.title), status, place, lastAnswer),
    shown: render, changed: reload,
    close: () => document.removeEventListener("keydown", keys),
  };
}
