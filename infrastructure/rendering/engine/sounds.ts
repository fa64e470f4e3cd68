import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { EncoderError } from '../../../workers/render/ports/media-encoder.js';
import type {
  EngineOptions,
  MediaEngine,
  SoundEncoding,
  SoundSource,
} from '../../../workers/render/ports/media-engine.js';
import { inputOf } from './compose-job.js';
import type { EngineProcesses, HeldProcess } from './engine-processes.js';
import type { Outcome } from '../ffmpeg/outcome.js';
import { Listened, type ListenJob, type RecordJob } from './sound-job.js';

/** How much of a sound is decoded or encoded at once, in bytes: 4 s of the mix. */
const PART_BYTES = 4 * 48_000 * 8;

let sounds = 0;

/** A sound that a process decodes, part by part. */
async function* decoded(
  { input, stream, filters }: SoundSource,
  held: HeldProcess,
  options: EngineOptions,
): AsyncGenerator<Uint8Array> {
  sounds += 1;
  const sound = sounds;
  const { give, written, path } = held.folder;
  const [own, taken] = [join(written, `samples-${sound}`), join(path, `samples-${sound}`)];
  const listen = (job: Omit<ListenJob, 'type' | 'sound' | 'path'>): Promise<Outcome<Listened>> =>
    held.perform(
      {
        job: { type: 'listen', sound, path: own, ...job },
        outputs: job.bytes > 0 ? [{ written: own, path: taken }] : [],
      },
      Listened,
      options,
    );
  const opens = { input: { ...inputOf(input), path: await give(input.path) }, stream, filters };
  let part = await listen({ bytes: PART_BYTES, opens });
  try {
    for (;;) {
      if (E.isLeft(part)) throw new EncoderError(part.left);
      const { bytes, isEnd } = part.right;
      if (bytes > 0) yield await readFile(taken);
      if (isEnd) return;
      part = await listen({ bytes: PART_BYTES });
    }
  } finally {
    if (E.isRight(part) && !part.right.isEnd) await listen({ bytes: 0 });
    await rm(taken, { force: true });
  }
}

/** Writes samples into files of about {@link PART_BYTES}, and calls `take` for each, which may be removed then. */
const inParts = async (
  samples: AsyncIterable<Uint8Array>,
  path: string,
  take: () => Promise<Outcome<null>>,
): Promise<Outcome<null>> => {
  const parts = samples[Symbol.asyncIterator]();
  try {
    for (;;) {
      let bytes = 0;
      const file = await open(path, 'w', 0o644);
      try {
        while (bytes < PART_BYTES) {
          const { value, done } = await parts.next();
          if (done === true) break;
          await file.write(value);
          bytes += value.length;
        }
      } finally {
        await file.close();
      }
      if (bytes === 0) return E.right(null);
      const taken = await take();
      if (E.isLeft(taken)) return taken;
    }
  } finally {
    await parts.return?.();
    await rm(path, { force: true });
  }
};

const encoded = async (
  samples: AsyncIterable<Uint8Array>,
  { bitRate, ...encoding }: SoundEncoding,
  output: string,
  held: HeldProcess,
  options: EngineOptions,
): Promise<Outcome<null>> => {
  sounds += 1;
  const sound = sounds;
  const [given, written] = [
    join(held.folder.given, `mix-${sound}`),
    join(held.folder.written, `sound-${sound}`),
  ];
  const record = (job: Omit<RecordJob, 'type' | 'sound'>): Promise<Outcome<null>> =>
    held.perform(
      { job: { type: 'record', sound, ...job }, outputs: job.isComplete ? [{ written, path: output }] : [] },
      t.null,
      options,
    );
  const opened = await record({
    opens: {
      ...encoding,
      encoderOptions: bitRate === undefined ? {} : { b: String(bitRate) },
      formatOptions: { fflags: '+bitexact' },
      path: written,
    },
  });
  if (E.isLeft(opened)) return opened;
  const all = await inParts(samples, given, () => record({ samples: given }));
  return E.isLeft(all) ? all : record({ isComplete: true });
};

/** Sounds in engine processes: those of a render that are open at the same time share one. */
export const engineSounds = ({
  hold,
}: Pick<EngineProcesses, 'hold'>): Pick<MediaEngine, 'samples' | 'encodeSamples'> => ({
  samples: async function* (sound, options) {
    const held = hold(options);
    try {
      yield* decoded(sound, held, options);
    } finally {
      held.release();
    }
  },
  encodeSamples: (samples, encoding, output, options) => async () => {
    const held = hold(options);
    try {
      return E.map(() => undefined)(await encoded(samples, encoding, output, held, options));
    } catch (error) {
      // What it holds of the sound is of no use.
      held.kill();
      throw error;
    } finally {
      held.release();
    }
  },
});
