import type { OpenPart } from './mix.js';
import { retimedSound } from './retimed-sound.js';
import { joinedSamples, type Sound } from './sample-reader.js';
import { MOST_KEPT } from './tape.js';

/**
 * Opens the parts of a mix: a source from its offset on or, if it is retimed, what the clip is heard with.
 * @param decode opens a source
 */
export const partOpener =
  (decode: OpenPart): OpenPart =>
  (part) => {
    if (part.loops) return repeated(() => decode(part));
    const { from, to, retimed } = part;
    if (!retimed) return decode(part);
    return retimedSound(retimed, to - from, (start, end) =>
      decode({ ...part, offset: start, from: 0, to: end - start }),
    );
  };

/** The least samples that are passed on at once where a sound in memory is repeated: 0.2 s. */
const LEAST_AT_ONCE = 16 * 1024;

/** The same sound repeatedly, until the reader stops. If it is too long to be kept, it is decoded again each time. */
async function* repeated(open: () => Sound): AsyncGenerator<Float32Array> {
  const kept: Float32Array[] = [];
  let length = 0;
  for await (const part of open()) {
    length += part.length;
    if (length <= MOST_KEPT) kept.push(part);
    yield part;
  }
  if (length === 0) return;
  // A sound may be as short as one sample.
  const times = Math.ceil(LEAST_AT_ONCE / length);
  const round = times > 1 ? [joinedSamples(Array.from({ length: times }, () => kept).flat())] : kept;
  for (;;) yield* length <= MOST_KEPT ? round : open();
}
