import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { psychovisualOffset } from '../../compose/h264-qualities.js';
import { encodedAs, type H264Codec } from '../../compose/picture-codec.js';
import { type MatchingSettings, matchingSettings, sameFormat } from '../../h264/matching-settings.js';
import { type H264Video, readH264 } from '../../mp4/h264-video.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import type { CopyableSource } from './copyable-videos.js';
import { writeCopy } from './write-copy.js';

/** Pieces that were copied, and how all others are encoded so that they can be joined with them. */
export interface CopiedPieces {
  readonly matching: MatchingSettings;
  /** The files of the copied pieces, by their number. */
  readonly files: ReadonlyMap<number, string>;
}

/** Enough frames for all headers. */
const TRIAL_FRAMES = 4;

/** What the encoder writes for some frames of a plan; undefined if it fails. */
const trial = async (
  { output: { width, height }, rate }: RenderPlan,
  codec: H264Codec,
  { folder, engine, signal }: RenderContext,
): Promise<Pick<H264Video, 'sets' | 'config'> | undefined> => {
  const path = join(folder, 'trial.mp4');
  const frames = `color=c=gray:s=${width}x${height}:r=${rate.num}/${rate.den},format=yuv420p,setsar=1[v]`;
  const output = { label: '[v]', frames: TRIAL_FRAMES, ...encodedAs(codec, rate), path };
  const ended = await engine.compose({ inputs: [], graph: frames, outputs: [output] }, { folder, signal })();
  signal.throwIfAborted();
  return E.isRight(ended) ? readH264(path) : undefined;
};

/**
 * Copies the pieces of a plan that can be, if x264 writes the same parameter sets as their sources.
 * @param sources those that the plan was made with, by their path
 * @returns undefined if nothing can be copied: the plan must be made without them then
 */
export const copyPieces = async (
  plan: RenderPlan,
  sources: ReadonlyMap<string, CopyableSource>,
  codec: H264Codec,
  context: RenderContext,
): Promise<CopiedPieces | undefined> => {
  const copied = [...plan.pieces.entries()].flatMap(([index, { copied }]) =>
    copied ? [{ index, ...copied }] : [],
  );
  const { sets } = sources.get(copied[0]?.path ?? '')?.track ?? {};
  const matching = sets && matchingSettings(sets, psychovisualOffset(codec));
  const ours = matching && (await trial(plan, { ...codec, matching }, context));
  if (!ours || !sameFormat(sets, ours.sets)) return undefined;
  const files = new Map<number, string>();
  for (const { index, path, frames } of copied) {
    const source = sources.get(path);
    const file = join(context.folder, `copied-${index}.mp4`);
    if (!source || !(await writeCopy(path, source.track, frames, ours, plan.rate, file))) return undefined;
    files.set(index, file);
    context.signal.throwIfAborted();
  }
  return { matching, files };
};
