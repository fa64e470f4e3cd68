import * as E from 'fp-ts/lib/Either.js';
import type { Document } from '../document.js';
import { freshId } from '../fresh-id.js';
import type { Places } from '../places.js';
import { onTheirOwn, type Starts, startsOf } from '../references.js';
import { outerBox, stageClipsOf } from '../stage/stage-clips.js';
import { differenceBetween } from './seen.js';
import { withShift } from './shift.js';
import { t } from '../../words/words.js';
import { quoted } from '../clip-label.js';

/** The document after grouping or ungrouping, and the ids of the clips to select. */
export interface Regrouped {
  readonly document: Document;
  readonly ids: ReadonlyArray<string>;
}

/** The reason why clips cannot become a group, as far as it is evident from their fields. */
const obstacle = (document: Document, members: ReadonlySet<string>, nameOf: (id: string) => string) => {
  for (const { id, effects } of document.clips) {
    const mask = effects?.mask?.clip;
    if (mask !== undefined && members.has(id) !== members.has(mask))
      return t('{mask} is the mask of {clip}: select both', { mask: nameOf(mask), clip: nameOf(id) });
    if (members.has(id) && (effects?.blendMode ?? 'normal') !== 'normal')
      return t('{clip} is blended with what is below it, which a group keeps apart', { clip: nameOf(id) });
  }
  return undefined;
};

/** Candidate boxes of a group: tightly around its clips, which relative lengths may not permit, and the whole canvas. */
const boxesFor = (places: Places, ids: ReadonlyArray<string>) => {
  const pieces = stageClipsOf(places, ids);
  const { x, y, ...size } = pieces.length === 0 ? { x: 0, y: 0, width: 1, height: 1 } : outerBox(pieces);
  return [
    { x, y, size },
    { x: 0, y: 0, size: { width: '100%', height: '100%' } },
  ] as const;
};

/** A candidate for a group: the clip whose layer it takes, its box, and its end. */
interface GroupCandidate {
  readonly layer: string;
  readonly box: ReturnType<typeof boxesFor>[number];
  readonly end: number | 'source' | 'video';
}

/** The document with these clips in a group. */
const groupedBy = (
  document: Document,
  {
    ids,
    group,
    start,
  }: { readonly ids: ReadonlySet<string>; readonly group: string; readonly start: number },
  { layer, box, end }: GroupCandidate,
  starts: Starts,
): Document => {
  const { x, y, size } = box;
  const inside = onTheirOwn(
    document.clips.filter(({ id }) => ids.has(id)),
    (after) => !ids.has(after),
    starts,
  ).map((clip) => withShift(clip, { ms: -start, x: -x, y: -y }));
  const z = document.clips.find(({ id }) => id === layer)?.position?.z ?? 0;
  const made = {
    id: group,
    type: 'group',
    timeFrame: { start, end },
    position: { x, y, z },
    size,
    clips: inside,
  };
  const others = onTheirOwn(document.clips, (after) => ids.has(after), starts);
  const clips: ReadonlyArray<unknown> = others
    .filter((clip) => clip.id === layer || !ids.has(clip.id ?? ''))
    .map((clip) => (clip.id === layer ? made : clip));
  return { ...document, clips: clips as Document['clips'] };
};

/**
 * The document with these clips in a group, if it still looks and sounds the same.
 * @returns the reason, if it does not
 */
export const withGroup = (
  document: Document,
  selection: ReadonlyArray<string>,
  places: Places,
): E.Either<string, Regrouped> => {
  const ids = new Set(selection);
  const placed = places.clips.filter(({ id }) => ids.has(id));
  const [first] = placed;
  if (!first) return E.left(t('Select the clips that should become a group.'));
  const nameOf = (id: string): string => quoted(places.clips.find((one) => one.id === id)?.label ?? id);
  const reason = obstacle(document, ids, nameOf);
  if (reason !== undefined) return E.left(t('These clips cannot be grouped: {reason}.', { reason }));
  const start = placed.reduce((earliest, one) => Math.min(earliest, one.start), Infinity);
  const end = placed.reduce((latest, one) => Math.max(latest, one.end), 0);
  const drawn = placed.filter(({ placement }) => placement).toSorted((a, b) => a.z - b.z);
  const layers = new Set([drawn.at(-1) ?? first, drawn[0] ?? first].map(({ id }) => id));
  const lasts = document.clips.some(({ id, timeFrame }) => ids.has(id) && timeFrame.end === 'video');
  const ends = lasts ? (['video', end, 'source'] as const) : ([end, 'source'] as const);
  const group = freshId('group');
  const starts = startsOf(places.clips.map(({ resolved }) => resolved));
  let problem = '';
  for (const layer of layers)
    for (const box of boxesFor(places, selection))
      for (const until of ends) {
        const after = groupedBy(document, { ids, group, start }, { layer, box, end: until }, starts);
        const difference = differenceBetween(document, after, group);
        if (difference === undefined) return E.right({ document: after, ids: [group] });
        problem = difference;
      }
  return E.left(t('These clips cannot be grouped without a change to the video: {problem}.', { problem }));
};
