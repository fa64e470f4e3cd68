import { isRecord, sameJson } from '../../domain/codec/json.js';

/** A field that differs between two JSON values. `before` or `after` is absent if that value has no such field. */
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

interface FieldLocation {
  readonly path: string;
  readonly clip?: string;
}

const within = ({ path, clip }: FieldLocation, name: string | number): FieldLocation => ({
  path: path + step(name),
  ...(clip === undefined ? {} : { clip }),
});

/** Items with the same id are the same item, at any position in the list. */
const changedItems = (
  before: ReadonlyArray<unknown>,
  after: ReadonlyArray<unknown>,
  location: FieldLocation,
): ReadonlyArray<ChangedField> => {
  const old = byId(before);
  const now = byId(after);
  if (!old || !now)
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
      changed(before[index], after[index], within(location, index)),
    ).flat();
  const oldOrder = [...old.keys()].filter((id) => now.has(id));
  const newOrder = [...now.keys()].filter((id) => old.has(id));
  const order = sameJson(oldOrder, newOrder) ? [] : [{ ...location, before: oldOrder, after: newOrder }];
  const removed = [...old].filter(([id]) => !now.has(id));
  return [
    ...order,
    ...removed.flatMap(([id, { item, index }]) =>
      changed(item, undefined, { ...within(location, index), clip: id }),
    ),
    ...[...now].flatMap(([id, { item, index }]) =>
      changed(old.get(id)?.item, item, { ...within(location, index), clip: id }),
    ),
  ];
};

const changed = (before: unknown, after: unknown, location: FieldLocation): ReadonlyArray<ChangedField> => {
  if (Array.isArray(before) && Array.isArray(after)) return changedItems(before, after, location);
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changed(before[name], after[name], within(location, name)),
    );
  if (sameJson(before, after)) return [];
  return [
    { ...location, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) },
  ];
};

/**
 * The innermost fields that differ between two JSON values. Items of lists are compared by id if they have ids, otherwise by
 * position. If the order of items with ids has changed, the result has the list itself, with the ids in both orders.
 */
export const changedFields = (before: unknown, after: unknown): ReadonlyArray<ChangedField> =>
  changed(before, after, { path: '' });
