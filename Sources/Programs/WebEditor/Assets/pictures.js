// Pictures made in the browser, for apps that store PNG.

const thumbnailSize = 260;

async function drawn(file, scale) {
  const bitmap = await createImageBitmap(file);
  const factor = scale(bitmap);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * factor));
  canvas.height = Math.max(1, Math.round(bitmap.height * factor));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture cannot be converted."))), "image/png"));
}

async function converted(file, scale) {
  try {
    return await drawn(file, scale);
  } catch {
    throw new Error(`This browser cannot convert ${file.name || "the photo"} to PNG, which the app of this note needs.`);
  }
}

export const asPNG = (file) => (file.type === "image/png" ? file : converted(file, () => 1));

export const thumbnail = (file) =>
  converted(file, (bitmap) => Math.min(1, thumbnailSize / Math.max(bitmap.width, bitmap.height))).catch(() => null);
