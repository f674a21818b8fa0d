// Small helpers for building pages.

// Creates an element. Names that begin with "on" are listeners; true and false set and omit an
// attribute; properties such as value are set as such.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (["value", "checked", "disabled", "hidden", "srcdoc"].includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

// Puts elements and texts in place of those of an element; false, null and undefined are left out.
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

export function button(label, action, attributes = {}) {
  return h("button", { type: "button", onclick: action, ...attributes }, label);
}

// Shows a sentence at the bottom of the page for a while, with an action such as Undo. It takes the
// place of the last one, unless that offers an action and this one does not.
export function notify(text, action) {
  const place = document.getElementById("notice");
  const notice = h("p", {}, text, action && [" ", button(action.label, () => { notice.remove(); action.run(); })]);
  for (const earlier of [...place.children].filter((each) => !each.matches(".lasting"))) {
    if (action || !earlier.querySelector("button")) earlier.remove();
  }
  place.append(notice);
  setTimeout(() => notice.remove(), action ? 20000 : 6000);
}

// Shows a sentence until it is true no longer: until this is called again, with null for nothing.
export function notifyLasting(text) {
  document.querySelector("#notice > .lasting")?.remove();
  if (text) document.getElementById("notice").append(h("p", { class: "lasting" }, text));
}

// Asks a question and returns the value of the chosen answer; null if the dialog is dismissed.
export function ask(question, answers, content = null, isWide = false) {
  return new Promise((done) => {
    const finish = (value) => { dialog.close(); dialog.remove(); before?.focus?.(); done(value); };
    const before = document.activeElement;
    const dialog = h("dialog", {
      "aria-labelledby": "question", class: isWide ? "wide" : null,
      oncancel: (event) => { event.preventDefault(); finish(null); },
      onkeydown: (event) => { if (event.key === "Enter" && !event.isComposing && event.target.matches("input")) { event.preventDefault(); finish(answers[0][1]); } },
    },
      h("h2", { id: "question" }, question), content,
      h("p", { class: "actions" }, answers.map(([label, value], index) =>
        button(label, () => finish(value), index === 0 ? { class: "primary", autofocus: true } : {}))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

const sheets = new Map();

// Loads a style sheet of the site that only some screens need.
export function loadStyles(name) {
  if (!sheets.has(name)) {
    sheets.set(name, new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: name, onload: done, onerror: done }))));
  }
  return sheets.get(name);
}

// Made when it is first needed, since loading the formats of a language takes some time.
let times = null;

export function moment(value) {
  times ??= new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return times.format(new Date(value));
}

export function plural(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

// Calls a function once no call has followed for some milliseconds; flush() calls it at once.
export function debounced(delay, work) {
  let timer = 0;
  const run = () => { clearTimeout(timer); timer = 0; return work(); };
  const call = () => { clearTimeout(timer); timer = setTimeout(run, delay); };
  call.flush = () => { if (timer) run(); };
  call.cancel = () => { clearTimeout(timer); timer = 0; };
  return call;
}
