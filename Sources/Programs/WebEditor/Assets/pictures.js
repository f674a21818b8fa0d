// Pictures made in the browser, for apps that store PNG.
import * as api from "./api.js";

// The small pictures that apps keep for their lists, in points.
const listSize = 260;
const squareSize = 44;

// `frame` returns the width and the height of the new picture, and the factor of its content.
async function drawn(file, frame) {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  const [width, height, factor] = frame(bitmap);
  [canvas.width, canvas.height] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  const size = [bitmap.width * factor, bitmap.height * factor];
  canvas.getContext("2d").drawImage(bitmap, (width - size[0]) / 2, (height - size[1]) / 2, ...size);
  bitmap.close();
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture cannot be converted."))), "image/png"));
}

async function converted(file, frame) {
  try {
    return await drawn(file, frame).catch(async () => drawn(await readable(file), frame));
  } catch {
    throw new Error(`This browser cannot convert ${file.name || "the photo"} to PNG, which the app of this note needs.`);
  }
}

// A photo of a kind that this browser cannot read, such as HEIC, as the editor shows it.
async function readable(file) {
  const { upload } = await api.upload(file.name, file);
  const reply = await fetch(`api/uploads/${upload}?large=1`);
  api.remove(`uploads/${upload}`).catch(() => {});
  return reply.blob();
}

export const asPNG = (file) => (file.type === "image/png" ? file : converted(file, ({ width, height }) => [width, height, 1]));

// Apps with one picture for each note show it scaled and cropped to a square.
export const thumbnail = (file, isSquare) => converted(file, ({ width, height }) => {
  if (isSquare) return [squareSize, squareSize, squareSize / Math.min(width, height)];
  const factor = Math.min(1, listSize / Math.max(width, height));
  return [width * factor, height * factor, factor];
}).catch(() => null);
