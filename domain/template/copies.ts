import { isRecord } from '../codec/json.js';

// The copies of repeated groups, and clips that follow (`after`) a repeated or omitted clip.

/** A clip or field of a template, before it is filled in. */
export type Written = Readonly<Record<string, unknown>>;

const fieldOf = (clip: Written, name: string): Written => {
  const field = clip[name];
  return isRecord(field) ? field : {};
};

const ID_FIELDS: ReadonlySet<string> = new Set(['id', 'after', 'clip']);

const idsIn = (clip: unknown): ReadonlyArray<string> => {
  if (!isRecord(clip)) return [];
  const { id, clips } = clip;
  return [...(typeof id === 'string' ? [id] : []), ...(Array.isArray(clips) ? clips.flatMap(idsIn) : [])];
};

const renamed = (value: unknown, ids: ReadonlySet<string>, suffix: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids, suffix));
  return isRecord(value) ? renamedIn(value, ids, suffix) : value;
};

/** Adds a suffix to these ids and to the references to them. */
const renamedIn = (value: Written, ids: ReadonlySet<string>, suffix: string): Written =>
  Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      ID_FIELDS.has(key) && typeof field === 'string' && ids.has(field)
        ? `${field}${suffix}`
        : renamed(field, ids, suffix),
    ]),
  );

/** The id of the copy for the item of a list at an index. */
export const copyId = (id: unknown, index: number): string =>
  `${String(id)}${index === 0 ? '' : `-${index + 1}`}`;

/** Makes the copy of a clip for the item of a list at an index. */
export const copiesOf = (clip: Written): ((index: number) => Written) => {
  const ids = new Set(idsIn(clip));
  return (index) => (index === 0 ? clip : renamedIn(clip, ids, copyId('', index)));
};

/**
 * A copy in a sequence: it starts after the copy before it, if there is one. Only the first copy enters like the group, and
 * only the last one leaves like it.
 */
export const inSequence = (
  copy: Written,
  before: Written | undefined,
  isLast: boolean,
  { gap, transition }: Written,
): Written => {
  const { start: _start, after: _after, gap: _gap, ...times } = fieldOf(copy, 'timeFrame');
  const { in: enters, out } = fieldOf(copy, 'transition');
  const entrance = before ? transition : enters;
  return {
    ...copy,
    ...(before && { timeFrame: { ...times, after: before['id'], ...(gap === undefined ? {} : { gap }) } }),
    transition: {
      ...(entrance === undefined ? {} : { in: entrance }),
      ...(isLast && out !== undefined ? { out } : {}),
    },
  };
};

/**
 * A clip that follows an omitted one starts when that one would have started.
 * @param omitted the time frames of omitted clips, by id
 * @param copies the id of the copy that other clips follow, by the id of the repeated clip
 */
export const relinked = (
  clip: Written,
  omitted: ReadonlyMap<unknown, unknown>,
  copies: ReadonlyMap<unknown, string> = new Map(),
): Written => {
  let time = fieldOf(clip, 'timeFrame');
  // Clips may follow each other in a cycle.
  for (let { size } = omitted; size > 0 && time['after'] !== undefined; size -= 1) {
    const replaced = omitted.get(time['after']);
    if (!isRecord(replaced)) break;
    const { start: _start, after: _after, gap: _gap, ...rest }: Record<string, unknown> = time;
    for (const name of ['start', 'after', 'gap'])
      if (replaced[name] !== undefined) rest[name] = replaced[name];
    time = rest;
  }
  const copy = copies.get(time['after']);
  const linked = copy === undefined ? time : { ...time, after: copy };
  return linked === clip['timeFrame'] ? clip : { ...clip, timeFrame: linked };
};
