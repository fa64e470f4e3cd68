import { RenderError } from '../../../../domain/render/failure-cause.js';
import { EncoderError } from '../../ports/media-encoder.js';
import type { OpenPart } from '../../sound/mix.js';
import { retimedSound } from '../../sound/retimed-sound.js';
import { type DecodedPart, soundSource } from '../../sound/sound-commands.js';
import type { RenderContext } from '../context.js';
import { decodingFailure, FILE_LOST, isFileLost } from '../tasks/failures.js';

/** What decoding sounds needs. */
export type SoundContext = Pick<RenderContext, 'folder' | 'signal' | 'engine'>;

/** Maximum size of a looping sound that is kept in memory, in bytes: 87 s. A longer one is decoded again each time. */
const MOST_KEPT = 32 * 1024 * 1024;

/**
 * Decodes the parts of a mix: a source from its offset on or, if it is retimed, what the clip is heard with. Throws a
 * RenderError that names the clip.
 */
export const soundOpener =
  ({ folder, signal, engine }: SoundContext): OpenPart =>
  (part) => {
    const decode = async function* (decoded: DecodedPart): AsyncGenerator<Uint8Array> {
      try {
        yield* engine.samples(soundSource(decoded), { folder, signal });
      } catch (error) {
        if (!(error instanceof EncoderError)) throw error;
        const isLost = error.cause._tag === 'EncodingFailed' && (await isFileLost([part.path]));
        throw new RenderError(isLost ? FILE_LOST : decodingFailure(error.cause, part.clip));
      }
    };
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
