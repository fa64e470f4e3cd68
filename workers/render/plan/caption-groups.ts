import type { CaptionGroup } from '../ports/rasterizer.js';
import type { ShownState } from '../../../domain/composition/captions/caption-states.js';
import { runsOf } from '../../../domain/groups.js';

/**
 * Groups the states of a caption by their words, so that words shown in several states are passed to the rasterizer
 * once.
 */
export const groupsOf = (states: ReadonlyArray<ShownState>): ReadonlyArray<CaptionGroup> =>
  runsOf(states, (last, next) => last.state.words === next.state.words).map((run) => ({
    words: run[0].state.words,
    pages: run.map(({ state: { highlighted } }) => ({ highlighted })),
  }));
