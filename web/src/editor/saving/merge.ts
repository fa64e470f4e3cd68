import { isRecord, sameJson } from '../../../../domain/codec/json.js';
import { labelsOf } from '../clip-label.js';
import type { Document } from '../document.js';
import { t, within } from '../../words/words.js';
import { labelFor } from '../../words/labels.js';
import { completed } from '../resolved-document.js';

export interface Merged {
  /** The changes of both sides; where they overlap, those of the preferred side. */
  readonly document: Document;
  /** The names of values that both sides changed differently, such as `position of clip title` or `fps of the video`. */
  readonly overlaps: ReadonlyArray<string>;
}

/** The ids that are in both lists, in the order of the first. */
const common = (ids: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id) => others.includes(id));

/** The ids of both lists. Those that only the second has follow their predecessors in it. */
const joined = (ids: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  others.reduce((all, id, index) => {
    if (all.includes(id)) return all;
    return all.toSpliced(index === 0 ? 0 : all.indexOf(others[index - 1] ?? '') + 1, 0, id);
  }, ids);

const idsOf = ({ clips }: Document): ReadonlyArray<string> => clips.map(({ id }) => id);

const byId = ({ clips, ...parts }: Document) => ({
  ...parts,
  clips: Object.fromEntries(clips.map((clip) => [clip.id, clip])),
});

/** The name of the value at a path of a document, for the user. @param labels the labels of clips by their ids */
const nameOf = (
  [part, name, field = '', inner]: ReadonlyArray<string>,
  labels: ReadonlyMap<string, string>,
): string => {
  if (part === 'metadata') return t('{field} of the video', { field: within(labelFor(name ?? '')) });
  if (part === 'additional')
    return name === undefined ? t('additional data') : t('{field} of the additional data', { field: name });
  if (part === 'variables') return name === undefined ? t('the variables') : t('variable {name}', { name });
  const clip = labels.get(name ?? '') ?? name ?? '';
  if (field === '') return t('clip {clip}', { clip });
  // Properties of a clip type are named without their group, such as `textProperties`.
  const own = inner !== undefined && field.endsWith('Properties') ? inner : field;
  return t('{field} of clip {clip}', { clip, field: within(labelFor(own)) });
};

/**
 * Whether the value at a path is merged as a whole, such as the times of a clip, which depend on each other. Words of
 * captions are not.
 */
const isWhole = (path: ReadonlyArray<string>): boolean =>
  (path.length >= (path[0] === 'clips' ? 4 : 2) && path.length !== 5) || path[2] === 'timeFrame';

/** The three versions of a value: before, here and on the server. */
type Sides = readonly [before: unknown, mine: unknown, theirs: unknown];

/** Chooses a side if both changed the value at a path. */
type Prefer = (mine: unknown, theirs: unknown, path: ReadonlyArray<string>) => unknown;

type Items = ReadonlyArray<object>;

const areItems = (value: unknown): value is Items => Array.isArray(value) && value.every(isRecord);

/** The part of a list that was changed, by indices of the list before, and what is there now. */
const changedPart = (before: Items, after: Items) => {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && sameJson(before[from], after[from])) from += 1;
  let same = 0;
  while (same < most - from && sameJson(before.at(-1 - same), after.at(-1 - same))) same += 1;
  return { from, to: before.length - same, items: after.slice(from, after.length - same) };
};

/** The list with the changes of both sides; undefined if they changed the same part of it. */
const mergedItems = (before: Items, mine: Items, theirs: Items): Items | undefined => {
  const [one, other] = [changedPart(before, mine), changedPart(before, theirs)];
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  if (first.to > second.from || first.from === second.from) return undefined;
  return before
    .toSpliced(second.from, second.to - second.from, ...second.items)
    .toSpliced(first.from, first.to - first.from, ...first.items);
};

const mergedValue = ([before, mine, theirs]: Sides, path: ReadonlyArray<string>, prefer: Prefer): unknown => {
  if (sameJson(mine, theirs) || sameJson(before, mine)) return theirs;
  if (sameJson(before, theirs)) return mine;
  if (areItems(before) && areItems(mine) && areItems(theirs)) {
    const merged = mergedItems(before, mine, theirs);
    if (merged) return merged;
    if (path[3] === 'words' && before.length === mine.length && before.length === theirs.length)
      return before.map((item, index) =>
        mergedValue([item, mine[index], theirs[index]], [...path, String(index)], prefer),
      );
  }
  if (isWhole(path) || !isRecord(before) || !isRecord(mine) || !isRecord(theirs))
    return prefer(mine, theirs, path);
  const fields = Object.keys({ ...theirs, ...mine }).map(
    (key) => [key, mergedValue([before[key], mine[key], theirs[key]], [...path, key], prefer)] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
};

/**
 * Merges the changes made here and those made on the server since `base`, field by field (three-way merge). Fields that
 * only one side changed come from that side.
 * @param preferred which side wins where both changed the same field
 */
export const merge = (
  base: Document,
  own: Document,
  stored: Document,
  preferred: 'own' | 'stored',
): Merged => {
  const overlaps = new Set<string>();
  const preferredOf = <Value>(mine: Value, theirs: Value, name: string): Value => {
    overlaps.add(name);
    return preferred === 'own' ? mine : theirs;
  };
  const labels = new Map([...labelsOf(stored.clips), ...labelsOf(own.clips)]);
  const { clips: byIds, ...parts } = mergedValue(
    [byId(base), byId(own), byId(stored)],
    [],
    (mine, theirs, path) => preferredOf(mine, theirs, nameOf(path, labels)),
  ) as ReturnType<typeof byId>;

  const [was, is, there] = [idsOf(base), idsOf(own), idsOf(stored)];
  const inAll = common(common(was, is), there);
  const [orderBefore, ownOrder, storedOrder] = [was, is, there].map((ids) => common(ids, inAll));
  const order = mergedValue([orderBefore, ownOrder, storedOrder], [], (mine, theirs) =>
    preferredOf(mine, theirs, t('the order of the clips')),
  );
  const ids = order === ownOrder ? joined(is, there) : joined(there, is);
  return {
    document: { ...parts, clips: ids.flatMap((id) => byIds[id] ?? []) },
    overlaps: [...overlaps],
  };
};

/**
 * Rebases the changes made here since `base` onto the stored document. Defaults that the service fills in do not count
 * as changes.
 * @param preferred which side wins where both changed the same field
 */
export const rebased = (
  base: Document,
  own: Document,
  stored: Document,
  preferred: 'own' | 'stored',
): Merged => merge(completed(base), completed(own), stored, preferred);
