// Handwriting appears as it was written, while the recording made meanwhile is played.
(() => {
  "use strict";

  const bar = document.querySelector(".replay");
  // For those who prefer less motion, the style sheet hides the bar.
  if (!bar || matchMedia("(prefers-reduced-motion: reduce)").matches) return;

  const players = Array.from(document.querySelectorAll("audio, video"));
  const recordings = new Map();
  for (const { value, dataset } of bar.querySelectorAll("data")) {
    const player = players.find((each) => each.getAttribute("src") === dataset.address);
    if (player) recordings.set(Number(value), player);
  }
  const numbers = Array.from(recordings.keys()).sort((one, other) => one - other);
  // In the order in which they were written, so that what is shown at a time are the first ones.
  const strokes = Array.from(document.querySelectorAll(".leaf svg [data-t]"), (path) => ({
    path, time: Number(path.dataset.t), recording: Number(path.dataset.r || 0), box: null, points: null,
  })).filter((stroke) => recordings.has(stroke.recording))
    .sort((one, other) => one.recording - other.recording || one.time - other.time);
  if (!strokes.length) return;

  const button = bar.querySelector("button");
  const speed = bar.querySelector("select");
  const clock = bar.querySelector("output");
  const words = { play: button.textContent, pause: button.dataset.pause };
  // For how many seconds a stroke is highlighted, and how near a tap has to be, in pixels.
  const [glow, reach] = [1.5, 14];

  let current = numbers[0];
  let shown = strokes.length;
  let marked = [0, 0];
  let frame = 0;
  let handledAt = 0;
  const player = () => recordings.get(current);

  // The number of strokes that were written before a time in a recording, or at it.
  const written = (recording, time) => {
    let [low, high] = [0, strokes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { recording: own, time: at } = strokes[middle];
      if (own < recording || (own === recording && at <= time)) low = middle + 1; else high = middle;
    }
    return low;
  };

  const show = (count, from) => {
    for (let at = count; at < shown; at += 1) strokes[at].path.classList.add("is-later");
    for (let at = shown; at < count; at += 1) strokes[at].path.classList.remove("is-later");
    shown = count;
    for (let at = marked[0]; at < marked[1]; at += 1) {
      if (at < from || at >= count) strokes[at].path.classList.remove("is-now");
    }
    for (let at = from; at < count; at += 1) strokes[at].path.classList.add("is-now");
    marked = [from, count];
  };

  const follow = () => {
    // Not while the reader looks at something else.
    if (marked[0] === marked[1] || performance.now() - handledAt < 4000) return;
    const place = strokes[marked[1] - 1].path.getBoundingClientRect();
    if (place.top < bar.getBoundingClientRect().bottom || place.bottom > innerHeight) {
      strokes[marked[1] - 1].path.scrollIntoView({ block: "center", behavior: "smooth" });
      handledAt = performance.now() - 3000;
    }
  };

  const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

  const update = () => {
    const time = player().currentTime;
    show(written(current, time), written(current, time - glow));
    clock.textContent = (numbers.length > 1 ? `${numbers.indexOf(current) + 1}/${numbers.length} · ` : "") + minutes(time);
  };
  const finish = () => show(strokes.length, strokes.length);

  const run = () => {
    update();
    if (player().paused) return;
    follow();
    frame = requestAnimationFrame(run);
  };
  const label = () => {
    const isPlaying = !player().paused;
    button.textContent = isPlaying ? words.pause : words.play;
    bar.classList.toggle("is-playing", isPlaying);
  };
  const choose = (recording) => {
    if (recording === current) return;
    const before = player();
    current = recording;
    if (!before.paused) before.pause();
  };
  const seek = (recording, time) => {
    choose(recording);
    player().currentTime = Math.max(0, time);
    update();
  };

  for (const [recording, each] of recordings) {
    each.addEventListener("play", () => {
      choose(recording);
      each.playbackRate = Number(speed.value);
      label();
      cancelAnimationFrame(frame);
      run();
    });
    each.addEventListener("pause", () => { if (recording === current) label(); });
    each.addEventListener("seeked", () => {
      choose(recording);
      update();
    });
    each.addEventListener("ended", () => {
      cancelAnimationFrame(frame);
      const next = numbers[numbers.indexOf(recording) + 1];
      if (next === undefined) {
        finish();
        current = numbers[0];
        return;
      }
      seek(next, 0);
      player().play();
    });
  }

  button.addEventListener("click", () => {
    if (!player().paused) return player().pause();
    if (player().ended) player().currentTime = 0;
    return player().play();
  });
  speed.addEventListener("change", () => { player().playbackRate = Number(speed.value); });
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
    if (!step || event.target === speed || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The keys of the page lead to other notes.
    event.stopPropagation();
    seek(current, player().currentTime + step);
  });
  for (const kind of ["wheel", "touchmove"]) {
    addEventListener(kind, () => { handledAt = performance.now(); }, { passive: true });
  }

  // The distance of a point from a stroke, in points of the page; infinity beyond the reach.
  const distance = (stroke, point, limit) => {
    stroke.box ??= stroke.path.getBBox();
    const { x, y, width, height } = stroke.box;
    if (point.x < x - limit || point.x > x + width + limit || point.y < y - limit || point.y > y + height + limit) return Infinity;
    if (!stroke.points) {
      const length = stroke.path.getTotalLength();
      const count = Math.min(200, Math.ceil(length / 3) + 1);
      stroke.points = Array.from({ length: count }, (_, at) => stroke.path.getPointAtLength(length * at / Math.max(1, count - 1)));
    }
    return Math.min(...stroke.points.map((each) => Math.hypot(each.x - point.x, each.y - point.y)));
  };
  for (const svg of new Set(strokes.map(({ path }) => path.ownerSVGElement))) {
    svg.classList.add("is-replayed");
    svg.addEventListener("click", (event) => {
      const matrix = svg.getScreenCTM();
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      let [nearest, least] = [null, reach / matrix.a];
      for (const stroke of strokes) {
        if (stroke.path.ownerSVGElement !== svg || stroke.path.classList.contains("is-later")) continue;
        const own = distance(stroke, point, least);
        if (own <= least) [nearest, least] = [stroke, own];
      }
      if (!nearest) return;
      // A picture below the stroke is not opened.
      event.preventDefault();
      event.stopPropagation();
      seek(nearest.recording, nearest.time);
      player().play();
    }, true);
  }

  clock.textContent = minutes(0);
})();
