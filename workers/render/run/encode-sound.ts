import type { ClipPath } from '../../../domain/composition/clip-paths.js';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFault } from '../ports/media-encoder.js';
import type { RenderContext } from './context.js';
import { encoded, failureOf, RenderProblem } from './failures.js';
import { bytesOf, groupsOfAtMost, mixSound, type OpenPart, sumSound } from '../sound/mix.js';
import { retimedSound } from '../sound/retimed-sound.js';
import type { LocalSource } from '../plan/layers.js';
import { decodeCommand, encodeSoundCommand } from '../sound/sound-commands.js';
import type { SoundPart, SoundPlan } from '../plan/sound-plan.js';

type Sources = ReadonlyMap<ClipPath, LocalSource>;
type SoundContext = Pick<RenderContext, 'folder' | 'signal' | 'encoder'>;

/** How many sources are decoded at once; where more sound together they are summed in groups first. */
const MOST_DECODERS = 16;

/** Mixes the sound of the whole timeline and encodes it once; gives the file. */
export const encodeSound = async (
  sound: SoundPlan,
  sources: Sources,
  context: RenderContext,
): Promise<string> => {
  const { folder, signal, encoder } = context;
  const output = join(folder, 'sound.m4a');
  await encoded(
    encoder.write(encodeSoundCommand(output), mixedSound(sound, sources, context), { signal }),
    'encode',
    'the sound could not be encoded',
    sources,
  );
  return output;
};

/** The mix of a plan, decoded as it is read. */
export async function* mixedSound(
  sound: SoundPlan,
  sources: Sources,
  context: SoundContext,
): AsyncGenerator<Uint8Array> {
  const decode = decoder(sources, context);
  const groups = groupsOfAtMost(MOST_DECODERS, sound.parts);
  if (groups.length <= 1) {
    yield* mixSound(sound, decode);
    return;
  }
  const sums: SoundPart[] = [];
  for (const [index, group] of groups.entries())
    sums.push(await sumToFile(group, join(context.folder, `sound-${index}.f32`), decode));
  const parts = sums.toSorted((a, b) => a.from - b.from);
  yield* mixSound({ ...sound, parts }, ({ path }) => createReadStream(path));
}

/** Sums a group into a file of samples, which stands for it in the mix. */
const sumToFile = async (
  group: ReadonlyArray<SoundPart>,
  path: string,
  decode: OpenPart,
): Promise<SoundPart> => {
  const [first] = group;
  if (!first) throw new RangeError('a group has parts');
  const to = group.reduce((last, part) => Math.max(last, part.to), 0);
  const file = await open(path, 'w', 0o600);
  try {
    for await (const window of sumSound({ parts: group }, first.from, to, decode))
      await file.write(bytesOf(window));
  } finally {
    await file.close();
  }
  return { ...first, path, to, offset: 0, volume: 1 };
};

/** Opens parts: the samples of a source from its offset on or, if it is retimed, those that the clip is heard with. */
const decoder = (sources: Sources, context: SoundContext): OpenPart => {
  const decode = sourceDecoder(sources, context);
  return (part) => {
    const { from, to, retimed } = part;
    if (!retimed) return decode(part);
    return retimedSound(retimed, to - from, (start, end) =>
      decode({ ...part, offset: start, from: 0, to: end - start }),
    );
  };
};

const sourceDecoder = (sources: Sources, { signal, encoder }: SoundContext): OpenPart =>
  async function* (part) {
    try {
      yield* encoder.read(decodeCommand(part), { signal });
    } catch (error) {
      if (!isFault(error)) throw error;
      // Its detail need not name the file; the clip is known here.
      const fault = { ...error, detail: `${part.path} ${error.detail}` };
      const source = new Map([[part.clip, sources.get(part.clip) ?? { path: part.path }]]);
      throw new RenderProblem(failureOf(fault, 'decode', 'the sound could not be decoded', source));
    }
  };

const isFault = (error: unknown): error is MediaFault =>
  typeof error === 'object' && error !== null && '_tag' in error && 'detail' in error;
