// Shows the cards of a deck one at a time, on the page of a deck and in the editor. Without this
// script the page lists all cards.
(() => {
  "use strict";

  const kinds = ["right", "wrong"];
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const score = (study, marks, card) => filled(study.dataset.score, {
    right: marks.count(card, "right"), wrong: marks.count(card, "wrong"),
  });

  // Studies cards, each with an `id` and elements that hold its `question` and its `answer`.
  //
  // `marks` has `count`, which returns how often a card was right or wrong, `add`, and for marks
  // that are saved as a file `isEmpty` and `save`. If `isStepwise` is true, one button shows the
  // answer and goes on, a marked card stays, and after the last card comes the first one.
  function begin(study, cards, marks, isStepwise = false) {
    // A template of the owner's may lack some parts.
    const part = (name) => study.querySelector(".study-" + name) || document.createElement("p");
    const isOff = (name, value) => part(name).setAttribute("aria-disabled", String(value));

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
        filled(study.dataset.place, { number: card ? place + 1 : 0, count: order.length });
      study.querySelector("progress").max = Math.max(1, order.length);
      study.querySelector("progress").value = card ? place + 1 : 0;
      if (card) {
        copy(card.question, part("question"));
        copy(card.answer, part("answer"));
      } else {
        part("question").textContent = study.dataset.empty;
      }
      showState();
    }

    function showState() {
      part("question").hidden = part("choices").hidden = isOver;
      part("end").hidden = !isOver;
      part("save").hidden = isOver || !marks.save;
      part("answer").hidden = !isRevealed || isOver;
      part("reveal").hidden = isRevealed || isStepwise;
      for (const kind of kinds) {
        part(kind).hidden = !isRevealed && !isStepwise;
        part(kind).setAttribute("aria-pressed", String(mark === kind));
        isOff(kind, isSaved || isStepwise && (!isRevealed || mark === kind));
      }
      const told = study.querySelector(".score");
      const isTold = (isRevealed || isStepwise) && !isOver && cards.length > 0;
      told.classList.toggle("unseen", !isTold);
      const marked = mark && !isStepwise ? part(mark).textContent + ": " : "";
      const text = isTold ? marked + score(study, marks, current()) : "";
      if (told.textContent !== text) told.textContent = text;
      isOff("next", cards.length === 0);
      isOff("undo", past.length === 0);
      for (const name of ["save", "keep"]) isOff(name, marks.isEmpty?.() ?? true);
      for (const name of ["shuffle", "missed"]) {
        part(name).hidden = cards.length < 2;
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
      if (isRevealed || isOver || cards.length === 0) return;
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
      if (isLast && !isStepwise) return finish();
      turnTo(isLast ? 0 : place + 1);
      goTo(part("question"));
    }

    function previous() {
      turnTo((place || order.length) - 1);
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
        const { address, question } = cards[index];
        const link = document.createElement("a");
        link.href = address;
        link.dir = "auto";
        const picture = question.querySelector("img");
        link.textContent = question.textContent.trim() || picture?.alt || `# ${index + 1}`;
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

    function start(cardsOfRound) {
      order = cardsOfRound;
      results = new Map();
      turnTo(0);
    }

    function retry() {
      if (missed().length > 0) start(missed());
      else restart();
      goTo(part("question"));
    }

    function restart() {
      start(arranged());
      goTo(part("question"));
    }

    // Replaces the mark of a card; either may be null.
    function change(card, before, after) {
      marks.add(card, { ...(before && { [before]: -1 }), ...(after && { [after]: 1 }) });
    }

    // Marks the card and turns to the next one; another mark within the pause replaces the first.
    function choose(kind) {
      if (!isRevealed || isOver || mark === kind || isSaved) return;
      past.push({ order, arrangement, place, results, before: mark, after: kind });
      change(current(), mark, kind);
      mark = kind;
      results.set(order[place], kind);
      part("told").textContent = "";
      showState();
      if (isStepwise) return;
      clearTimeout(timer);
      timer = setTimeout(next, pause);
    }

    function undo() {
      const last = past.pop();
      if (!last) return;
      clearTimeout(timer);
      const card = cards[last.order[last.place]];
      change(card, last.after, last.before);
      const isElsewhere = isOver || card !== current();
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
        const count = (index, kind) => marks.count(cards[index], kind);
        all.sort((one, other) => count(other, "wrong") - count(one, "wrong")
          || count(one, "right") - count(other, "right") || one - other);
      }
      return all;
    }

    function arrange(name) {
      arrangement = arrangement === name ? null : name;
      start(arranged());
    }

    // The mark of the card could not be kept.
    function forget() {
      past = [];
      results.delete(order[place]);
      mark = null;
      showState();
    }

    // What is in a file cannot be taken back.
    function closeMarks() {
      past = [];
      isSaved = mark !== null;
      showState();
    }

    function save() {
      const hadMarks = !marks.isEmpty(true);
      if (marks.isEmpty()) return;
      const name = marks.save();
      if (hadMarks) closeMarks();
      const command = document.createElement("code");
      command.textContent = "notebinder study merge " + name;
      part("told").replaceChildren(filled(study.dataset.saved, { file: name }), command);
    }

    // Shows a card, whatever the round was.
    function showCardAt(wanted) {
      arrangement = null;
      start(arranged());
      turnTo(wanted);
    }

    // Takes other texts of the cards, or other cards. Shows the one that is shown, or `wanted`.
    function update(others, wanted = current()?.id) {
      const isSame = others.length === cards.length && others.every(({ id }, index) => id === cards[index].id);
      const isElsewhere = wanted !== current()?.id;
      cards = others;
      if (!isSame) {
        [past, results] = [[], new Map()];
        order = arranged();
      }
      const found = order.findIndex((index) => cards[index].id === wanted);
      if (isElsewhere || found < 0) return turnTo(found < 0 ? Math.max(0, Math.min(place, order.length - 1)) : found);
      place = found;
      showCard();
    }

    // A second click may have been meant for the button that was there before.
    study.addEventListener("click", (event) => {
      if (isStepwise || event.detail === 0 || performance.now() - changedAt > 350) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);

    const step = () => (isStepwise && !isRevealed ? reveal() : next());
    const whenPressed = (name, action) => part(name).addEventListener("click", (event) => {
      if (part(name).getAttribute("aria-disabled") !== "true") action();
      // Whoever points and then takes the keyboard does not mean the button any more.
      if (event.detail > 0 && document.activeElement === part(name)) part(name).blur();
    });
    whenPressed("reveal", reveal);
    whenPressed("right", () => choose("right"));
    whenPressed("wrong", () => choose("wrong"));
    whenPressed("next", step);
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

    function key(event) {
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
    }
    document.addEventListener("keydown", key);

    // A tap shows the answer; a swipe to the right or to the left marks.
    let touched = null;
    part("card").addEventListener("pointerdown", (event) => {
      touched = event.isPrimary && event.pointerType !== "mouse" ? [event.clientX, event.clientY] : null;
    });
    part("card").addEventListener("pointerup", (event) => {
      if (!touched || !event.isPrimary) return;
      const [across, down] = [event.clientX - touched[0], event.clientY - touched[1]];
      touched = null;
      if (event.target.closest("a")) return;
      if (Math.abs(across) < 10 && Math.abs(down) < 10) reveal();
      else if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) {
        choose(across > 0 ? "right" : "wrong");
      }
    });
    part("card").addEventListener("pointercancel", () => { touched = null; });

    showCard();
    return {
      showCardAt, closeMarks, showState, update, previous, forget, id: () => current()?.id,
      close: () => { clearTimeout(timer); document.removeEventListener("keydown", key); },
    };
  }

  // Marks that are added to what the archive counts, and stay in this browser until they are saved
  // as a file. `changed` is called whenever they change, with true after other tabs saved them.
  function browserMarks(study, cards, changed) {
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

    function count(card, kind) {
      const inFiles = saved.flatMap(({ file }) => file.cards).filter(({ id }) => id === card.id);
      return inFiles.reduce((sum, mark) => sum + mark[kind], card[kind])
        + (marks[card.id] ? marks[card.id][kind] : 0);
    }

    function add(card, counts) {
      read();
      const own = marks[card.id] || (marks[card.id] = { right: 0, wrong: 0 });
      for (const kind of kinds) own[kind] = Math.max(0, own[kind] + (counts[kind] || 0));
      if (own.right === 0 && own.wrong === 0) delete marks[card.id];
      keep();
      changed(false);
    }

    // Saves the marks as a file, in which they are from now on, so that none is counted twice. A
    // file that was lost can be had again until there are new marks. Returns the file's name.
    function save() {
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
      }
      const { file } = saved[saved.length - 1];
      const name = `${study.dataset.file}-study-${file.id.slice(0, 6)}.json`;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(
        new Blob([JSON.stringify(file, null, 2) + "\n"], { type: "application/json" }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      return name;
    }

    // Returns true if there is nothing to save; of marks that no file has, if `isNew` is true.
    function isEmpty(isNew = false) {
      if (isNew) read();
      return Object.keys(marks).length === 0 && (isNew || saved.length === 0);
    }

    read();
    addEventListener("storage", (event) => {
      if (event.key !== key) return;
      const before = saved.length;
      read();
      changed(saved.length !== before);
    });
    return { count, add, save, isEmpty };
  }

  globalThis.notebinderStudy = begin;

  const area = document.querySelector(".study");
  const list = document.querySelector(".all-cards");
  if (!area || !list) return;
  const cards = Array.from(list.querySelectorAll("li.card"), (item) => ({
    item,
    id: item.dataset.card,
    address: "#" + item.id,
    question: item.querySelector(".question"),
    answer: item.querySelector(".answer"),
    right: Number(item.dataset.right),
    wrong: Number(item.dataset.wrong),
  }));
  if (cards.length === 0) return;

  const marks = browserMarks(area, cards, (isSavedElsewhere) => {
    tellAll();
    if (isSavedElsewhere) study.closeMarks();
    else study.showState();
  });

  // The list of all cards tells the same.
  function tellAll() {
    for (const card of cards) {
      const told = card.item.querySelector(".score");
      const text = score(area, marks, card);
      if (told.textContent !== text) told.textContent = text;
    }
  }

  // A link to a card, or to something on it, asks it. The address goes, or the browser would unfold
  // the list, with the answer, to show the card there.
  function follow() {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const wanted = target ? cards.findIndex((card) => card.item.contains(target)) : -1;
    if (wanted < 0) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    list.open = false;
    study.showCardAt(wanted);
    area.scrollIntoView({ block: "start" });
  }

  tellAll();
  list.open = false;
  area.hidden = false;
  const study = begin(area, cards, marks);
  follow();
  addEventListener("hashchange", follow);
})();
