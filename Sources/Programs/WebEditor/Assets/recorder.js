// Recording with the microphone and the camera: MPEG-4, which every browser plays, or sound as WAV
// if this one cannot encode it.

// Uploads are limited to 64 MB.
const largestBytes = 60e6;
const types = ["audio/mp4;codecs=mp4a.40.2", "audio/mp4"];
const filmTypes = ["video/mp4;codecs=avc1.42E01E,mp4a.40.2", "video/mp4"];
const supported = (wanted) => wanted.find((type) => globalThis.MediaRecorder?.isTypeSupported(type));

export const canRecord = Boolean(navigator.mediaDevices?.getUserMedia);
export const canFilm = canRecord && Boolean(supported(filmTypes));

const name = (ending) => {
  const now = new Date();
  const two = (value) => String(value).padStart(2, "0");
  return `recording-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.${ending}`;
};

// Starts a recording. `full` is called when it reaches the limit of uploads, and `piece` about
// every second with the next part of the file.
export async function startRecording(full, piece, isFilmed) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: isFilmed && { width: 1280, height: 720 } });
  const start = performance.now();
  const type = supported(isFilmed ? filmTypes : types);
  // The last piece arrives after the end, which may be one of a recording that is not wanted.
  let isWanted = true;
  const keep = (data) => { if (isWanted) piece(data); };
  const made = type ? encoded(stream, type, full, keep) : await plain(stream, full, keep);
  const end = () => { for (const track of stream.getTracks()) track.stop(); };
  return {
    name: made.name, type: made.type, rate: made.rate,
    seconds: () => (performance.now() - start) / 1000,
    stop: async () => { const file = await made.stop(); end(); return file; },
    cancel: () => { isWanted = false; made.cancel(); end(); },
  };
}

function encoded(stream, type, full, piece) {
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 64000, videoBitsPerSecond: 1500000 });
  const chunks = [];
  const fileName = name(type.startsWith("video") ? "mp4" : "m4a");
  let size = 0;
  recorder.addEventListener("dataavailable", ({ data }) => {
    chunks.push(data);
    if (data.size > 0) piece(data);
    size += data.size;
    if (size > largestBytes && recorder.state === "recording") full();
  });
  // It also stops by itself, once the microphone is gone.
  const stopped = new Promise((done) => { recorder.onstop = () => done(new File(chunks, fileName, { type })); });
  const stop = () => { if (recorder.state !== "inactive") recorder.stop(); return stopped; };
  recorder.start(1000);
  return { name: fileName, type, stop, cancel: stop };
}

async function plain(stream, full, piece) {
  const context = new AudioContext();
  await context.audioWorklet.addModule("recorder-worklet.js");
  // Every third sample of 48,000 or so is enough for speech.
  const factor = Math.max(1, Math.floor(context.sampleRate / 16000));
  const rate = Math.round(context.sampleRate / factor);
  const recording = { name: name("wav"), type: "audio/wav", rate, pieces: [] };
  const worklet = new AudioWorkletNode(context, "recorder", { numberOfOutputs: 0, processorOptions: { factor, length: rate } });
  const source = context.createMediaStreamSource(stream);
  let size = 0;
  let finish = null;
  worklet.port.onmessage = ({ data }) => {
    if (!data) return finish();
    recording.pieces.push(data);
    piece(new Blob([data]));
    if (size <= largestBytes && size + data.byteLength > largestBytes) full();
    size += data.byteLength;
  };
  source.connect(worklet);
  const end = () => { source.disconnect(); return context.close(); };
  return {
    ...recording,
    stop: async () => {
      // An interrupted context does not answer.
      await new Promise((done) => { finish = done; setTimeout(done, 1000); worklet.port.postMessage("end"); });
      await end();
      return recordedFile(recording);
    },
    cancel: () => { end(); },
  };
}

// Makes a file of the pieces of a recording; samples get a header.
export function recordedFile({ name, type, rate, pieces }) {
  const content = new Blob(pieces);
  return new File(rate ? [header(content.size / 2, rate), content] : [content], name, { type });
}

// The header of a WAV file of 16-bit samples and one channel (RIFF, Microsoft and IBM 1991).
function header(count, rate) {
  const view = new DataView(new ArrayBuffer(44));
  const text = (at, letters) => [...letters].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + count * 2, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, count * 2, true);
  return view;
}
