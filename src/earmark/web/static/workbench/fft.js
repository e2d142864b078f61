/** The spectrum of a short stretch of sound. */

/**
 * A transform of so many samples, a power of two. It keeps its tables, so one is made and used many times.
 *
 * @param {number} size
 * @returns {(samples: Float32Array, from: number, power: Float32Array) => void} Writes the power of `size / 2` bands,
 *   from 0 Hz up to half the sample rate, of the Hann-windowed samples that begin at `from`; samples beyond either
 *   end count as silence.
 */
export function spectrumOf(size) {
  const [real, imaginary] = [new Float32Array(size), new Float32Array(size)];
  const window = Float32Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
  const cosine = Float32Array.from({ length: size / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / size));
  const sine = Float32Array.from({ length: size / 2 }, (_, n) => Math.sin((2 * Math.PI * n) / size));
  const bits = Math.log2(size);
  const places = Uint32Array.from({ length: size }, (_, n) => reversed(n, bits));
  return (samples, from, power) => {
    for (let n = 0; n < size; n += 1) real[places[n] ?? 0] = (samples[from + n] ?? 0) * (window[n] ?? 0);
    imaginary.fill(0);
    for (let half = 1; half < size; half *= 2) butterflies(real, imaginary, half, cosine, sine);
    for (let band = 0; band < size / 2; band += 1) power[band] = (real[band] ?? 0) ** 2 + (imaginary[band] ?? 0) ** 2;
  };
}

/**
 * One round of Cooley and Tukey's transform: joins spectra of `half` samples to spectra of twice as many.
 *
 * @param {Float32Array} real
 * @param {Float32Array} imaginary
 * @param {number} half
 * @param {Float32Array} cosine
 * @param {Float32Array} sine
 */
function butterflies(real, imaginary, half, cosine, sine) {
  const stride = real.length / (2 * half);
  for (let start = 0; start < real.length; start += 2 * half) {
    for (let n = 0; n < half; n += 1) {
      const [one, other] = [start + n, start + n + half];
      const [c, s] = [cosine[n * stride] ?? 0, -(sine[n * stride] ?? 0)];
      const [x, y] = [real[other] ?? 0, imaginary[other] ?? 0];
      const [turnedX, turnedY] = [x * c - y * s, x * s + y * c];
      real[other] = (real[one] ?? 0) - turnedX;
      imaginary[other] = (imaginary[one] ?? 0) - turnedY;
      real[one] = (real[one] ?? 0) + turnedX;
      imaginary[one] = (imaginary[one] ?? 0) + turnedY;
    }
  }
}

/**
 * @param {number} n
 * @param {number} bits
 */
function reversed(n, bits) {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result |= ((n >> bit) & 1) << (bits - 1 - bit);
  return result;
}
