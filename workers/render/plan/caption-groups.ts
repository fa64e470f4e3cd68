import type { CaptionGroup } from '../ports/rasterizer.js';
import type { ShownState } from '../../../domain/composition/captions/caption-states.js';

/**
 * Groups the states of a caption by their words, so that words shown in several states are passed to the rasterizer
 * once.
 */
export const groupsOf = (states: ReadonlyArray<ShownState>): ReadonlyArray<CaptionGroup> => {
  const groups: { readonly words: ReadonlyArray<string>; readonly pages: CaptionGroup['pages'][number][] }[] =
    [];
  for (const {
    state: { words, highlighted },
  } of states) {
    const last = groups.at(-1);
    if (last?.words === words) last.pages.push({ highlighted });
    else groups.push({ words, pages: [{ highlighted }] });
  }
  return groups;
};
