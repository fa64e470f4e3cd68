import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { CopiedFrame, CopiedStretch } from '../../../workers/render/ports/join-request.js';
import type { Sample } from './muxer.js';

/** The frames of a stretch, in decoding order. */
export const copiedFrames = ({ frames }: CopiedStretch): ReadonlyArray<CopiedFrame> =>
  JSON.parse(readFileSync(frames, 'utf8')) as ReadonlyArray<CopiedFrame>;

/** How many frames are decoded before one that is shown earlier, at most. */
export const reorderingOf = (frames: ReadonlyArray<CopiedFrame>): number =>
  frames.reduce((most, { frameNumber }, index) => Math.max(most, index - frameNumber), 0);

/** The frames of a stretch with their bytes, and with times in frames. @throws Error if the source is shorter */
export function* copiedSamples(stretch: CopiedStretch): Generator<Sample> {
  const source = openSync(stretch.source, 'r');
  try {
    for (const { slices, isKey, frameNumber } of copiedFrames(stretch)) {
      const parts = slices.map(({ start, length }) => {
        const part = Buffer.allocUnsafe(length);
        if (readSync(source, part, 0, length, start) !== length) throw new Error('the source is cut off');
        return part;
      });
      const [data = Buffer.alloc(0), ...more] = parts;
      yield { data: more.length > 0 ? Buffer.concat(parts) : data, at: frameNumber, duration: 1, isKey };
    }
  } finally {
    closeSync(source);
  }
}
