/**
 * What a browser makes of a sound file: its length as a player says it, whether it jumps to a place, and its samples
 * as a curve of levels and a count of crossings of zero, which tell length and pitch. Run inside a page.
 */
async (files) => {
  const heard = [];
  /** Count from beyond a tenth of the loudest to as far on the other side: noise near zero does not count. */
  const crossings = (samples) => {
    const far = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 10;
    let count = 0, side = 0;
    for (const sample of samples) {
      const now = sample > far ? 1 : sample < -far ? -1 : side;
      if (now !== side) count += 1;
      side = now;
    }
    return count;
  };
  for (const { url, rate } of files) {
    const player = new Audio();
    const on = (name) => new Promise((resolve, reject) => {
      player.addEventListener(name, resolve, { once: true });
      player.addEventListener("error", () => reject(new Error(`${url}: ${player.error?.message}`)), { once: true });
    });
    const ready = on("loadedmetadata");
    player.preload = "auto";
    player.src = url;
    await ready;
    const frame = rate / 50;
    const place = player.duration * 0.7;
    const sought = on("seeked");
    player.currentTime = place;
    await sought;
    const content = await (await fetch(url)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(content);
    const channels = Array.from({ length: sound.numberOfChannels }, (_, number) => sound.getChannelData(number));
    heard.push({
      url,
      duration: player.duration,
      missed: Math.abs(player.currentTime - place),
      decoded: sound.duration,
      crossings: channels.map(crossings),
      levels: channels.map((samples) => Array.from({ length: Math.floor(samples.length / frame) }, (_, part) => {
        const piece = samples.subarray(part * frame, (part + 1) * frame);
        return Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / frame);
      })),
    });
  }
  return heard;
}
