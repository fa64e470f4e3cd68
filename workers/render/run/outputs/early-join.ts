import { link } from 'node:fs/promises';
import type { InspectedFile } from '../../../../application/ports/file-inspector.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import { muxCommand } from '../../compose/container-commands.js';
import { PIPED_LIST } from '../../compose/output-commands.js';
import type { RenderPlan } from '../../plan/plan.js';
import type { RenderContext } from '../context.js';
import { pieceList } from '../encode.js';
import { filesOf, type LookedUpPiece } from '../take-pieces.js';
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
  let give: (list: string) => void = () => undefined;
  const list = new Promise<string>((resolve) => (give = resolve));
  const command = muxCommand('mp4', PIPED_LIST, { sound }, path);
  const inspected = inspectedPieces({ command, list }, { plan, pieces }, context);
  // A render that has failed for another reason does not finish it.
  inspected.catch(() => undefined);
  return {
    finish: async (encodedSound) => {
      await link(encodedSound, sound);
      give(pieceList(plan, filesOf(pieces)));
      return inspected;
    },
  };
};
