// A reader who came by a list stays on it, also when another place of the page is looked up.
const way = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (way && way.classList.contains("way")) way.classList.add("came");

// The key / leads to the search from every page.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target.closest("input, textarea, dialog[open]")) return;
  const field = document.querySelector("input[type=search]");
  const link = document.querySelector("a.find");
  if (!field && !link) return;
  event.preventDefault();
  if (field) field.select();
  else location.href = link.href;
});
