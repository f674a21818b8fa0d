// Looks words up in the notebook. What it needs comes in pieces, each a script of its own: a page
// that was opened from disk can load nothing else. The form of these files is told in the program's
// source, in SearchIndex.swift; words are cut as in SearchWords.swift.
(() => {
  "use strict";

  const directory = window.notebinderDirectory;
  if (!directory) return;

  // Numbers in base 32, a digit a character, the lowest first.
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const values = new Map(Array.from(digits, (digit, index) => [digit, index]));

  function numbers(text) {
    const all = [];
    let value = 0;
    let shift = 0;
    for (const sign of text) {
      const digit = values.get(sign);
      value += (digit & 31) * 2 ** shift;
      shift += 5;
      if (digit < 32) {
        all.push(value);
        value = 0;
        shift = 0;
      }
    }
    return all;
  }

  // The number of the first piece in each file of texts.
  const firstPieces = [];
  let pieces = 0;
  for (const count of numbers(directory.texts)) {
    firstPieces.push(pieces);
    pieces += count;
  }

  // Notes of several pieces, each with the number of those behind the first.
  const more = numbers(directory.more);
  let last = -1;
  for (let index = 0; index < more.length; index += 2) {
    last += more[index] + 1;
    more[index] = last;
  }

  // Loading

  const keyLength = 3;
  const waiting = new Map();

  window.notebinder = (kind, name, key, data) => {
    const request = waiting.get(`${kind}-${name}`);
    if (!request) return;
    if (request.key === key) request.resolve(data);
    else request.reject(new Error("another state of the site"));
  };

  const files = new Map();

  // Files of texts go by the name of their part of the notes, and their number in that.
  const namesOfTexts = [];
  for (let index = 0; index < directory.textsParts.length; index += 2) {
    for (let number = 0; number < directory.textsParts[index + 1]; number++) {
      namesOfTexts.push(`${directory.textsParts[index]}.${number}`);
    }
  }

  // The content of a file of words or texts.
  function load(kind, number) {
    const name = `${kind}-${kind === "texts" ? namesOfTexts[number] : number}`;
    if (!files.has(name)) {
      const key = directory[kind + "Keys"].substr(keyLength * number, keyLength);
      files.set(name, new Promise((resolve, reject) => {
        waiting.set(name, { key, resolve, reject });
        const script = document.createElement("script");
        script.src = `search/${name}.js?${key}`;
        script.onload = () => reject(new Error("nothing came"));
        script.onerror = () => reject(new Error("not to be had"));
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

  const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0640\u064b-\u065f\u0670\u00ad]/g;
  const expansions = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ς: "σ" };
  const sign = /[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
  const part = /[\p{L}\p{M}\p{Nd}\p{Nl}\p{No}]/u;

  function fold(text) {
    return text.toLowerCase().normalize("NFKD").replace(accents, "")
      .replace(/[ßæœøđðþłħıς]/g, (letter) => expansions[letter]).toLowerCase().normalize("NFC");
  }

  // What is asked for: words as beginnings, pairs of signs as they are.
  function wanted(query) {
    const found = new Map();
    let word = "";
    let signs = [];
    const add = (text, isWhole) => found.set(text, { text, isWhole });
    const endWord = () => {
      if (word) add(word, false);
      word = "";
    };
    const endSigns = () => {
      if (signs.length === 1) add(signs[0], false);
      for (let index = 0; index + 1 < signs.length; index++) add(signs[index] + signs[index + 1], true);
      signs = [];
    };
    for (const letter of fold(query)) {
      if (sign.test(letter)) {
        endWord();
        signs.push(letter);
      } else if (part.test(letter)) {
        endSigns();
        if (word.length < 48) word += letter;
      } else {
        endWord();
        endSigns();
      }
    }
    endWord();
    endSigns();
    return Array.from(found.values());
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

  // The last place of a sorted list that is not behind a value.
  function place(values, isBehind) {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(values[middle])) high = middle;
      else low = middle + 1;
    }
    return Math.max(0, low - 1);
  }

  const fileOfWord = (word) => place(directory.words, (first) => isLess(word, first));

  // What costs more to look up has a list of the best notes, as the program makes sure.
  const mostFiles = 3;

  // Numbers of which it is not known what each means before the one in front of it is read.
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

  function read(postings, visit) {
    let note = -1;
    while (!postings.isAtEnd()) {
      note += postings.number() + 1;
      const weight = postings.digit();
      visit(note, weight & 31, weight & 32 ? postings.number() : 0);
    }
  }

  // The notes that a file of a word names which very many notes have.
  function forEachNamed(text, visit) {
    for (let index = 0; index < text.length; index++) {
      const bits = values.get(text[index]);
      for (let bit = 0; bit < 6; bit++) if (bits >> bit & 1) visit(index * 6 + bit);
    }
  }

  // For each note that has a word: how much it is about it, and where the word stands. Of a word
  // that very many notes have, only the best where `isWhole` is false, and how many there are; of the
  // others it is only known that they have it.
  async function lookUp(word, isWhole) {
    const first = fileOfWord(word.text);
    const last = word.isWhole ? first : fileOfWord(word.text + "\u{10ffff}");
    // So many words begin like this that only the best notes of all are listed.
    let isShort = last - first >= mostFiles;
    const numbers = [];
    for (let number = first; number <= (isShort ? first + 1 : last); number++) numbers.push(number);
    const lines = [];
    for (const content of await Promise.all(numbers.map((number) => load("words", number)))) {
      for (const line of content.split("|")) {
        const colon = line.indexOf(":");
        const text = line.slice(0, colon);
        const isSummary = text.endsWith("*");
        const isMeant = text === word.text
          || (!word.isWhole && !isShort && !isSummary && text.startsWith(word.text))
          || (isShort && text === word.text + "*");
        if (!isMeant) continue;
        const isLong = line[colon + 1] === "!";
        const postings = reader(line, colon + (isLong ? 2 : 1));
        const file = isLong ? directory.words.length + postings.number() : null;
        const count = isLong ? postings.number() : 0;
        lines.push({ text, isSummary, postings, file, count });
      }
    }
    const long = lines.filter((line) => line.count);
    if (isWhole && long.length <= mostFiles) {
      await Promise.all(long.map(async (line) => (line.named = await load("words", line.file))));
    } else if (isWhole) {
      isShort = true;
    }
    const notes = new Map();
    for (const { text, isSummary, postings, named } of lines) {
      const nearness = text === word.text ? 1 : isSummary ? 0.5 : 0.4 + 0.4 * (word.text.length / text.length);
      const add = (note, weight, piece) => {
        const score = weight * nearness;
        const known = notes.get(note);
        if (!known || known.score < score) notes.set(note, { score, piece });
      };
      read(postings, add);
      if (named) forEachNamed(named, (note) => add(note, 1, 0));
    }
    const least = Math.max(0, ...lines.filter((line) => !line.named).map((line) => line.count));
    return { word, notes, isShort, least, isExact: lines.length === 1 };
  }

  // The notes that have all words, the best first. Of one word alone only the best may be known, and
  // how many there are at least, unless it is asked for all.
  async function find(words, isWhole = words.length > 1) {
    const found = await Promise.all(words.map((word) => lookUp(word, isWhole)));
    // Words whose notes are not all known rank, and leave nothing out, beside others that do.
    const strict = found.filter((each) => !each.isShort);
    const deciding = strict.length ? strict : found.slice(0, 1);
    const rarest = deciding.reduce((least, each) => (each.notes.size < least.notes.size ? each : least));
    const results = [];
    for (const note of rarest.notes.keys()) {
      if (!deciding.every((each) => each.notes.has(note))) continue;
      let score = 0;
      for (const each of found) {
        const place = each.notes.get(note);
        if (place) score += place.score * Math.log(2 + directory.documents / each.notes.size);
      }
      results.push({ note, score, piece: rarest.notes.get(note).piece });
    }
    results.sort((left, right) => right.score - left.score || left.note - right.note);
    // With a short beginning beside others the number is about that of the others; of short ones
    // alone, the best are known.
    const hasShort = found.some((each) => each.isShort);
    // With several words these are notes of one of them.
    const least = words.length > 1 ? 0 : found[0].least;
    return {
      results, count: Math.max(results.length, least), isAbout: hasShort && strict.length > 0,
      hasMore: hasShort && !strict.length || least > 0 && !found[0].isExact,
      rest: least > 0 && !isWhole ? () => find(words, true) : null,
    };
  }

  // The number of a piece of text among those of all notes.
  function pieceNumber(note, piece) {
    let number = note + piece;
    for (let index = 0; index < more.length && more[index] < note; index += 2) {
      number += more[index + 1];
    }
    return number;
  }

  async function text(result) {
    const number = pieceNumber(result.note, result.piece);
    const file = place(firstPieces, (first) => first > number);
    return (await load("texts", file))[number - firstPieces[file]];
  }

  window.notebinderLookup = { wanted, find, text, fold, sign, part };
})();
