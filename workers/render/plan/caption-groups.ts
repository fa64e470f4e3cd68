import type { CaptionGroup } from '../ports/rasterizer.js';
import type { ShownState } from '../../../domain/composition/caption-states.js';

/** The states of a caption by the words they show, which are sent to be painted once for all of them. */
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
