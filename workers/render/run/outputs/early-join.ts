import { link } from 'node:fs/promises';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import type { LookedUpPiece } from '../take-pieces.js';
import { inspectedPieces } from './inspected-pieces.js';

/** A process that joins pieces, started while they are encoded: starting it takes longer than joining a short video. */
export interface EarlyJoin {
  /** Lets it join the pieces, which are all there now, with their sound. */
  readonly finish: (sound: string) => Promise<InspectedFile>;
}

/** The longest video whose joining is started early, in ms. For longer ones the memory that it holds counts for more. */
const SHORT = 10_000;

export const isShort = ({ frames, rate }: Pick<RenderPlan, 'frames' | 'rate'>): boolean =>
  instantOf(frames, rate) <= SHORT;

/** Starts to join pieces into an MP4 without subtitles. The signal must abort if they are never joined. */
export const startEarlyJoin = (
  plan: Pick<RenderPlan, 'pieces' | 'rate'>,
  pieces: ReadonlyArray<LookedUpPiece>,
  path: string,
  context: RenderContext,
): EarlyJoin => {
  const sound = `${path}.sound`;
  let begin: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (begin = resolve));
  const inspected = inspectedPieces({ sound }, path, { plan, pieces }, context, ready);
  // A render that has failed for another reason does not finish it.
  inspected.catch(() => undefined);
  return {
    finish: async (encodedSound) => {
      await link(encodedSound, sound);
      begin();
      return inspected;
    },
  };
};
