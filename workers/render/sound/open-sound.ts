import type { OpenPart } from './mix.js';
import { retimedSound } from './retimed-sound.js';

/** Maximum size of a looping sound that is kept in memory, in bytes: 87 s. A longer one is decoded again each time. */
const MOST_KEPT = 32 * 1024 * 1024;

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

/** The least bytes that are passed on at once where a sound in memory is repeated: 0.2 s. */
const LEAST_AT_ONCE = 64 * 1024;

/** The same bytes repeatedly, until the reader stops. */
async function* repeated(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of open()) {
    bytes += chunk.length;
    if (bytes <= MOST_KEPT) kept.push(Uint8Array.from(chunk));
    yield chunk;
  }
  if (bytes === 0) return;
  // A sound may be as short as one sample.
  const times = Math.ceil(LEAST_AT_ONCE / bytes);
  const round = times > 1 ? [Buffer.concat(Array.from({ length: times }, () => kept).flat())] : kept;
  for (;;) yield* bytes <= MOST_KEPT ? round : open();
}
