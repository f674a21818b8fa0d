// Drawing with mouse, finger and pen on a canvas. Coordinates are points of the page.

// The steps of a pen's pressure; each is a stroke of its own width in the saved drawing.
const pressureSteps = 6;
const keyboardStep = 6;

// Draws strokes from the first point after `from` on, smoothly from middle to middle. The picture of
// a drawing is the stroke at the bottom, so that what erases strokes erases it as well.
function drawStroke(context, stroke, from = 0) {
  const { points, width, colour, eraser, image, height } = stroke;
  if (image) return context.drawImage(image, 0, 0, width, height);
  context.globalCompositeOperation = eraser ? "destination-out" : "source-over";
  context.strokeStyle = eraser ? "#000" : colour;
  context.lineWidth = width;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  const x = (index) => points[2 * index];
  const y = (index) => points[2 * index + 1];
  const count = points.length / 2;
  if (count === 1) {
    context.moveTo(x(0), y(0));
    context.lineTo(x(0) + 0.01, y(0));
  } else {
    const start = Math.max(0, from - 2);
    if (start === 0) context.moveTo(x(0), y(0));
    else context.moveTo((x(start) + x(start + 1)) / 2, (y(start) + y(start + 1)) / 2);
    for (let index = start + 1; index < count - 1; index += 1) {
      context.quadraticCurveTo(x(index), y(index), (x(index) + x(index + 1)) / 2, (y(index) + y(index + 1)) / 2);
    }
    context.lineTo(x(count - 1), y(count - 1));
  }
  context.stroke();
}

// A stroke as it is sent: one of the saved drawing is named by its position, and is unchanged.
// `voice` is the recording that was made meanwhile.
export const strokeSent = ({ kept, voice: _, ...stroke }) => (kept === undefined ? stroke : { kept });

// Returns true if a stroke comes nearer to a point than half its width and `reach`.
function isNear({ points, width }, [x, y], reach) {
  const most = reach + width / 2;
  for (let index = 0; index < points.length; index += 2) {
    const [ax, ay] = [points[index], points[index + 1]];
    const [bx, by] = index + 2 < points.length ? [points[index + 2], points[index + 3]] : [ax, ay];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    if (Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) <= most) return true;
  }
  return false;
}

export const isPicture = (stroke) => Boolean(stroke.image);

export async function loadedImage(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

// Makes a picture in PNG of strokes, in the pixels of the picture among them.
export function flattened(strokes, { width, height }, paper) {
  const picture = strokes.find(isPicture);
  const scale = picture ? picture.image.naturalWidth / picture.width : 2;
  const layer = document.createElement("canvas");
  [layer.width, layer.height] = [Math.round(width * scale), Math.round(height * scale)];
  const context = layer.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  for (const stroke of strokes) drawStroke(context, stroke);
  if (paper) {
    // Behind everything else
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = paper;
    context.fillRect(0, 0, width, height);
  }
  return new Promise((done) => layer.toBlob(done, "image/png"));
}

// The strokes that are about to be sent, with their lengths, since one may still be drawn.
export const strokesSent = (strokes) => strokes.map((stroke) => ({ stroke, length: stroke.points.length, kept: stroke.kept }));

// Gives strokes their positions in the saved drawing, once what was sent is saved.
export function renumber(strokes, sent) {
  const own = new Map(sent.map((entry, index) => [entry.stroke, { ...entry, index }]));
  const kept = new Map(sent.flatMap((entry, index) => (entry.kept === undefined ? [] : [[entry.kept, index]])));
  for (const stroke of new Set(strokes)) {
    const found = own.get(stroke);
    const index = found ? (found.length === stroke.points.length ? found.index : undefined) : kept.get(stroke.kept);
    if (index === undefined) delete stroke.kept; else stroke.kept = index;
  }
}

// An ink layer above a page. `tool` returns the colour and the width of the pen and whether it
// erases, and `changed` is called after every stroke.
export class Ink {
  constructor(canvas, { width, height, tool, changed }) {
    Object.assign(this, { canvas, width, height, tool, changed, left: 0, top: 0, strokes: [], done: [], undone: [], zoom: 1, isShown: true });
    this.context = canvas.getContext("2d");
    this.pointers = new Map();
    this.hasPen = false;
    this.gesture = null;
    this.cursor = null;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("blur", () => this.liftCursor());
  }

  // Shows the page larger or smaller.
  resize(zoom) {
    this.zoom = zoom;
    this.scale = zoom * Math.min(devicePixelRatio, 2);
    // A page out of sight needs no pixels.
    this.canvas.width = this.isShown ? Math.round(this.width * this.scale) : 0;
    this.canvas.height = this.isShown ? Math.round(this.height * this.scale) : 0;
    this.canvas.style.width = `${this.width * zoom}px`;
    this.canvas.style.height = `${this.height * zoom}px`;
    this.draw();
    this.canvas.dispatchEvent(new CustomEvent("resized"));
  }

  reveal(isShown) {
    if (isShown === this.isShown) return;
    this.isShown = isShown;
    this.resize(this.zoom);
  }

  draw() {
    if (!this.isShown) return;
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.globalCompositeOperation = "source-over";
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.setTransform(this.scale, 0, 0, this.scale, -this.left * this.scale, -this.top * this.scale);
    for (const stroke of this.strokes) drawStroke(this.context, stroke);
  }

  set(strokes) {
    this.strokes = strokes.map((stroke) => ({ ...stroke }));
    [this.done, this.undone] = [[], []];
    this.draw();
  }

  // All strokes that are shown or can be shown again.
  allStrokes() { return [this.strokes, ...this.done, ...this.undone].flat(); }

  // Puts a picture below everything, also below what was drawn meanwhile.
  beginWith(picture) {
    const below = (strokes) => [picture, ...strokes];
    this.strokes = below(this.strokes);
    [this.done, this.undone] = [this.done.map(below), this.undone.map(below)];
    if (this.gesture) this.gesture.before = below(this.gesture.before);
    this.draw();
  }

  // Takes the picture away again, so that it cannot come back by undoing.
  dropPicture() {
    const above = (strokes) => strokes.filter((stroke) => !stroke.image);
    this.strokes = above(this.strokes);
    [this.done, this.undone] = [this.done.map(above), this.undone.map(above)];
    if (this.gesture) this.gesture.before = above(this.gesture.before);
    this.draw();
  }

  // Remembers how the strokes were, so that a change of them can be undone.
  remember() {
    this.done.push(this.strokes.slice());
    this.undone = [];
  }

  undo() { this.swap(this.done, this.undone); }
  redo() { this.swap(this.undone, this.done); }

  swap(from, to) {
    if (from.length === 0) return;
    to.push(this.strokes);
    this.strokes = from.pop();
    this.draw();
    this.changed();
  }

  clear() {
    if (this.strokes.length === 0) return;
    this.remember();
    this.strokes = [];
    this.draw();
    this.changed();
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const round = (value) => Math.round(value * 10) / 10;
    return [round((event.clientX - box.left) / this.zoom + this.left), round((event.clientY - box.top) / this.zoom + this.top)];
  }

  down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (event.pointerType === "pen") this.hasPen = true;
    this.pointers.set(event.pointerId, event);
    this.canvas.setPointerCapture(event.pointerId);
    // Once a pen is used, fingers and the palm move the page; two fingers always do.
    const isTouch = event.pointerType === "touch";
    if (isTouch && (this.hasPen || this.pointers.size > 1)) return this.cancel();
    // The end of a stroke is lost if its pointer was.
    if (this.gesture && !this.pointers.has(this.gesture.pointer)) this.finish();
    if (this.gesture) return;
    event.preventDefault();
    this.begin(event.pointerId, this.place(event), this.pressure(event), Boolean(event.buttons & 32));
  }

  begin(pointer, point, level, isPensEraser) {
    const tool = this.tool();
    this.gesture = { pointer, tool: { ...tool, isEraser: tool.isEraser || isPensEraser }, before: this.strokes.slice() };
    this.start(point, level);
  }

  // Returns the step of the pressure; nil for pointers without any, which draw in the chosen width.
  pressure(event) {
    if (event.pointerType !== "pen" || !(event.pressure > 0)) return null;
    return Math.min(pressureSteps - 1, Math.floor(event.pressure * pressureSteps));
  }

  // Takes away the strokes between the last point of an eraser and this one.
  erase(point) {
    const reach = this.gesture.tool.width / 2;
    const from = this.gesture.last ?? point;
    const count = Math.max(1, Math.ceil(Math.hypot(point[0] - from[0], point[1] - from[1]) / reach));
    this.gesture.last = point;
    const before = this.strokes.length;
    for (let step = 1; step <= count; step += 1) {
      const at = [0, 1].map((axis) => from[axis] + ((point[axis] - from[axis]) * step) / count);
      this.strokes = this.strokes.filter((stroke) => stroke.image || stroke.eraser || !isNear(stroke, at, reach));
    }
    if (this.strokes.length < before) this.draw();
  }

  start(points, level) {
    if (this.gesture.tool.isStrokeEraser) return this.erase(points);
    const { colour, width, isEraser } = this.gesture.tool;
    const factor = level === null ? 1 : 0.4 + (1.2 * (level + 0.5)) / pressureSteps;
    this.gesture.level = level;
    this.stroke = { points: [...points], width: Math.round(width * factor * 10) / 10, colour, eraser: isEraser, ...this.mark?.() };
    this.strokes.push(this.stroke);
    drawStroke(this.context, this.stroke);
  }

  extend(point, level) {
    if (this.gesture.tool.isStrokeEraser) return this.erase(point);
    const { points } = this.stroke;
    const last = points.slice(-2);
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) < 0.7) return;
    if (level !== this.gesture.level) this.start(last, level);
    const from = this.stroke.points.length / 2;
    this.stroke.points.push(...point);
    drawStroke(this.context, this.stroke, from);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    this.pointers.set(event.pointerId, event);
    if (this.gesture?.pointer === event.pointerId) {
      const events = event.getCoalescedEvents?.() ?? [];
      for (const part of events.length > 0 ? events : [event]) this.extend(this.place(part), this.pressure(part));
    } else if (event.pointerType === "touch") {
      const share = this.pointers.size;
      this.canvas.closest(".ink").scrollBy((before.clientX - event.clientX) / share, 0);
      scrollBy(0, (before.clientY - event.clientY) / share);
    }
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.gesture?.pointer !== event.pointerId) return;
    if (event.type === "pointercancel") return this.cancel();
    this.finish();
  }

  finish() {
    const { before } = this.gesture;
    this.gesture = null;
    // An eraser of strokes may have met none.
    if (before.length === this.strokes.length) return;
    this.done.push(before);
    this.undone = [];
    this.changed();
  }

  cancel() {
    if (!this.gesture) return;
    this.strokes = this.gesture.before;
    this.gesture = null;
    this.draw();
  }

  // The arrow keys move a pen, which the space bar puts down and lifts.
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step && event.key !== " ") return;
    event.preventDefault();
    this.cursor ??= [this.left + this.width / 2, this.top + this.height / 2];
    if (step) {
      const size = keyboardStep * (event.shiftKey ? 5 : 1);
      const limit = (value, most) => Math.min(most, Math.max(0, value));
      this.cursor = [this.left + limit(this.cursor[0] - this.left + step[0] * size, this.width), this.top + limit(this.cursor[1] - this.top + step[1] * size, this.height)];
      if (this.gesture?.pointer === "keys") this.extend(this.cursor, null);
    } else if (this.gesture?.pointer === "keys") {
      this.liftCursor();
    } else if (!this.gesture) {
      this.begin("keys", this.cursor, null, false);
    }
    this.draw();
    this.context.globalCompositeOperation = "source-over";
    [this.context.strokeStyle, this.context.lineWidth] = ["#0b57d0", 2 / this.zoom];
    this.context.beginPath();
    this.context.arc(...this.cursor, (this.gesture ? 3 : 8) / this.zoom, 0, 2 * Math.PI);
    this.context.stroke();
  }

  liftCursor() {
    if (this.gesture?.pointer === "keys") this.finish();
    if (this.cursor) this.draw();
  }
}
