// The screen of a deck: cards are studied as on the published page, added, edited and deleted.
import * as api from "./api.js";
import { confirmDeletion } from "./conflict.js";
import { ask, button, h, loadStyles, notify } from "./dom.js";
import "./study.js";

const filled = (name, text) => h("div", { class: name }, h("p", { class: "plain" }, text));

// The parts of the published page by which cards are studied.
function studyArea() {
  return h("section", {
    class: "study", "aria-label": "Card", "data-place": "{number} of {count}", "data-score": "Right: {right} · Wrong: {wrong}",
    "data-empty": "Add a flash card to get started.",
  },
    h("p", { class: "study-place" }, h("output")), h("progress", { "aria-label": "Cards" }),
    h("div", { class: "study-card" },
      h("div", { class: "study-question body", dir: "auto", tabindex: "-1", "data-focus": true }),
      h("div", { class: "study-answer body", dir: "auto", tabindex: "-1", hidden: true })),
    h("p", { class: "score", role: "status" }),
    h("div", { class: "study-choices" }, ["Wrong", "Right", "Next"].map((name) => button(name, null, { class: `study-${name.toLowerCase()}` }))),
    h("div", { class: "study-tools" }, [["undo", "Undo"], ["shuffle", "Shuffle"], ["missed", "Most missed first"]].map(([name, label]) =>
      button(label, null, { class: `study-${name}` }))),
    h("p", { class: "study-keys" }, "Space shows the answer and goes on, 1 or → is right, 2 or ← is wrong, U undoes the last mark."),
    h("p", { class: "study-touch" }, "Tap for the answer, then swipe to the right for right, to the left for wrong."));
}

export async function open({ id }) {
  let [deck] = await Promise.all([api.get(`notes/${id}`), loadStyles("cards.css")]);
  let pages = new Map();
  // Marks that are on their way, in order, and their number.
  let sending = Promise.resolve();
  let sent = 0;
  const place = () => deck.cards.findIndex((card) => card.id === study.id());
  const current = () => deck.cards[place()];
  const shown = (card) => [card.question, card.answer];

  const marks = {
    count: ({ id }, kind) => deck.cards.find((card) => card.id === id)?.[kind] ?? 0,
    // Counts are shown at once.
    add({ id: marked }, counts) {
      const card = deck.cards.find((other) => other.id === marked);
      if (!card) return;
      const count = (sign) => { for (const [kind, by] of Object.entries(counts)) card[kind] = Math.max(0, card[kind] + sign * by); };
      count(1);
      const number = ++sent;
      sending = sending.then(async () => {
        const { version } = deck;
        const isKept = await change(async () => {
          const saved = await api.post(`marks/${id}`, { card: card.id, shown: shown(card), ...counts });
          // What is still on its way is counted already.
          return number === sent || saved.version !== version ? saved : deck;
        });
        if (isKept) return deck.version === version ? undefined : show();
        count(-1);
        study.forget();
      });
    },
  };

  // The texts of the cards as the build would publish them, as soon as they are known.
  const cards = () => deck.cards.map((card) => {
    const page = pages.get(JSON.stringify(shown(card)));
    const side = (name) => page?.querySelector(`.${name}`) ?? filled(name, card[name]);
    return { id: card.id, question: side("question"), answer: side("answer") };
  });

  async function render() {
    const { cards: rendered } = deck;
    const { page } = await api.post("preview", { id, note: {} }).catch(() => ({ page: "" }));
    const found = [...new DOMParser().parseFromString(page, "text/html").querySelectorAll(".card[data-card]")];
    pages = new Map(found.flatMap((card) => {
      const own = rendered.find((other) => other.id === card.dataset.card);
      return own ? [[JSON.stringify(shown(own)), document.importNode(card, true)]] : [];
    }));
    study.update(cards());
  }

  const area = studyArea();
  const study = globalThis.notebinderStudy(area, cards(), marks, true);
  const tools = h("p", { class: "actions" }, button("Add a card", () => add(current()), { class: "primary" }),
    button("Edit", () => edit(current())), button("Delete", () => erase(current())), button("← Previous", () => study.previous()));

  // Shows the cards of the deck, one of them if `wanted` is given.
  function show(wanted) {
    study.update(cards(), wanted);
    for (const element of [...tools.children].slice(1)) element.disabled = deck.cards.length === 0;
    render();
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
      await reload();
      return false;
    }
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

  // True while a card that is being written has been changed. What is written stays in this browser.
  let isWriting = () => false;

  async function write(title, card, send) {
    const key = `notebinder.card.${id}.${card?.id ?? "new"}`;
    const fields = form(JSON.parse(localStorage.getItem(key)) ?? card);
    fields.element.oninput = () => localStorage.setItem(key, JSON.stringify({ question: fields.question.value, answer: fields.answer.value }));
    const isDone = await written(title, card, fields, send);
    isWriting = () => false;
    localStorage.removeItem(key);
    return isDone;
  }

  async function written(title, card, fields, send) {
    const isTyped = isWriting = () => fields.question.value !== (card?.question ?? "") || fields.answer.value !== (card?.answer ?? "");
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

  // The new card is shown after the present one.
  async function add(after) {
    const index = after ? place() + 1 : 0;
    if (await write("A new card", null, (texts) => api.post(`cards/${id}`, { card: after?.id, ...texts }))) show(deck.cards[index]?.id);
  }

  async function edit(card) {
    const index = place();
    // The first attempt finds out whether the card was changed or deleted elsewhere.
    let attempts = 0;
    const send = (texts) => {
      const present = attempts === 0 ? card : deck.cards.find((other) => other.id === card.id);
      attempts += 1;
      if (present) return api.put(`cards/${id}`, { card: card.id, shown: shown(present), ...texts });
      return api.post(`cards/${id}`, { card: deck.cards.at(-1)?.id, ...texts });
    };
    if (await write("Change the card", card, send)) show(deck.cards[index]?.id);
  }

  async function erase(card) {
    const index = place();
    let entry = null;
    const isDone = await change(async () => {
      const reply = await api.remove(`cards/${id}`, { card: card.id, shown: shown(card) });
      entry = reply.entry;
      return reply.deck;
    });
    if (!isDone) return;
    show((deck.cards[index] ?? deck.cards[0])?.id);
    notify("The card is in the trash.", { label: "Undo", run: async () => {
      await api.post(`trash/${entry}`).catch((error) => notify(error.message));
      await reload();
      study.update(cards(), deck.cards[index]?.id);
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
    deck = present;
    if (isSame) study.showState(); else show();
  }

  function keys(event) {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) location.hash = "#/";
  }

  document.addEventListener("keydown", keys);
  return {
    title: deck.title,
    element: h("div", { class: "deck" },
      h("header", { class: "bar-row" }, h("a", { href: "#/" }, "All notes"), h("a", { href: `api/pages/${id}`, target: "_blank", rel: "noopener" }, "Page"), button("Delete deck", eraseDeck)),
      h("h1", { dir: "auto" }, deck.title), area, tools),
    shown: () => show(), changed: () => sending.then(reload), isChanged: () => isWriting(),
    close: () => { document.querySelector("dialog[open]")?.remove(); study.close(); document.removeEventListener("keydown", keys); },
  };
}
