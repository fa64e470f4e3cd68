import { isRecord } from '../codec/json.js';

// The copies of a repeated group, and the clips that follow what is repeated or left out.

/** A clip of a template, as it is written. */
export type Written = Readonly<Record<string, unknown>>;

const fieldOf = (clip: Written, name: string): Written => {
  const field = clip[name];
  return isRecord(field) ? field : {};
};

/** Where clips refer to clips by id. */
const REFERENCES: ReadonlySet<string> = new Set(['id', 'after', 'clip']);

/** The ids of clips in a repeated group, those of groups in it included. */
const idsIn = (clip: unknown): ReadonlyArray<string> => {
  if (!isRecord(clip)) return [];
  const { id, clips } = clip;
  return [...(typeof id === 'string' ? [id] : []), ...(Array.isArray(clips) ? clips.flatMap(idsIn) : [])];
};

const renamed = (value: unknown, ids: ReadonlySet<string>, suffix: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids, suffix));
  return isRecord(value) ? renamedIn(value, ids, suffix) : value;
};

/** A copy of a repeated clip, in which these ids and the references to them have a suffix. */
const renamedIn = (value: Written, ids: ReadonlySet<string>, suffix: string): Written =>
  Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      REFERENCES.has(key) && typeof field === 'string' && ids.has(field)
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
 * A copy in a sequence: it starts after the copy before it, if there is one. Only the first copy enters as the group does,
 * and only the last one leaves so.
 */
export const inSequence = (
  copy: Written,
  before: Written | undefined,
  isLast: boolean,
  { gap, transition }: Written,
): Written => {
  const { start: _start, after: _after, gap: _gap, ...times } = fieldOf(copy, 'timeFrame');
  const { in: enters, out } = fieldOf(copy, 'transition');
  const way = before ? transition : enters;
  return {
    ...copy,
    ...(before && { timeFrame: { ...times, after: before['id'], ...(gap === undefined ? {} : { gap }) } }),
    transition: {
      ...(way === undefined ? {} : { in: way }),
      ...(isLast && out !== undefined ? { out } : {}),
    },
  };
};

/**
 * A clip that follows one which is left out takes its place: it starts when that one would have started.
 * @param leftOut the time frames of clips that are left out, by id
 * @param copies the copy of a repeated clip that others follow, by the id of the clip
 */
export const relinked = (
  clip: Written,
  leftOut: ReadonlyMap<unknown, unknown>,
  copies: ReadonlyMap<unknown, string> = new Map(),
): Written => {
  let time = fieldOf(clip, 'timeFrame');
  // Clips may follow each other in a circle.
  for (let { size } = leftOut; size > 0 && time['after'] !== undefined; size -= 1) {
    const place = leftOut.get(time['after']);
    if (!isRecord(place)) break;
    const { start: _start, after: _after, gap: _gap, ...lasts }: Record<string, unknown> = time;
    for (const name of ['start', 'after', 'gap']) if (place[name] !== undefined) lasts[name] = place[name];
    time = lasts;
  }
  const copy = copies.get(time['after']);
  const linked = copy === undefined ? time : { ...time, after: copy };
  return linked === clip['timeFrame'] ? clip : { ...clip, timeFrame: linked };
};
