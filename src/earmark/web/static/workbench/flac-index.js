/**
 * The index of a sound as the server gives it: one track of FLAC in an MP4 container, the index before the sound.
 * FLAC's frames stand by themselves, so the index leads to every sample of a recording by a few bytes of it.
 */

/**
 * @typedef {object} FlacIndex
 * @property {number} rate Samples a second.
 * @property {number} channels
 * @property {number} samples In all, of each channel.
 * @property {Uint8Array} streamInfo FLAC's own description of the stream, 34 bytes.
 * @property {Float64Array} firsts The first sample of each frame, and after the last frame the end.
 * @property {Float64Array} offsets Where each frame begins in the file, in bytes.
 * @property {Uint32Array} sizes Of each frame, in bytes.
 *
 * @typedef {{type: string, body: number, end: number}} Box
 */

const STREAM_INFO_BYTES = 34;

/** A file that is not of the form the server writes. */
export class UnreadableSoundError extends Error {}

/**
 * How many bytes of a file its index takes, from the file's beginning, or null where these bytes do not tell.
 *
 * @param {DataView} head The first bytes of the file.
 */
export function endOfIndex(head) {
  for (const box of boxesIn(head, 0, Infinity)) if (box.type === "moov") return box.end;
  return null;
}

/**
 * @param {DataView} file The file up to the end of its index.
 * @returns {FlacIndex}
 * @throws {UnreadableSoundError} It holds no FLAC of the form the server writes.
 */
export function readIndex(file) {
  const media = inside(file, inside(file, inside(file, { type: "", body: 0, end: file.byteLength }, "moov"), "trak"), "mdia");
  const table = inside(file, inside(file, media, "minf"), "stbl");
  const streamInfo = streamInfoIn(file, inside(file, table, "stsd"));
  const sizes = sizesIn(file, inside(file, table, "stsz"));
  const firsts = firstsIn(file, inside(file, table, "stts"), sizes.length);
  const word = new DataView(streamInfo.buffer).getUint32(10);
  return {
    rate: word >>> 12,
    channels: ((word >>> 9) & 7) + 1,
    samples: firsts[sizes.length] ?? 0,
    streamInfo,
    firsts,
    offsets: offsetsIn(file, table, sizes),
    sizes,
  };
}

/**
 * The frame that holds a sample; the last one for what lies beyond.
 *
 * @param {FlacIndex} index
 * @param {number} sample
 */
export function frameAt(index, sample) {
  let [low, high] = [0, index.sizes.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((index.firsts[middle] ?? Infinity) <= sample) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Make frames into a file of bare FLAC, which every browser decodes.
 *
 * @param {FlacIndex} index
 * @param {Uint8Array} frames Whole frames that follow each other.
 */
export function bareFlac(index, frames) {
  const head = new Uint8Array(8 + STREAM_INFO_BYTES + frames.length);
  head.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, STREAM_INFO_BYTES]); // "fLaC", then the last block of facts
  head.set(index.streamInfo, 8);
  const facts = head.subarray(8, 8 + STREAM_INFO_BYTES);
  facts[13] = (facts[13] ?? 0) & 0xf0; // the number of samples and their checksum are those of the whole
  facts.fill(0, 14);
  head.set(frames, 8 + STREAM_INFO_BYTES);
  return head;
}

/**
 * @param {DataView} file
 * @param {number} from
 * @param {number} to
 * @returns {Generator<Box>}
 */
function* boxesIn(file, from, to) {
  let at = from;
  while (at + 16 <= Math.min(to, file.byteLength)) {
    const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => file.getUint8(at + byte)));
    const short = file.getUint32(at);
    const size = short === 1 ? Number(file.getBigUint64(at + 8)) : short;
    if (size < 8) return;
    yield { type, body: at + (short === 1 ? 16 : 8), end: at + size };
    at += size;
  }
}

/**
 * @param {DataView} file
 * @param {Box} box
 * @param {string} type
 * @param {number} [skip] Bytes of the box before the first box in it.
 */
function inside(file, box, type, skip = 0) {
  for (const found of boxesIn(file, box.body + skip, box.end)) if (found.type === type) return found;
  throw new UnreadableSoundError(`no ${type} in ${box.type || "the file"}`);
}

/**
 * @param {DataView} file
 * @param {Box} descriptions
 */
function streamInfoIn(file, descriptions) {
  const facts = inside(file, inside(file, descriptions, "fLaC", 8), "dfLa", 28);
  return new Uint8Array(file.buffer.slice(file.byteOffset + facts.body + 8, file.byteOffset + facts.body + 8 + STREAM_INFO_BYTES));
}

/**
 * @param {DataView} file
 * @param {Box} box
 */
function sizesIn(file, { body }) {
  const same = file.getUint32(body + 4);
  return Uint32Array.from({ length: file.getUint32(body + 8) }, (_, frame) => same || file.getUint32(body + 12 + 4 * frame));
}

/**
 * @param {DataView} file
 * @param {Box} box
 * @param {number} frames
 */
function firstsIn(file, { body }, frames) {
  const firsts = new Float64Array(frames + 1);
  let frame = 0;
  for (let run = 0; run < file.getUint32(body + 4); run += 1) {
    const length = file.getUint32(body + 12 + 8 * run);
    for (let left = file.getUint32(body + 8 + 8 * run); left > 0 && frame < frames; left -= 1, frame += 1) {
      firsts[frame + 1] = (firsts[frame] ?? 0) + length;
    }
  }
  return firsts;
}

/**
 * Where frames begin: chunks have their place in the file, and frames follow each other in a chunk.
 *
 * @param {DataView} file
 * @param {Box} table
 * @param {Uint32Array} sizes
 */
function offsetsIn(file, table, sizes) {
  const runs = inside(file, table, "stsc").body;
  const isLong = [...boxesIn(file, table.body, table.end)].some(({ type }) => type === "co64");
  const places = inside(file, table, isLong ? "co64" : "stco").body;
  const offsets = new Float64Array(sizes.length);
  let [frame, run] = [0, 0];
  for (let chunk = 0; chunk < file.getUint32(places + 4); chunk += 1) {
    while (run + 1 < file.getUint32(runs + 4) && file.getUint32(runs + 8 + 12 * (run + 1)) <= chunk + 1) run += 1;
    let at = isLong ? Number(file.getBigUint64(places + 8 + 8 * chunk)) : file.getUint32(places + 8 + 4 * chunk);
    for (let left = file.getUint32(runs + 12 + 12 * run); left > 0 && frame < sizes.length; left -= 1, frame += 1) {
      offsets[frame] = at;
      at += sizes[frame] ?? 0;
    }
  }
  return offsets;
}
