import type { OpenPart } from './mix.js';
import { retimedSound } from './retimed-sound.js';
import { joinedSamples, type Sound } from './sample-reader.js';
import { MOST_CACHED_SAMPLES } from './tape.js';

/**
 * Opens the parts of a mix: a source from its offset on, looped or retimed if the part says so.
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

/** The least samples of all channels that are yielded at once when a sound in memory repeats: 0.2 s. */
const LEAST_AT_ONCE = 16 * 1024;

/** Loops a sound until the reader stops. A sound that is too long for memory is decoded again each time. */
async function* repeated(open: () => Sound): AsyncGenerator<Float32Array> {
  const cached: Float32Array[] = [];
  let length = 0;
  for await (const part of open()) {
    length += part.length;
    if (length <= MOST_CACHED_SAMPLES) cached.push(part);
    yield part;
  }
  if (length === 0) return;
  // A sound may be as short as one sample.
  const times = Math.ceil(LEAST_AT_ONCE / length);
  const round = times > 1 ? [joinedSamples(Array.from({ length: times }, () => cached).flat())] : cached;
  for (;;) yield* length <= MOST_CACHED_SAMPLES ? round : open();
}
