// Decrypts the book in this page with the password, and shows it in its place.
"use strict";
const form = document.getElementById("seal");
const said = document.getElementById("said");
const text = document.getElementById("header").textContent;

const decoded = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

async function open(password) {
  const header = JSON.parse(text);
  const material = await crypto.subtle.importKey(
    "raw", new TextEncoder().encode(password.normalize("NFC")), "PBKDF2", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt: decoded(header.salt), iterations: header.iterations },
    material, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
  const lines = document.getElementById("segments").textContent.trim().split("\n");
  const parts = [];
  for (const [number, line] of lines.entries()) {
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setUint32(7, number);
    iv[11] = number === lines.length - 1 ? 1 : 0;
    parts.push(await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(text) }, key, decoded(line)));
  }
  const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!globalThis.crypto?.subtle || !globalThis.DecompressionStream) {
    said.textContent = said.dataset.unable;
    return;
  }
  said.textContent = said.dataset.working;
  let page;
  try {
    page = await open(document.getElementById("password").value);
  } catch {
    said.textContent = said.dataset.wrong;
    document.getElementById("password").select();
    return;
  }
  document.open();
  document.write(page);
  document.close();
});
