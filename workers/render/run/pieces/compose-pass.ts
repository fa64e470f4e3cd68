import { writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { EncoderFailure } from '../../ports/media-encoder.js';
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
  return E.isLeft(composed) ? composed.left : lackOfFrames(written, frames);
};

/** The failure of composing fewer frames than expected; undefined if all were written. */
const lackOfFrames = (written: number, wanted: number): EncoderFailure | undefined =>
  written === wanted
    ? undefined
    : {
        _tag: 'EncodingFailed',
        message: `${written} frames were encoded instead of ${wanted}`,
        retryable: false,
      };
