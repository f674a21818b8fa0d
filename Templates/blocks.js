// Transcripts, recordings placed on pages, and code, for the few notes that have them.
(() => {
  "use strict";

  // The lines of a transcript lead to their places in the recording, and become its captions, which
  // a page that was opened from disk could not load from a file.
  for (const part of document.querySelectorAll(".transcript")) {
    const player = Array.from(document.querySelectorAll("audio, video"))
      .find((each) => each.getAttribute("src") === part.dataset.address);
    const lines = Array.from(part.querySelectorAll("li"));
    if (!player || !lines.length) continue;
    const track = player.addTextTrack("captions", part.querySelector("summary").textContent, document.documentElement.lang);
    track.mode = player.matches("video") ? "showing" : "hidden";
    for (const [index, line] of lines.entries()) {
      const cue = new VTTCue(Number(line.dataset.start), Number(line.dataset.end), "");
      cue.text = line.querySelector("span").textContent.replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"));
      cue.id = String(index);
      track.addCue(cue);
      const button = document.createElement("button");
      button.type = "button";
      button.append(line.querySelector("time"));
      line.prepend(button);
    }
    track.addEventListener("cuechange", () => {
      const spoken = new Set(Array.from(track.activeCues || [], (cue) => lines[Number(cue.id)]));
      for (const line of part.querySelectorAll(".is-spoken")) if (!spoken.has(line)) line.classList.remove("is-spoken");
      for (const line of spoken) line.classList.add("is-spoken");
    });
    const seek = (event) => {
      const line = event.target.closest("li");
      if (!line) return;
      player.currentTime = Number(line.dataset.start);
      player.play();
    };
    part.addEventListener("click", seek);
  }

  // The icon of a recording on a handwritten page plays and pauses it there.
  for (const icon of document.querySelectorAll(".sound")) {
    const player = Array.from(document.querySelectorAll("audio, video"))
      .find((each) => each.getAttribute("src") === icon.getAttribute("href"));
    if (!player) continue;
    icon.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (player.paused) player.play(); else player.pause();
    }, true);
    for (const name of ["play", "pause"]) player.addEventListener(name, () => icon.classList.toggle("is-playing", !player.paused));
  }

  // Code can be copied.
  const words = document.querySelector("[data-copy]")?.dataset;
  if (words && navigator.clipboard) {
    for (const code of document.querySelectorAll(".code")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words.copy;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(code.querySelector("code").textContent);
        button.textContent = words.copied;
        setTimeout(() => { button.textContent = words.copy; }, 2000);
      });
      code.append(button);
    }
  }
})();
