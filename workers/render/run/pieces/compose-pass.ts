import { writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { ComposeFailure } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';
import { composeRequest } from './compose-request.js';
import type { PassWork } from '../../ways/piece-work.js';

/** The part of the context of a render that composing needs. */
export type PassContext = Pick<RenderContext, 'folder' | 'signal' | 'series' | 'encoder' | 'engine'>;

/** Composes a pass. @returns why that failed, if it did */
export const composePass = async (
  { request, lists, frames }: PassWork,
  context: PassContext,
  onFrames: (frames: number) => void,
): Promise<ComposeFailure | undefined> => {
  let written = 0;
  const count = (done: number): void => {
    written = done;
    onFrames(done);
  };
  for (const { path, text } of lists) await writeFile(path, text);
  const composed = await composeRequest(request, context, { signal: context.signal, onFrames: count })();
  if (E.isLeft(composed)) return composed.left;
  if (written === frames) return undefined;
  const message = `${written} frames were encoded instead of ${frames}`;
  return { _tag: 'EncodingFailed', message, retryable: false };
};
