// A reader who came by a list stays on it, also when another place of the page is looked up.
let place = location.hash.slice(1);
try { place = decodeURIComponent(place); } catch {}
const way = place && document.getElementById(place);
if (way && way.classList.contains("way")) way.classList.add("came");

// On paper everything is unfolded.
const folded = () => document.querySelectorAll(".back:not([open]), .all-cards:not([open])");
addEventListener("beforeprint", () => {
  for (const part of folded()) { part.open = true; part.dataset.printed = ""; }
});
addEventListener("afterprint", () => {
  for (const part of document.querySelectorAll("[data-printed]")) { part.open = false; delete part.dataset.printed; }
});

// What was turned once turns back as well.
document.addEventListener("toggle", (event) => {
  const front = event.target.matches(".back") && event.target.parentElement.querySelector(".photos");
  if (front) front.classList.add("turned");
}, true);

// The key f turns a note that has a back.
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "f" || event.metaKey || event.ctrlKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, textarea, select")) return;
  const back = document.querySelector("main:not(.printed) .back");
  if (!back) return;
  // What is turned away may not take the keyboard with it.
  if (back.parentElement.contains(document.activeElement)) back.querySelector("summary").focus();
  back.open = !back.open;
});

// The key / leads to the search from every page.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, textarea, select")) return;
  const field = document.querySelector("input[type=search]");
  const link = document.querySelector("a.find");
  if (!field && !link) return;
  event.preventDefault();
  if (field) field.select();
  else location.href = link.href;
});
