import { isRecord, sameJson } from '../../domain/codec/json.js';

/** A field that differs between two JSON values. An absent side has no such field. */
export interface ChangedField {
  /** JSON Pointer (RFC 6901): into the later value, or into the earlier one if the later has no such field. */
  readonly path: string;
  /** The id of the innermost clip that the field belongs to, if any. */
  readonly clip?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const step = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

type Identified = Readonly<Record<string, unknown>> & { readonly id: string };

/** The items by id, or undefined unless all of them have distinct ids. */
const byId = (
  items: ReadonlyArray<unknown>,
): ReadonlyMap<string, { item: Identified; index: number }> | undefined => {
  const found = new Map<string, { item: Identified; index: number }>();
  for (const [index, item] of items.entries()) {
    if (!isRecord(item) || typeof item['id'] !== 'string') return undefined;
    found.set(item['id'], { item: item as Identified, index });
  }
  return found.size === items.length ? found : undefined;
};

interface Place {
  readonly path: string;
  readonly clip?: string;
}

const within = ({ path, clip }: Place, name: string | number): Place => ({
  path: path + step(name),
  ...(clip === undefined ? {} : { clip }),
});

/** Clips are the same clip if they have the same id, wherever they are in the list. */
const changedItems = (
  before: ReadonlyArray<unknown>,
  after: ReadonlyArray<unknown>,
  place: Place,
): ReadonlyArray<ChangedField> => {
  const old = byId(before);
  const now = byId(after);
  if (!old || !now)
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
      changed(before[index], after[index], within(place, index)),
    ).flat();
  const kept = [...old.keys()].filter((id) => now.has(id));
  const keptNow = [...now.keys()].filter((id) => old.has(id));
  const order = sameJson(kept, keptNow) ? [] : [{ ...place, before: kept, after: keptNow }];
  const removed = [...old].filter(([id]) => !now.has(id));
  return [
    ...order,
    ...removed.flatMap(([id, { item, index }]) =>
      changed(item, undefined, { ...within(place, index), clip: id }),
    ),
    ...[...now].flatMap(([id, { item, index }]) =>
      changed(old.get(id)?.item, item, { ...within(place, index), clip: id }),
    ),
  ];
};

const changed = (before: unknown, after: unknown, place: Place): ReadonlyArray<ChangedField> => {
  if (Array.isArray(before) && Array.isArray(after)) return changedItems(before, after, place);
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changed(before[name], after[name], within(place, name)),
    );
  if (sameJson(before, after)) return [];
  return [
    { ...place, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) },
  ];
};

/**
 * The fields that differ between two JSON values, the innermost ones. Items of lists are compared by their ids if they
 * have ids, otherwise by their positions. If items with ids changed places, the list itself is named, with the ids of the
 * items on both sides in their order.
 */
export const changedFields = (before: unknown, after: unknown): ReadonlyArray<ChangedField> =>
  changed(before, after, { path: '' });
