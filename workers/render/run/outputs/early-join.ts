import { link } from 'node:fs/promises';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import type { LookedUpPiece } from '../take-pieces.js';
import { haveNew, inspectedPieces, joinedPieces } from './inspected-pieces.js';

/**
 * A process that joins pieces, started before they are painted and encoded: starting it takes longer than joining a short
 * video.
 */
export interface EarlyJoin {
  /** Lets it join the pieces, which are all there now, with their sound. */
  readonly finish: (pieces: ReadonlyArray<LookedUpPiece>, sound: string) => Promise<InspectedFile>;
}

/** The longest video whose joining is started early, in ms. For longer ones the memory that it holds counts for more. */
const SHORT = 10_000;

export const isShort = ({ frames, rate }: Pick<RenderPlan, 'frames' | 'rate'>): boolean =>
  instantOf(frames, rate) <= SHORT;

/** Starts to join pieces into an MP4 without subtitles. The signal must abort if they are never joined. */
export const startEarlyJoin = (
  plan: Pick<RenderPlan, 'pieces' | 'rate'>,
  path: string,
  context: RenderContext,
): EarlyJoin => {
  const sound = `${path}.sound`;
  const needless = new AbortController();
  const signal = AbortSignal.any([context.signal, needless.signal]);
  let begin: (pieces: ReadonlyArray<LookedUpPiece>) => void = () => undefined;
  const ready = new Promise<ReadonlyArray<LookedUpPiece>>((resolve) => (begin = resolve));
  const early = { plan, pieces: ready, haveNew: true };
  const inspected = inspectedPieces({ sound }, path, early, { ...context, signal });
  // A render that has failed for another reason does not finish it.
  inspected.catch(() => undefined);
  return {
    finish: async (pieces, encodedSound) => {
      if (!haveNew(pieces)) {
        needless.abort();
        return inspectedPieces({ sound: encodedSound }, path, joinedPieces(plan, pieces), context);
      }
      await link(encodedSound, sound);
      begin(pieces);
      return inspected;
    },
  };
};
