// The field with the text of a note: references to photos are put into it and taken out.

// Puts a text into a paragraph of its own at the cursor.
export function insertParagraph(field, text) {
  const at = field.selectionEnd ?? field.value.length;
  const before = field.value.slice(0, at);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const after = field.value.slice(at).startsWith("\n") ? "" : "\n";
  replace(field, at, at, lead + text + after);
}

// Replaces a part of the text as if it had been typed, so that it can be undone.
function replace(field, start, end, text) {
  const focused = document.activeElement;
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) field.setRangeText(text, start, end, "end");
  if (focused !== field) focused?.focus({ preventScroll: true });
}

// Removes the references to a photo. What was around one stays apart as it was before.
export function removeReferences(field, name) {
  if (!name) return;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const reference = new RegExp(`\\n{0,2}!\\[[^\\]]*\\]\\(<?${escaped}>?[^)]*\\)\\n?`, "g");
  for (const found of [...field.value.matchAll(reference)].reverse()) {
    const end = found.index + found[0].length;
    const isBetween = found.index > 0 && end < field.value.length;
    replace(field, found.index, end, isBetween && found[0].includes("\n") ? "\n" : "");
  }
}

// Shows a text in a field, in which the cursor stays where it was.
export function showText(field, text) {
  if (field.value === text) return;
  const [start, end] = [field.selectionStart, field.selectionEnd];
  field.value = text;
  if (document.activeElement === field) field.setSelectionRange(start, end);
}
