import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { ratio } from '../../compose/inputs.js';
import { encodedAs, type H264Codec } from '../../compose/picture-codec.js';
import { EARLY, sourceInput } from '../../compose/source-input.js';
import type { LocalSource } from '../../plan/local-source.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import type { CopyableSource } from './copying.js';

/** A video with fewer bits per pixel than this, on average, is copied without a trial: `balanced` takes about 0.1. */
const NEVER_TOO_LARGE = 0.5;
/** The most that a copy may be larger than an encoded piece, as a factor: it keeps every detail, and costs nothing. */
const MOST_GROWTH = 1.25;
/** The number of groups of pictures that are tried, and the most frames of each. */
const TRIALS = 3;
const TRIAL_FRAMES = 30;

const bytesOf = ({ track: { samples } }: CopyableSource, from: number, to: number): number =>
  samples.slice(from, to).reduce((sum, { length }) => sum + length, 0);

/** The size of some frames of a source when encoded, in bytes; undefined if encoding fails. */
const encodedBytes = async (
  local: LocalSource,
  { times }: CopyableSource,
  { from, to }: { readonly from: number; readonly to: number },
  { rate }: Pick<RenderPlan, 'rate'>,
  codec: H264Codec,
  { folder, engine, signal }: RenderContext,
): Promise<number | undefined> => {
  const { probed } = local;
  if (probed._tag !== 'Media' || !probed.video) return undefined;
  const { container, video } = probed;
  const sourceFrom = (times[from] ?? 0) + EARLY * 1000;
  const { input } = sourceInput({ path: local.path, container, video, sourceFrom });
  const path = join(folder, 'trial-of-size.mp4');
  const request = {
    inputs: [input],
    graph: `[0:${video.stream}]settb=1/(${ratio(rate)}),setpts=N,setsar=1[v]`,
    outputs: [{ label: '[v]', frames: to - from, ...encodedAs(codec, rate), path }],
  };
  if (E.isLeft(await engine.compose(request, { folder, signal })())) return undefined;
  const { length } = await readFile(path);
  await rm(path);
  return length;
};

const isTooLarge = async (
  local: LocalSource,
  source: CopyableSource,
  plan: RenderPlan,
  codec: H264Codec,
  context: RenderContext,
): Promise<boolean> => {
  const { width, height } = plan.output;
  const { groups, track } = source;
  const { length } = track.samples;
  if ((bytesOf(source, 0, length) * 8) / (width * height * length) <= NEVER_TOO_LARGE) return false;
  let [copied, encoded] = [0, 0];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const group = groups[Math.floor(((trial + 0.5) * groups.length) / TRIALS)];
    if (!group) return true;
    const span = { from: group.from, to: Math.min(group.to, group.from + TRIAL_FRAMES) };
    const bytes = await encodedBytes(local, source, span, plan, codec, context);
    if (bytes === undefined) return true;
    encoded += bytes;
    copied += bytesOf(source, span.from, span.to);
  }
  return copied > MOST_GROWTH * encoded;
};

/**
 * Finds the sources whose copied frames would be much larger than encoded ones, by encoding some groups of pictures of
 * each source with a high bit rate.
 * @param copyable the copyable sources with which the plan was made, by path
 * @returns the paths of the sources that are too large
 */
export const tooLargeToCopy = async (
  plan: RenderPlan,
  copyable: ReadonlyMap<string, CopyableSource>,
  sources: Iterable<LocalSource>,
  codec: H264Codec,
  context: RenderContext,
): Promise<ReadonlySet<string>> => {
  const copied = new Set(plan.pieces.flatMap((piece) => (piece.copied ? [piece.copied.path] : [])));
  const locals = new Map([...sources].map((local) => [local.path, local]));
  const found = new Set<string>();
  for (const path of copied) {
    const [local, source] = [locals.get(path), copyable.get(path)];
    if (!local || !source || (await isTooLarge(local, source, plan, codec, context))) found.add(path);
    context.signal.throwIfAborted();
  }
  return found;
};
