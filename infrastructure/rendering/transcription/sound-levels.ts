import { createReadStream } from 'node:fs';
import { SPEECH_RATE, type SpeechFile } from './speech-file.js';

/** Length of the frames whose level is measured, in ms. */
export const FRAME_MS = 10;

/** The level of a silent frame, in dBFS. */
const SILENCE_DB = -100;
const SAMPLES_PER_FRAME = (SPEECH_RATE / 1000) * FRAME_MS;
const BYTES_PER_FRAME = SAMPLES_PER_FRAME * 2;

const levelOf = (frame: Buffer): number => {
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < BYTES_PER_FRAME; at += 2) {
    const sample = frame.readInt16LE(at) / 32_768;
    sum += sample;
    squares += sample * sample;
  }
  const power = (squares - (sum * sum) / SAMPLES_PER_FRAME) / SAMPLES_PER_FRAME;
  return power <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, 10 * Math.log10(power));
};

/** The root mean square of each frame in dBFS, without its DC offset. An incomplete last frame is not measured. */
export const levelsOf = async (
  { path, bytes: size }: SpeechFile,
  signal: AbortSignal,
): Promise<Float32Array> => {
  const levels = new Float32Array(Math.floor(size / BYTES_PER_FRAME));
  const chunks: AsyncIterable<Buffer> = createReadStream(path, {
    highWaterMark: BYTES_PER_FRAME * 1000,
    signal,
  });
  let rest: Buffer = Buffer.alloc(0);
  let frame = 0;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + BYTES_PER_FRAME <= bytes.length; at += BYTES_PER_FRAME)
      levels[frame++] = levelOf(bytes.subarray(at, at + BYTES_PER_FRAME));
    rest = bytes.subarray(at);
  }
  return levels;
};
