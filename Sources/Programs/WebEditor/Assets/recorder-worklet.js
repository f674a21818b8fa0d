// Passes the sound of the microphone on in blocks of 16-bit samples, each the mean of several, which is
// enough for speech.
registerProcessor("recorder", class extends AudioWorkletProcessor {
  constructor({ processorOptions: { factor, length } }) {
    super();
    Object.assign(this, { factor, block: new Int16Array(length), used: 0, sum: 0, parts: 0 });
    // On any message, passes the last block on, and then null.
    this.port.onmessage = () => { this.pass(); this.port.postMessage(null); };
  }

  pass() {
    this.port.postMessage(this.block.slice(0, this.used));
    this.used = 0;
  }

  process([[samples = []] = []]) {
    for (const sample of samples) {
      this.sum += sample;
      this.parts += 1;
      if (this.parts < this.factor) continue;
      this.block[this.used] = Math.max(-1, Math.min(1, this.sum / this.factor)) * 32767;
      [this.used, this.sum, this.parts] = [this.used + 1, 0, 0];
      if (this.used === this.block.length) this.pass();
    }
    return true;
  }
});
