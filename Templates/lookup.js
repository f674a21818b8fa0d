// Finds notes. What it needs comes in pieces, each a script of its own: a page that was opened from
// disk can load nothing else. The program's source describes these files, in SearchIndex.swift.
// Words are cut by words.js; tags, kinds and years are written as in SearchLabel.swift.
(() => {
  "use strict";

  const directory = window.notebinderDirectory;
  if (!directory) return;
  const { fold, runs, expression, expressions, part, parts, longest } = window.notebinderWords;
  const root = new URL("..", document.currentScript.src);

  // Numbers in base 32, one character for each digit, the lowest first.
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const values = new Map(Array.from(digits, (digit, index) => [digit, index]));

  // Reads numbers, and digits, one after another.
  function reader(text, start = 0) {
    let index = start;
    return {
      isAtEnd: () => index >= text.length,
      digit: () => values.get(text[index++]),
      number() {
        let value = 0;
        for (let shift = 0; ; shift += 5) {
          const digit = this.digit();
          value += (digit & 31) * 2 ** shift;
          if (digit < 32) return value;
        }
      },
    };
  }

  function numbers(text) {
    const all = [];
    for (const rest = reader(text); !rest.isAtEnd();) all.push(rest.number());
    return all;
  }

  // The last position of a sorted list whose value is not after another.
  function position(values, isAfter) {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(values[middle])) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  function sums(counts) {
    let sum = 0;
    return counts.map((count) => (sum += count) - count);
  }

  // Loading

  const keyLength = 3;
  const waiting = new Map();
  const files = new Map();

  window.notebinder = (kind, name, key, data) => {
    const request = waiting.get(`${kind}-${name}`);
    if (!request) return;
    if (request.key === key) request.resolve(data);
    else request.reject(new Error("the site has changed"));
  };

  // Files of texts are named after their part of the notes and their number in it.
  const namesOfTexts = [];
  for (let index = 0; index < directory.textsParts.length; index += 2) {
    for (let number = 0; number < directory.textsParts[index + 1]; number++) {
      namesOfTexts.push(`${directory.textsParts[index]}.${number}`);
    }
  }

  // The content of a file.
  function load(kind, number) {
    const name = `${kind}-${kind === "texts" ? namesOfTexts[number] : number}`;
    if (!files.has(name)) {
      const key = directory[kind + "Keys"].substr(keyLength * number, keyLength);
      files.set(name, new Promise((resolve, reject) => {
        waiting.set(name, { key, resolve, reject });
        const script = document.createElement("script");
        script.src = new URL(`search/${name}.${key}.js`, root);
        script.onload = () => reject(new Error("the file has no data"));
        script.onerror = () => reject(new Error("the file cannot be loaded"));
        document.head.append(script);
      }).catch((error) => {
        // The next search tries again.
        files.delete(name);
        throw error;
      }));
    }
    return files.get(name);
  }

  // Words

  // What to look up for runs: words, and the pairs of signs. A single sign is the beginning of a
  // pair, and so may be the last word.
  function atoms(runs, isWhole) {
    return runs.flatMap(({ isSigns, letters, suffix }) => {
      if (!isSigns) return { text: letters.slice(0, longest).join("") + suffix, isWhole: isWhole || suffix !== "" };
      if (letters.length === 1) return { text: letters[0], isWhole: false, isSign: true };
      return letters.slice(1).map((letter, before) => ({ text: letters[before] + letter, isWhole: true, isSign: true }));
    });
  }

  // Biwords

  const biwordCount = 1 << 16;
  const bytes = new TextEncoder();

  function hash(text) {
    return bytes.encode(text).reduce((all, byte) => Math.imul(all ^ byte, 0x01000193), 0x811c9dc5 | 0);
  }

  // The numbers of the words of runs that follow each other, and of three signs, as in
  // BiwordCollector.swift. The second word may be incomplete.
  function biwords(runs, isWhole) {
    const found = [];
    if (!directory.biwordsKeys) return found;
    const add = (first, second) => {
      const mixed = (Math.imul(hash(first), 31) + hash(second)) >>> 0;
      found.push({ biword: (mixed ^ (mixed >>> 16)) & (biwordCount - 1) });
    };
    runs.forEach(({ isSigns, letters, suffix }, index) => {
      if (isSigns) {
        for (let start = 0; start + 2 < letters.length; start++) {
          add(letters[start] + letters[start + 1], letters[start + 1] + letters[start + 2]);
        }
      } else if (index > 0 && !runs[index - 1].isSigns) {
        const isComplete = isWhole || suffix || index + 1 < runs.length;
        if (isComplete || letters.length > 1) add(runs[index - 1].letters.slice(0, longest).join(""), letters.slice(0, 2).join(""));
      }
    });
    return found;
  }

  // Queries

  const quotes = '"“”„«»「」『』';
  const unit = new RegExp(
    `(?<not>-?)(?<filter>#|kind:|year:)?(?:[${quotes}](?<quoted>[^${quotes}]*)(?<end>[${quotes}]?)|(?<plain>[^\\s${quotes}]+))`, "giu");

  function label(tag) {
    return "#" + Array.from(fold(tag)).slice(0, longest).join("")
      .replace(new RegExp(`[^${parts}\\-_/]`, "gu"), (letter) => `%${letter.codePointAt(0).toString(16)};`);
  }

  // Words, of which the last may be incomplete, next to each other.
  function phrase(text, found, isClosed) {
    const looked = [...atoms(found.slice(0, -1), true), ...atoms(found.slice(-1), isClosed)];
    const marks = [`"${text}${isClosed ? '"' : ""}`];
    return { atoms: looked, marks, checks: looked.length > 1 ? expressions(marks) : [], biwords: biwords(found, isClosed) };
  }

  // Words anywhere, as their beginnings. Signs follow each other as in the query, of which the pairs
  // alone do not make sure.
  function words(text, found) {
    const isLong = ({ isSigns, letters }) => isSigns && letters.length > 2;
    return {
      atoms: atoms(found, false), marks: [text],
      checks: found.filter(isLong).map((run) => expression([run], false)),
      biwords: found.filter(isLong).flatMap((run) => biwords([run], false)),
    };
  }

  // The units of a query, each with what to look up, all of which must be in a note, and with
  // expressions to mark it, and to check texts where looking up is not enough.
  function parse(query) {
    const units = [];
    for (const { groups } of query.matchAll(unit)) {
      const isPhrase = groups.plain === undefined;
      const text = (groups.plain ?? groups.quoted).trim();
      const filter = (groups.filter || "").toLowerCase();
      const years = !isPhrase && /^(\d{4})(?:(-|–|\.\.)(\d{4})?)?$/.exec(text);
      const isEmpty = /^(kind|year):$/i.test(text) || !/[^#\s]/.test(text);
      const add = (one) => units.push({ isExcluded: groups.not === "-", text, ...one });
      // The value of a filter may not have been typed yet.
      if (isEmpty) continue;
      if (filter === "#") {
        add({ filter, atoms: [{ text: label(text), isWhole: true }] });
      } else if (filter === "kind:") {
        add({ filter, atoms: [{ text: "&" + fold(text).replace(/[^a-z]/g, "?"), isWhole: true }] });
      } else if (years && (filter || years[2] === "..")) {
        const last = years[2] ? years[3] || "9999" : years[1];
        add({ filter: "year:", atoms: [{ from: `=${years[1]}`, to: `=${last}` }] });
      } else {
        const found = runs(text);
        if (!found.length) continue;
        const one = isPhrase ? phrase(text, found, Boolean(groups.end)) : words(text, found);
        if (years && !years[2]) one.atoms[0].year = `=${years[1]}`;
        add(one);
      }
    }
    return units;
  }

  // Looking up

  // By code points, as the words are sorted; strings compare by halves of them.
  function isLess(left, right) {
    const a = Array.from(left);
    const b = Array.from(right);
    for (let index = 0; index < a.length && index < b.length; index++) {
      if (a[index] !== b[index]) return a[index].codePointAt(0) < b[index].codePointAt(0);
    }
    return a.length < b.length;
  }

  const fileOfWord = (word) => Math.max(0, position(directory.words, (first) => isLess(word, first)));

  // A beginning whose words are in more files has a line of its own, as the program makes sure.
  const mostFiles = 3;

  // The lines of some files of words.
  async function lines(first, last, isMeant) {
    const numbers = Array.from({ length: Math.min(last, directory.words.length - 1) - first + 1 }, (_, index) => first + index);
    const contents = await Promise.all(numbers.map((number) => load("words", number)));
    return contents.flatMap((content) => content.split("|").flatMap((line) => {
      const colon = line.indexOf(":");
      const text = line.slice(0, colon);
      return isMeant(text) ? { text, postings: line.slice(colon + 1) } : [];
    }));
  }

  // Calls `visit` with the notes of a set.
  function forEachMember(text, visit) {
    if (text[0] !== "=") {
      let note = -1;
      for (const distance of numbers(text)) visit(note += distance + 1);
      return;
    }
    for (let index = 1; index < text.length; index++) {
      const bits = values.get(text[index]);
      for (let bit = 0; bit < 6; bit++) if (bits >> bit & 1) visit((index - 1) * 6 + bit);
    }
  }

  const known = new Map();

  // For each note that has a word, a beginning, a label or a biword: how relevant it is, and where it is.
  function lookUp(atom) {
    const key = JSON.stringify(atom);
    if (known.size > 60) known.clear();
    if (!known.has(key)) {
      known.set(key, lookUpNow(atom).catch((error) => {
        known.delete(key);
        throw error;
      }));
    }
    return known.get(key);
  }

  async function linesOf({ text, isWhole, from, to }) {
    if (from) return lines(fileOfWord(from), fileOfWord(to), (each) => each[0] === "=" && each >= from && each <= to);
    const first = fileOfWord(text);
    if (isWhole) return lines(first, first, (each) => each === text);
    const last = fileOfWord(text + "\u{10ffff}");
    if (last - first < mostFiles) return lines(first, last, (each) => !each.endsWith("*") && each.startsWith(text));
    return lines(first, first + 1, (each) => each === text || each === text + "*");
  }

  // The set of the notes of a biword. All files have the same number of sets.
  async function setOf(biword) {
    const inEach = biwordCount * keyLength / directory.biwordsKeys.length;
    return (await load("biwords", Math.floor(biword / inEach))).split("|")[biword % inEach];
  }

  async function lookUpNow(atom) {
    const notes = new Map();
    const add = (note, score, piece) => {
      const before = notes.get(note);
      if (!before || before.score < score) notes.set(note, { score, piece });
    };
    if (atom.biword !== undefined) {
      forEachMember(await setOf(atom.biword), (note) => add(note, 0, 0));
      return notes;
    }
    const found = await linesOf(atom);
    await Promise.all(found.map(async (line) => {
      if (line.postings[0] === "!") line.set = await load("sets", reader(line.postings, 1).number());
    }));
    for (const { text, postings, set } of found) {
      const nearness = atom.from || text === atom.text ? 1
        : text.endsWith("*") ? 0.5 : 0.4 + 0.4 * (atom.text.length / text.length);
      const rest = reader(postings, set === undefined ? 0 : 1);
      if (set !== undefined) rest.number();
      for (let note = -1; !rest.isAtEnd();) {
        note += rest.number() + 1;
        const weight = rest.digit();
        add(note, (weight & 31) * nearness, weight & 32 ? rest.number() : 0);
      }
      if (set !== undefined) forEachMember(set, (note) => notes.has(note) || add(note, nearness, 0));
    }
    if (atom.year) {
      for (const [note, { score }] of await lookUp({ text: atom.year, isWhole: true })) add(note, score, 0);
    }
    return notes;
  }

  // Similar words

  // The number of letters to insert, remove, replace or swap to get from one word to the other; more
  // than `most` if that is not enough.
  function distance(left, right, most) {
    if (Math.abs(left.length - right.length) > most) return most + 1;
    let before = [];
    let last = Array.from({ length: right.length + 1 }, (_, index) => index);
    for (let row = 1; row <= left.length; row++) {
      const next = [row];
      let least = row;
      for (let column = 1; column <= right.length; column++) {
        const isSame = left[row - 1] === right[column - 1];
        let cost = Math.min(last[column] + 1, next[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
        if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
          cost = Math.min(cost, before[column - 2] + 1);
        }
        next.push(cost);
        least = Math.min(least, cost);
      }
      if (least > most) return most + 1;
      [before, last] = [last, next];
    }
    return last[right.length];
  }

  const firstLengths = numbers(directory.spelling);
  const spelled = new Map();

  // The letters of a word as bits. Each edit changes at most two.
  const bits = (letters) => letters.reduce((all, letter) => all | 1 << (letter.codePointAt(0) & 31), 0);

  function count(bits) {
    let sum = 0;
    for (let rest = bits; rest; rest &= rest - 1) sum++;
    return sum;
  }

  // The words of a file, as lists of letters. A capital is the number of letters that a word has in
  // common with the one before it.
  async function spelledWords(file) {
    if (!spelled.has(file)) {
      let last = [];
      spelled.set(file, (await load("spelling", file)).match(/[A-Z][^A-Z]*/g).map((word) =>
        (last = last.slice(0, word.charCodeAt(0) - 65).concat(Array.from(word.slice(1))))).map((letters) => ({ letters, bits: bits(letters) })));
    }
    return spelled.get(file);
  }

  // The words of some lengths, and others, of so many files at most.
  async function wordsOfLengths(shortest, longest, mostFiles = Infinity) {
    const files = Array.from(firstLengths.keys()).filter((file) =>
      firstLengths[file] <= longest && !(firstLengths[file + 1] < shortest));
    return (await Promise.all(files.slice(0, mostFiles).map(spelledWords))).flat();
  }

  // The number of words, the shortest first, that are tried for a part of them.
  const mostAround = 32;

  const tolerance = (letters) => letters.length < 8 ? 1 : 2;

  // The words and labels that are meant by one that no note has: those that are spelled most like it,
  // or else the words of which it is a part.
  async function similar({ text, isSign, from }) {
    if (from || isSign) return [];
    if (/^[#&]/.test(text)) {
      const letters = Array.from(text.slice(1));
      const last = fileOfWord(text[0] + "\u{10ffff}");
      const labels = await lines(fileOfWord(text[0]), last, (each) => each[0] === text[0] && each !== text
        && (each.startsWith(text) || letters.length > 2 && distance(letters, Array.from(each.slice(1)), tolerance(letters)) <= tolerance(letters)));
      return labels.map((each) => each.text);
    }
    if (/[+#]$/.test(text)) return [text.replace(/[+#]+$/, "")];
    const letters = Array.from(text);
    if (letters.length < 3 || !/^[\p{L}\p{M}]+$/u.test(text)) return [];
    const own = bits(letters);
    for (let edits = 1; edits <= tolerance(letters); edits++) {
      const alike = (await wordsOfLengths(letters.length - edits, letters.length + edits)).filter((word) =>
        count(own ^ word.bits) <= 2 * edits && distance(letters, word.letters, edits) === edits);
      if (alike.length) return alike.map((word) => word.letters.join(""));
    }
    const longer = (await wordsOfLengths(letters.length + 1, Infinity, 24)).map((word) => word.letters.join(""));
    return longer.filter((word) => word.indexOf(text) > 0).slice(0, mostAround);
  }

  // Results

  const largestBatch = 16;

  // Notes, the best first. Phrases are looked for in their texts, as many as are wanted.
  class Results {
    constructor(notes, { required = [], excluded = [], marks = [], tags = [], isSimilar = false }) {
      this.candidates = Array.from(notes, ([note, { score, piece }]) => ({ note, score, piece }))
        .sort((left, right) => right.score - left.score || left.note - right.note);
      Object.assign(this, { required, excluded, marks, tags, isSimilar });
      const isChecked = required.length || excluded.length;
      this.found = isChecked ? [] : this.candidates;
      this.next = isChecked ? 0 : this.candidates.length;
      this.turn = Promise.resolve();
    }

    get isComplete() { return this.next >= this.candidates.length; }

    // Makes sure that a number of results is known, or all.
    reach(count, isWanted = () => true) {
      const turn = this.turn.then(() => this.advance(count, isWanted));
      this.turn = turn.catch(() => {});
      return turn;
    }

    async advance(count, isWanted) {
      for (let batch = 2; this.found.length < count && !this.isComplete && isWanted(); batch = Math.min(2 * batch, largestBatch)) {
        const candidates = this.candidates.slice(this.next, this.next + batch);
        const passed = await Promise.all(candidates.map((each) => this.passes(each)));
        this.next += candidates.length;
        this.found.push(...candidates.filter((_, index) => passed[index]));
      }
    }

    async passes(result) {
      const excluded = this.excluded.filter((each) => each.notes.has(result.note));
      if (!this.required.length && !excluded.length) return true;
      const pieces = await piecesOf(result.note);
      const [title, , , , , , , ...tags] = pieces[0];
      const texts = [pieces.map((piece) => piece[4]).join(""), title, ...tags].map(fold);
      const has = (check) => texts.some((text) => text.search(check) >= 0);
      if (excluded.some((each) => each.checks.every(has)) || !this.required.every(has)) return false;
      const piece = pieces.findIndex((each) => this.required.some((check) => fold(each[4]).search(check) >= 0));
      if (piece >= 0) result.piece = piece;
      return true;
    }
  }

  // The notes that all maps have, with the sums of their scores.
  function intersection(maps) {
    const rarest = maps.reduce((least, each) => (each.size < least.size ? each : least));
    const notes = new Map();
    for (const [note, { piece }] of rarest) {
      let score = 0;
      if (!maps.every((each) => {
        const found = each.get(note);
        if (found) score += found.score * Math.log(2 + directory.documents / each.size);
        return found;
      })) continue;
      notes.set(note, { score, piece });
    }
    return notes;
  }

  // The notes that any of the maps has. One of more of them comes first.
  function union(maps) {
    const notes = new Map();
    for (const map of maps) {
      for (const [note, { score, piece }] of map) {
        const before = notes.get(note);
        const own = score * Math.log(2 + directory.documents / map.size);
        notes.set(note, before ? { score: before.score + own + 100, piece: before.piece } : { score: own, piece });
      }
    }
    return notes;
  }

  // The intersection of what is looked up, a few at a time, until it is known to be empty.
  async function all(looked, lookUp) {
    let notes = null;
    for (let index = 0; index < looked.length && notes?.size !== 0; index += 8) {
      const maps = await Promise.all(looked.slice(index, index + 8).map(lookUp));
      notes = intersection(notes ? [notes, ...maps] : maps);
    }
    return notes;
  }

  // The number of notes whose texts are loaded to look for a phrase, rather than its biwords.
  const mostLooked = 16;

  // The notes that all atoms have and, if these are many, all biwords of the units.
  async function near(atoms, units) {
    const notes = await all(atoms, lookUp);
    const close = notes.size > mostLooked ? units.flatMap((each) => each.biwords || []) : [];
    const having = close.length ? await all(close, lookUp) : notes;
    for (const note of notes.keys()) if (!having.has(note)) notes.delete(note);
    return notes;
  }

  const everyNote = () => new Map(Array.from({ length: directory.documents }, (_, note) => [note, { score: 0, piece: 0 }]));

  // The notes that match a query; of notes with similar words, or with any of them, if there are none.
  // Nothing for a query without words.
  async function find(query) {
    const units = parse(query);
    if (!units.length) return null;
    const wanted = units.filter((each) => !each.isExcluded);
    const unwanted = await Promise.all(units.filter((each) => each.isExcluded).map(async (each) => ({
      notes: await near(each.atoms, [each]), checks: each.checks || [],
    })));
    const details = {
      excluded: unwanted.filter((each) => each.checks.length),
      marks: wanted.flatMap((each) => each.marks || []),
      tags: wanted.filter((each) => each.filter === "#").map((each) => each.atoms[0].text),
    };
    const results = async (notes, more) => {
      for (const { notes: gone, checks } of unwanted) {
        if (!checks.length) for (const note of gone.keys()) notes.delete(note);
      }
      const found = new Results(notes, { ...details, ...more });
      await found.reach(1);
      return found;
    };
    const looked = wanted.flatMap((each) => each.atoms);
    const exact = await results(
      wanted.length ? await near(looked, wanted) : everyNote(), { required: wanted.flatMap((each) => each.checks || []) });
    if (exact.found.length || !wanted.length) return exact;
    return findSimilar(wanted, results, details.marks);
  }

  // The numbers of words of a long query that are tried in other spellings, and of which any may be in
  // a note.
  const [mostSpelled, mostAny] = [16, 64];

  async function findSimilar(wanted, results, marks) {
    const others = new Map();
    const looked = wanted.flatMap((each) => each.atoms);
    await Promise.all(looked.slice(0, mostSpelled).map(async (atom) => others.set(atom, await similar(atom))));
    const lookUpSimilar = async (atom) => {
      const spelled = (others.get(atom) || []).map((text) => ({ text, isWhole: true }));
      const maps = await Promise.all([atom, ...spelled].map(lookUp));
      const notes = new Map(maps[0]);
      for (const map of maps.slice(1)) {
        for (const [note, { score, piece }] of map) if (!notes.has(note)) notes.set(note, { score: score / 2, piece });
      }
      return notes;
    };
    const spelled = [...new Set([...others.values()].flat())].filter((text) => part.test(text[0]));
    const details = {
      isSimilar: true,
      marks: [...marks, ...spelled.map((text) => `"${text}"`), ...looked.filter((atom) => atom.text && !/^[#&]/.test(atom.text)).map(
        (atom) => (atom.isWhole && !atom.isSign ? `"${atom.text}"` : atom.text))],
    };
    let found = await results(await all(looked, lookUpSimilar), details);
    if (found.found.length) return found;

    // Any of the words, within the filters that match anything; of other filters their words.
    const filters = [];
    const loose = [];
    for (const each of wanted) {
      const notes = each.filter && await all(each.atoms, lookUpSimilar);
      if (notes?.size) filters.push(notes);
      else loose.push(...(each.filter ? atoms(runs(each.text), false) : each.atoms));
    }
    const any = await Promise.all(loose.slice(0, mostAny).map(lookUpSimilar));
    details.marks.push(...loose.filter((atom) => atom.text).map((atom) => atom.text));
    const some = union(any);
    found = await results(filters.length && loose.length ? intersection([some, ...filters]) : some, details);
    return found.found.length ? found : results(union([...any, ...filters]), details);
  }

  // Texts

  const firstPieces = sums(numbers(directory.texts));

  // Notes of several pieces, and the number of further pieces of all such notes before each.
  const several = [];
  const further = [0];
  const pairs = numbers(directory.more);
  for (let index = 0, note = -1; index < pairs.length; index += 2) {
    several.push(note += pairs[index] + 1);
    further.push(further.at(-1) + pairs[index + 1]);
  }

  // A piece of a note: title, address, date, language, text, kind and picture, then the tags.
  async function pieceOf(note, piece) {
    const number = note + piece + further[position(several, (each) => each >= note) + 1];
    const file = position(firstPieces, (first) => first > number);
    return (await load("texts", file))[number - firstPieces[file]];
  }

  function piecesOf(note) {
    const index = position(several, (each) => each > note);
    const count = several[index] === note ? further[index + 1] - further[index] + 1 : 1;
    return Promise.all(Array.from({ length: count }, (_, piece) => pieceOf(note, piece)));
  }

  window.notebinderLookup = {
    root, recent: directory.recent, find, label, text: ({ note, piece }) => pieceOf(note, piece),
  };
})();
