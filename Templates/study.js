// Shows the cards of a deck one at a time. Marks are added to what the archive counts; they stay
// in this browser until they are saved as a file. Without this script the page lists all cards.
(() => {
  "use strict";

  const study = document.querySelector(".study");
  const list = document.querySelector(".all-cards");
  if (!study || !list) return;

  // A template of the owner's may lack some parts.
  const part = (name) => study.querySelector(".study-" + name) || document.createElement("p");
  const cards = Array.from(list.querySelectorAll("li.card"), (item) => ({
    item,
    id: item.dataset.card,
    right: Number(item.dataset.right),
    wrong: Number(item.dataset.wrong),
  }));
  if (cards.length === 0) return;

  const kinds = ["right", "wrong"];
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  // What the reader marked and did not save, by card; and the files that were saved, each with what
  // the archive counted then. Other tabs may change both.
  const key = "notebinder.study." + study.dataset.deck;
  let marks = {};
  let saved = [];

  const isCount = (number) => Number.isSafeInteger(number) && number >= 0;

  const isMark = (mark) =>
    isCount(Object(mark).right) && isCount(Object(mark).wrong) && mark.right + mark.wrong > 0;

  // A browser may keep nothing for pages that are opened from a disk.
  const isKept = (() => {
    try {
      localStorage.setItem(key + ".try", "");
      localStorage.removeItem(key + ".try");
      return true;
    } catch {
      return false;
    }
  })();

  // Anybody may have written into what the browser keeps.
  function read() {
    if (!isKept) return;
    let found = {};
    try {
      found = Object(JSON.parse(localStorage.getItem(key)));
    } catch {}
    const own = Object(found.marks);
    marks = {};
    for (const { id } of cards) {
      if (isMark(own[id])) marks[id] = { right: own[id].right, wrong: own[id].wrong };
    }
    // Once the archive counts otherwise, a file is in it, or of another time.
    const isOfNow = ({ file, base }) => Object(file).format === "notebinder-study"
      && Array.isArray(file.cards) && file.cards.every((mark) => {
        const card = isMark(mark) && cards.find(({ id }) => id === mark.id);
        return isMark(mark) && (!card || String(Object(base)[card.id]) === String([card.right, card.wrong]));
      });
    saved = Array.isArray(found.saved) ? found.saved.filter((entry) => isOfNow(Object(entry))) : [];
  }

  function keep() {
    if (!isKept) return;
    try {
      localStorage.setItem(key, JSON.stringify({ marks, saved }));
    } catch {}
  }

  // The cards of the round in order, by their positions in the deck, and how they were arranged.
  let order = cards.map((_, index) => index);
  let arrangement = null;
  let place = 0;
  // The marks of this round, by the cards' positions in the deck; and whether all were shown.
  let results = new Map();
  let isOver = false;
  // The state of the card that is shown: whether its answer is, its mark of this time, and whether
  // that is in a file already.
  let isRevealed = false;
  let mark = null;
  let isSaved = false;
  let changedAt = -Infinity;
  // Turns to the next card shortly after a mark.
  let timer = 0;
  const pause = 300;
  // Every mark that can be taken back, with where it was made.
  let past = [];

  const current = () => cards[order[place]];

  function count(card, kind) {
    const inFiles = saved.flatMap(({ file }) => file.cards).filter(({ id }) => id === card.id);
    return inFiles.reduce((sum, mark) => sum + mark[kind], card[kind])
      + (marks[card.id] ? marks[card.id][kind] : 0);
  }

  const score = (card) =>
    filled(study.dataset.score, { right: count(card, "right"), wrong: count(card, "wrong") });

  function add(card, kind, number) {
    read();
    const own = marks[card.id] || (marks[card.id] = { right: 0, wrong: 0 });
    own[kind] = Math.max(0, own[kind] + number);
    if (own.right === 0 && own.wrong === 0) delete marks[card.id];
    keep();
    tellAll();
  }

  // The list of all cards tells the same.
  function tellAll() {
    for (const card of cards) {
      const told = card.item.querySelector(".score");
      const text = score(card);
      if (told.textContent !== text) told.textContent = text;
    }
  }

  // A copy may stand beside its original, but not under the same names.
  function copy(from, to) {
    to.replaceChildren(...from.cloneNode(true).childNodes);
    for (const element of to.querySelectorAll("[id]")) element.id = "study." + element.id;
    for (const link of to.querySelectorAll("a[href^='#']")) {
      link.setAttribute("href", "#study." + link.getAttribute("href").slice(1));
    }
    for (const notes of to.querySelectorAll("section[aria-label]")) notes.removeAttribute("aria-label");
    to.classList.toggle("long", to.textContent.length > 240);
  }

  function showCard() {
    const card = current();
    part("place").querySelector("output").textContent =
      filled(study.dataset.place, { number: place + 1, count: order.length });
    study.querySelector("progress").max = order.length;
    study.querySelector("progress").value = place + 1;
    copy(card.item.querySelector(".question"), part("question"));
    copy(card.item.querySelector(".answer"), part("answer"));
    showState();
  }

  function showState() {
    part("question").hidden = part("choices").hidden = isOver;
    part("end").hidden = !isOver;
    part("save").hidden = isOver;
    part("answer").hidden = !isRevealed || isOver;
    part("reveal").hidden = isRevealed;
    for (const kind of kinds) {
      part(kind).hidden = !isRevealed;
      part(kind).setAttribute("aria-pressed", String(mark === kind));
      part(kind).setAttribute("aria-disabled", String(isSaved));
    }
    const told = study.querySelector(".score");
    told.classList.toggle("unseen", !isRevealed || isOver);
    const text = isRevealed && !isOver ? (mark ? part(mark).textContent + ": " : "") + score(current()) : "";
    if (told.textContent !== text) told.textContent = text;
    part("undo").setAttribute("aria-disabled", String(past.length === 0));
    for (const name of ["save", "keep"]) {
      part(name).setAttribute("aria-disabled", String(Object.keys(marks).length === 0 && saved.length === 0));
    }
    for (const name of ["shuffle", "missed"]) {
      part(name).setAttribute("aria-pressed", String(arrangement === name));
    }
  }

  // The keyboard goes where there is something to read, and what can be pressed comes behind it.
  function goTo(element) {
    element.focus({ preventScroll: true });
    if (element.getBoundingClientRect().top < 0) study.scrollIntoView({ block: "start" });
    else element.scrollIntoView({ block: "nearest" });
  }

  function reveal() {
    if (isRevealed || isOver) return;
    isRevealed = true;
    changedAt = performance.now();
    showState();
    goTo(part("answer"));
  }

  function turnTo(next) {
    clearTimeout(timer);
    place = next;
    isOver = false;
    isRevealed = false;
    isSaved = false;
    mark = null;
    showCard();
  }

  function next() {
    changedAt = performance.now();
    const isLast = place === order.length - 1;
    part("told").textContent = "";
    if (isLast) return finish();
    turnTo(place + 1);
    goTo(part("question"));
  }

  const missed = () => order.filter((index) => results.get(index) === "wrong");

  // Shows the score of the round and what was missed in it.
  function finish() {
    clearTimeout(timer);
    isOver = true;
    const right = order.filter((index) => results.get(index) === "right").length;
    part("result").textContent = filled(study.dataset.roundScore, { right, count: order.length });
    part("lapses").hidden = part("retry").hidden = missed().length === 0;
    part("lapses").querySelector("ol").replaceChildren(...missed().map((index) => {
      const { item } = cards[index];
      const link = document.createElement("a");
      link.href = "#" + item.id;
      link.dir = "auto";
      const picture = item.querySelector(".question img");
      link.textContent = item.querySelector(".question").textContent.trim() || picture?.alt || `# ${index + 1}`;
      const entry = document.createElement("li");
      entry.append(link);
      return entry;
    }));
    for (const name of ["retry", "restart"]) {
      part(name).classList.toggle("study-first", name === "retry" || missed().length === 0);
    }
    showState();
    goTo(part("result"));
  }

  function begin(cardsOfRound) {
    order = cardsOfRound;
    results = new Map();
    turnTo(0);
  }

  function retry() {
    if (missed().length > 0) begin(missed());
    else restart();
    goTo(part("question"));
  }

  function restart() {
    begin(arranged());
    goTo(part("question"));
  }

  // Marks the card and turns to the next one; another mark within the pause replaces the first.
  function choose(kind) {
    if (!isRevealed || isOver || mark === kind || isSaved) return;
    const card = current();
    past.push({ card, order, arrangement, place, results, before: mark, after: kind });
    if (mark) add(card, mark, -1);
    add(card, kind, 1);
    mark = kind;
    results.set(order[place], kind);
    part("told").textContent = "";
    showState();
    clearTimeout(timer);
    timer = setTimeout(next, pause);
  }

  function undo() {
    const last = past.pop();
    if (!last) return;
    clearTimeout(timer);
    add(last.card, last.after, -1);
    if (last.before) add(last.card, last.before, 1);
    const isElsewhere = isOver || last.card !== current();
    const hadFocus = part("choices").contains(document.activeElement);
    ({ order, arrangement, place, results } = last);
    mark = last.before;
    if (mark) results.set(order[place], mark);
    else results.delete(order[place]);
    isOver = false;
    isSaved = false;
    isRevealed = true;
    if (isElsewhere) showCard();
    else showState();
    if (isElsewhere || hadFocus) goTo(part("answer"));
  }

  // All cards of the deck, in the order that was chosen.
  function arranged() {
    const all = cards.map((_, index) => index);
    if (arrangement === "shuffle") {
      for (let index = all.length - 1; index > 0; index -= 1) {
        const other = Math.floor(Math.random() * (index + 1));
        [all[index], all[other]] = [all[other], all[index]];
      }
    } else if (arrangement === "missed") {
      all.sort((one, other) => count(cards[other], "wrong") - count(cards[one], "wrong")
        || count(cards[one], "right") - count(cards[other], "right") || one - other);
    }
    return all;
  }

  function arrange(name) {
    arrangement = arrangement === name ? null : name;
    begin(arranged());
  }

  // What is in a file cannot be taken back.
  function closeMarks() {
    past = [];
    isSaved = mark !== null;
    showState();
  }

  // Saves the marks as a file, in which they are from now on, so that none is counted twice. A file
  // that was lost can be had again until there are new marks.
  function save() {
    read();
    const marked = cards.filter((card) => marks[card.id]);
    if (marked.length > 0) {
      const digits = crypto.getRandomValues(new Uint8Array(8));
      const file = {
        format: "notebinder-study",
        version: 1,
        id: Array.from(digits, (digit) => digit.toString(16).padStart(2, "0")).join(""),
        deck: { id: study.dataset.deck, title: study.dataset.title },
        cards: marked.map(({ id }) => ({ id, ...marks[id] })),
      };
      saved.push({ file, base: Object.fromEntries(cards.map((card) => [card.id, [card.right, card.wrong]])) });
      marks = {};
      keep();
      closeMarks();
    }
    if (saved.length === 0) return;
    const { file } = saved[saved.length - 1];
    const name = `${study.dataset.file}-study-${file.id.slice(0, 6)}.json`;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([JSON.stringify(file, null, 2) + "\n"], { type: "application/json" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    const command = document.createElement("code");
    command.textContent = "notebinder study merge " + name;
    part("told").replaceChildren(filled(study.dataset.saved, { file: name }), command);
  }

  // A second click may have been meant for the button that was there before.
  study.addEventListener("click", (event) => {
    if (event.detail === 0 || performance.now() - changedAt > 350) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  const whenPressed = (name, action) => part(name).addEventListener("click", (event) => {
    if (part(name).getAttribute("aria-disabled") !== "true") action();
    // Whoever points and then takes the keyboard does not mean the button any more.
    if (event.detail > 0 && document.activeElement === part(name)) part(name).blur();
  });
  whenPressed("reveal", reveal);
  whenPressed("right", () => choose("right"));
  whenPressed("wrong", () => choose("wrong"));
  whenPressed("next", next);
  whenPressed("undo", undo);
  whenPressed("shuffle", () => arrange("shuffle"));
  whenPressed("missed", () => arrange("missed"));
  whenPressed("save", save);
  whenPressed("keep", save);
  whenPressed("retry", retry);
  whenPressed("restart", restart);

  // Keys are the card's while it is in sight and nothing else has the keyboard.
  function isListening(event) {
    if (event.metaKey || event.ctrlKey || event.altKey || event.repeat) return false;
    if (event.shiftKey && event.key === " " || document.querySelector("dialog[open]")) return false;
    const box = part("card").getBoundingClientRect();
    const isInSight = box.bottom > 0 && box.top < innerHeight;
    return isInSight && (event.target === document.body || study.contains(event.target))
      && !event.target.closest("audio, video, pre, .table");
  }

  document.addEventListener("keydown", (event) => {
    if (!isListening(event)) return;
    const action = {
      " ": isOver ? retry : isRevealed ? next : reveal,
      1: () => choose("right"),
      ArrowRight: () => choose("right"),
      2: () => choose("wrong"),
      ArrowLeft: () => choose("wrong"),
      u: undo,
      U: undo,
    }[event.key];
    // A button or a link that has the keyboard is pressed by the space bar.
    if (!action || event.key === " " && event.target.closest("button, a, summary")) return;
    if (event.key.startsWith("Arrow") && !isRevealed) return;
    event.preventDefault();
    action();
  });

  // A tap shows the answer; a swipe to the right or to the left marks.
  let start = null;
  part("card").addEventListener("pointerdown", (event) => {
    start = event.isPrimary && event.pointerType !== "mouse" ? [event.clientX, event.clientY] : null;
  });
  part("card").addEventListener("pointerup", (event) => {
    if (!start || !event.isPrimary) return;
    const [across, down] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (event.target.closest("a")) return;
    if (Math.abs(across) < 10 && Math.abs(down) < 10) reveal();
    else if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) {
      choose(across > 0 ? "right" : "wrong");
    }
  });
  part("card").addEventListener("pointercancel", () => { start = null; });

  // A link to a card, or to something on it, asks it. The address goes, or the browser would unfold
  // the list, with the answer, to show the card there.
  function follow() {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const wanted = target ? cards.findIndex((card) => card.item.contains(target)) : -1;
    if (wanted < 0) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    list.open = false;
    arrangement = null;
    begin(arranged());
    turnTo(wanted);
    study.scrollIntoView({ block: "start" });
  }

  read();
  tellAll();
  part("shuffle").hidden = part("missed").hidden = cards.length < 2;
  list.open = false;
  study.hidden = false;
  showCard();
  follow();
  addEventListener("hashchange", follow);
  addEventListener("storage", (event) => {
    if (event.key !== key) return;
    const before = saved.length;
    read();
    tellAll();
    if (saved.length === before) showState();
    else closeMarks();
  });
})();
