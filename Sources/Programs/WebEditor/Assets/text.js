// The field with the text of a note: references to photos are put into it and taken out.

// Puts a text into a paragraph of its own at the cursor.
export function insertParagraph(field, text) {
  const at = field.selectionEnd ?? field.value.length;
  const before = field.value.slice(0, at);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const after = field.value.slice(at).startsWith("\n") ? "" : "\n";
  field.setRangeText(lead + text + after, at, at, "end");
}

// Removes the references to a photo. What was around one stays apart as it was before.
export function removeReferences(field, name) {
  if (!name) return;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const reference = new RegExp(`\\n{0,2}!\\[[^\\]]*\\]\\(<?${escaped}>?[^)]*\\)\\n?`, "g");
  field.value = field.value.replace(reference, (found, at, text) => {
    const isBetween = at > 0 && at + found.length < text.length;
    return isBetween && found.includes("\n") ? "\n" : "";
  });
}

// Shows a text in a field, in which the cursor stays where it was.
export function showText(field, text) {
  if (field.value === text) return;
  const [start, end] = [field.selectionStart, field.selectionEnd];
  field.value = text;
  if (document.activeElement === field) field.setSelectionRange(start, end);
}
