// Cuts text into words, as TermCutter.swift does, and finds them in texts. On the page that a result
// opened it marks what was looked for, which the address names.
(() => {
  "use strict";

  const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0640\u064b-\u065f\u0670\u00ad]/g;
  const expansions = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ς: "σ" };
  const signs = "\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const parts = "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{No}";
  const sign = new RegExp(`[${signs}]`, "u");
  const part = new RegExp(`[${parts}]`, "u");
  const longest = 48;

  function fold(text) {
    return text.toLowerCase().normalize("NFKD").replace(accents, "")
      .replace(/[ßæœøđðþłħıς]/g, (letter) => expansions[letter]).toLowerCase().normalize("NFC");
  }

  // The runs of a text: words, and signs that follow each other, with what separates them. Words of
  // ASCII may end as in C++ and C#.
  function runs(text) {
    const found = [];
    let last = null;
    const letters = Array.from(fold(text));
    letters.forEach((letter, index) => {
      const isSign = sign.test(letter);
      if (!isSign && !part.test(letter)) {
        const end = last && !last.isSigns && /^(\+\+|#)(?![a-z0-9])/.exec(letters.slice(index, index + 3).join(""));
        if (end && last.letters.every((each) => each < "\x80")) last.suffix = end[1];
        last = null;
      } else if (last && last.isSigns === isSign) {
        last.letters.push(letter);
      } else {
        last = { isSigns: isSign, letters: [letter], suffix: "", isApart: !last };
        found.push(last);
      }
    });
    return found;
  }

  const isStart = `(?:(?<![${parts}])|(?<=[${signs}]))`;
  const isEnd = `(?:(?![${parts}])|(?=[${signs}]))`;

  // An expression that finds runs, one after the other, in a folded text.
  function expression(runs, isWhole) {
    let source = "";
    runs.forEach(({ isSigns, letters, suffix, isApart }, index) => {
      if (index > 0) source += isApart ? `[^${parts}]+` : "";
      if (isSigns) return (source += letters.join(""));
      source += isStart + letters.slice(0, longest).join("");
      if (letters.length >= longest) source += `[${parts}]*`;
      if (suffix) source += suffix.replaceAll("+", "\\+");
      else if (isWhole || index + 1 < runs.length) source += isEnd;
    });
    return new RegExp(source, "gu");
  }

  // The expressions of marks: words, as beginnings, or a phrase after a quotation mark, whose last word
  // is whole if there is a second one.
  function expressions(marks) {
    return marks.flatMap((mark) => (mark[0] === '"' ? [expression(runs(mark), mark.length > 1 && mark.endsWith('"'))]
      : runs(mark).map((run) => expression([run], false)))).filter((each) => each.source !== "(?:)");
  }

  const foldedLetters = new Map();

  function foldedLetter(letter) {
    if (letter < "\x80") return letter.toLowerCase();
    if (!foldedLetters.has(letter)) foldedLetters.set(letter, fold(letter));
    return foldedLetters.get(letter);
  }

  // The ranges of a text that any of the expressions matches. They match folded text, whose letters
  // are traced back to those of the text.
  function matches(text, expressions) {
    let folded = "";
    const origins = [];
    let offset = 0;
    for (const letter of text) {
      const plain = foldedLetter(letter);
      for (let index = 0; index < plain.length; index++) origins.push(offset);
      folded += plain;
      offset += letter.length;
    }
    origins.push(offset);
    return expressions.flatMap((each) => Array.from(folded.matchAll(each), (match) =>
      [origins[match.index], origins[match.index + match[0].length]]))
      .sort((left, right) => left[0] - right[0] || right[1] - left[1]);
  }

  // The page that a result opened

  // The texts of a page as one, and the range of a part of it.
  function shownText(page) {
    const nodes = [];
    let text = "";
    for (let rest = document.createTreeWalker(page, NodeFilter.SHOW_TEXT), node; (node = rest.nextNode());) {
      nodes.push({ node, start: text.length });
      text += node.data;
    }
    const place = (offset, isEnd) => {
      const { node, start } = nodes.findLast((each) => (isEnd ? each.start < offset : each.start <= offset));
      return [node, offset - start];
    };
    const range = ([from, to]) => {
      const made = document.createRange();
      made.setStart(...place(from, false));
      made.setEnd(...place(to, true));
      return made;
    };
    return { text, range };
  }

  function markFound() {
    const [, list] = /^#find=(.*)/.exec(location.hash) || [];
    const page = document.querySelector("main > article") || document.querySelector("main");
    if (!list || !page) return;
    let marks = [];
    try { marks = list.split("&").map(decodeURIComponent); } catch {}
    const { text, range } = shownText(page);
    const found = matches(text, expressions(marks)).map(range);
    window.CSS?.highlights?.set("found", new Highlight(...found));
    const first = found[0]?.startContainer.parentElement;
    const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
    if (!first || !isNew) return;
    for (let part = first.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    const { top, bottom } = found[0].getBoundingClientRect();
    if (top < 0 || bottom > innerHeight * 0.75) scrollBy({ top: top - innerHeight / 3, behavior: "instant" });
  }

  markFound();
  addEventListener("hashchange", markFound);
  addEventListener("keydown", (event) => { if (event.key === "Escape") window.CSS?.highlights?.delete("found"); });

  window.notebinderWords = { fold, runs, expression, expressions, matches, part, parts, longest };
})();
