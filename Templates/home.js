// The switch between rows and cards, and the link to the notes of this day in other years.
(() => {
  "use strict";

  const root = document.documentElement;
  const buttons = document.querySelectorAll(".switch button");

  function mark() {
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String((button.value === "cards") === root.classList.contains("as-cards")));
    }
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      root.classList.toggle("as-cards", button.value === "cards");
      window.notebinderLook?.({ view: button.value });
      mark();
    });
  }
  mark();

  // The bar hides no row that is looked up, and rows that were not laid out before may move it: it is
  // looked up again until it stays. `named` and `shown` are those of keys.js.
  const bar = document.querySelector(".letters");
  const settle = (target, move) => {
    let [rest, before] = [30, NaN];
    const stop = new AbortController();
    for (const type of ["wheel", "touchstart", "keydown", "pointerdown"]) {
      addEventListener(type, () => { rest = 0; }, { passive: true, signal: stop.signal });
    }
    const step = () => {
      const top = target.getBoundingClientRect().top;
      if (rest-- <= 0) return stop.abort();
      if (top !== before) move();
      before = target.getBoundingClientRect().top;
      requestAnimationFrame(step);
    };
    step();
  };
  // Going back leads to the row that the reader saw, and not to the place that the address names. The
  // browser restores pixels, and rows that were not laid out before are higher or lower.
  const rows = document.getElementsByClassName("row");
  const topOf = (row) => row.getBoundingClientRect().top;
  addEventListener("pagehide", () => {
    const index = Array.from(rows).findIndex((row) => topOf(row) >= 0);
    const seen = index < 0 ? null : { index, top: topOf(rows[index]) };
    history.replaceState({ ...history.state, seen }, "");
  });
  const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
  const seen = history.state?.seen;
  if (!isNew && rows[seen?.index]) {
    const row = rows[seen.index];
    settle(row, () => scrollBy({ top: topOf(row) - seen.top, behavior: "instant" }));
  }
  let isFollowing = isNew;
  const follow = () => {
    const target = shown(named());
    if (isFollowing && target?.closest(".index")) {
      if (bar) root.style.scrollPaddingTop = `${bar.offsetHeight + 12}px`;
      settle(target, () => target.scrollIntoView({ behavior: "instant" }));
    }
    isFollowing = false;
  };
  document.addEventListener("click", (event) => { isFollowing = Boolean(event.target.closest?.("a[href*='#']")); });
  addEventListener("hashchange", follow);
  follow();

  // The first photo of a day, while the pointer is on its square. Photos of a whole year would be megabytes.
  let shownDay = null;
  const image = Object.assign(new Image(), { className: "day-photo", alt: "" });
  document.addEventListener("pointerover", (event) => {
    const day = event.pointerType === "mouse" ? event.target.closest?.("[data-photo]") : null;
    if (day === shownDay) return;
    shownDay = day;
    image.remove();
    if (!day) return;
    const box = day.getBoundingClientRect();
    image.src = day.dataset.photo;
    image.style.left = `${Math.min(box.left + box.width / 2, root.clientWidth - 90) + scrollX}px`;
    image.style.top = `${box.bottom + scrollY}px`;
    document.body.append(image);
  });

  // The clock of the reader selects the day: the pages are the same on every day.
  const today = new Date();
  const [month, day] = [today.getMonth() + 1, today.getDate()];
  const entry = document.querySelector(".today");
  if (entry) {
    const link = entry.querySelector("a");
    const page = `on-this-day/${String(month).padStart(2, "0")}.html`;
    const count = parseInt(entry.dataset.days[(month - 1) * 31 + day - 1], 36);
    link.setAttribute("href", page + (count ? `#day-${day}` : ""));
    if (count) {
      const name = today.toLocaleDateString(root.lang === "en" ? "en-GB" : root.lang, { day: "numeric", month: "long" });
      const text = (count === 1 ? entry.dataset.one : entry.dataset.many)
        .replace("{count}", count === 35 ? "35+" : count).replace("{day}", name);
      link.append(`: ${text}`);
    }
  }
  if (document.querySelector(".days") && location.pathname.endsWith(`/${String(month).padStart(2, "0")}.html`)) {
    document.getElementById(`day-${day}`)?.closest("section").classList.add("is-today");
  }
})();
