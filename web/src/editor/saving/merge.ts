import { definedFields, isRecord, sameJson } from '../../../../domain/codec/json.js';
import { labelsOf } from '../clip-label.js';
import type { Document } from '../document.js';
import { t, within } from '../../words/words.js';
import { labelFor } from '../../words/labels.js';

export interface Merged {
  /** What does not overlap, from both sides; the preferred form of what does. */
  readonly document: Document;
  /** What both sides changed in different ways, as a person calls it: `position of clip title`, `fps of the video`. */
  readonly overlaps: ReadonlyArray<string>;
}

/** The ids of the second list in the order of the first; what only the first has is left out. */
const common = (ids: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id) => others.includes(id));

/** The ids of both lists: those that only the second has follow the one before them there. */
const joined = (ids: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  others.reduce((all, id, index) => {
    if (all.includes(id)) return all;
    return all.toSpliced(index === 0 ? 0 : all.indexOf(others[index - 1] ?? '') + 1, 0, id);
  }, ids);

const clipsById = ({ clips }: Document): ReadonlyMap<string, unknown> =>
  new Map(clips.map((clip) => [clip.id, clip]));

const idsOf = ({ clips }: Document): ReadonlyArray<string> => clips.map(({ id }) => id);

/** What a field of a clip is called: those of the own properties of its type by their own names. */
const nameOf = ([field = '', inner]: ReadonlyArray<string>): string =>
  inner !== undefined && field.endsWith('Properties') ? inner : field;

/** A value before, here and on the server. */
type Sides = readonly [before: unknown, mine: unknown, theirs: unknown];

/** Which side wins where both changed a field, and what the field is called. */
interface Overlapping {
  readonly name: (path: ReadonlyArray<string>) => string;
  readonly prefer: <Value>(mine: Value, theirs: Value, name: string) => Value;
}

/** @param depth how many levels of fields are merged one by one */
const mergedFields = (
  [before, mine, theirs]: Sides,
  path: ReadonlyArray<string>,
  { name, prefer }: Overlapping,
  depth: number,
): unknown => {
  if (sameJson(mine, theirs) || sameJson(before, mine)) return theirs;
  if (sameJson(before, theirs)) return mine;
  if (depth === 0 || !isRecord(before) || !isRecord(mine) || !isRecord(theirs))
    return prefer(mine, theirs, name(path));
  const field = (key: string): unknown =>
    mergedFields(
      [before[key], mine[key], theirs[key]],
      [...path, key],
      { name, prefer },
      key === 'timeFrame' ? 0 : depth - 1,
    );
  const fields = Object.keys({ ...theirs, ...mine }).map((key) => [key, field(key)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
};

/**
 * Merges what was changed here with what was changed on the server since `base`, field by field. Fields that only one
 * side changed are taken from that side. The times of a clip are one field: they depend on each other.
 * @param preferred which side wins where both changed the same field
 */
export const merge = (
  base: Document,
  own: Document,
  stored: Document,
  preferred: 'own' | 'stored',
): Merged => {
  const overlaps = new Set<string>();
  const prefer = <Value>(mine: Value, theirs: Value, name: string): Value => {
    overlaps.add(name);
    return preferred === 'own' ? mine : theirs;
  };

  const mergedValue = (sides: Sides, name: (path: ReadonlyArray<string>) => string, depth: number): unknown =>
    mergedFields(sides, [], { name, prefer }, depth);

  const metadata = mergedValue(
    [base.metadata, own.metadata, stored.metadata],
    ([field = '']) => t('{field} of the video', { field: within(labelFor(field)) }),
    1,
  );
  const additional = mergedValue(
    [base.additional, own.additional, stored.additional],
    ([field]) =>
      field === undefined ? t('additional data') : t('{field} of the additional data', { field }),
    1,
  );
  const variables = mergedValue(
    [base.variables, own.variables, stored.variables],
    ([name]) => (name === undefined ? t('the variables') : t('variable {name}', { name })),
    1,
  );
  const [before, mine, theirs] = [clipsById(base), clipsById(own), clipsById(stored)] as const;
  const labels = new Map([...labelsOf(stored.clips), ...labelsOf(own.clips)]);
  const mergedClip = (id: string): unknown =>
    mergedValue(
      [before.get(id), mine.get(id), theirs.get(id)],
      (path) => {
        const clip = labels.get(id) ?? id;
        return path.length === 0
          ? t('clip {clip}', { clip })
          : t('{field} of clip {clip}', { clip, field: within(labelFor(nameOf(path))) });
      },
      2,
    );

  const [was, is, there] = [idsOf(base), idsOf(own), idsOf(stored)];
  const inAll = common(common(was, is), there);
  const [orderBefore, ownOrder, storedOrder] = [was, is, there].map((ids) => common(ids, inAll));
  const isOwnOrder = mergedValue([orderBefore, ownOrder, storedOrder], () => t('the order of the clips'), 0);
  const ids = isOwnOrder === ownOrder ? joined(is, there) : joined(there, is);
  const clips = ids.map(mergedClip).filter((clip) => clip !== undefined);
  return {
    document: {
      metadata,
      clips,
      ...definedFields({ additional, variables }),
    } as Document,
    overlaps: [...overlaps],
  };
};
