import type { CaptionGroup } from '../ports/rasterizer.js';
import type { ShownState } from '../../../domain/composition/captions/caption-groups.js';
import { runsOf } from '../../../domain/groups.js';

/**
 * Merges consecutive states of a caption with the same words, so that the rasterizer receives the words once.
 * `domain/composition/captions/caption-groups.ts` groups words into captions.
 */
export const mergedStates = (states: ReadonlyArray<ShownState>): ReadonlyArray<CaptionGroup> =>
  runsOf(states, (last, next) => last.state.words === next.state.words).map((run) => ({
    words: run[0].state.words,
    pages: run.map(({ state: { highlighted } }) => ({ highlighted })),
  }));
