// Collects the samples of the microphone, which arrive 128 at a time, and passes them on in blocks.

// A multiple of every factor by which the samples are reduced.
const blockLength = 48 * 128;

registerProcessor("recorder", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = new Float32Array(blockLength);
    this.used = 0;
  }

  process([input]) {
    const samples = input?.[0];
    if (samples) {
      this.block.set(samples, this.used);
      this.used += samples.length;
      if (this.used === blockLength) {
        this.port.postMessage(this.block);
        this.used = 0;
      }
    }
    return true;
  }
});
