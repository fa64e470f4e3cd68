import { type Document, withClip } from './document.js';

export type StackingMove = 'forward' | 'backward' | 'front' | 'back';

const zOf = (clip: Document['clips'][number] | undefined): number => clip?.position?.z ?? 0;

/** The ids of the clips in the order in which they are drawn. */
const drawnOrder = ({ clips }: Document): ReadonlyArray<string> =>
  clips.toSorted((a, b) => zOf(a) - zOf(b)).map(({ id }) => id);

/** Moves each of these ids one position later, unless the next one is also among them. */
const oneLater = (order: ReadonlyArray<string>, ids: ReadonlySet<string>): ReadonlyArray<string> =>
  order.reduceRight<ReadonlyArray<string>>((before, id, at) => {
    const next = before[at + 1];
    return ids.has(id) && next !== undefined && !ids.has(next)
      ? before.with(at, next).with(at + 1, id)
      : before;
  }, order);

const orderAfter = (
  order: ReadonlyArray<string>,
  ids: ReadonlySet<string>,
  direction: StackingMove,
): ReadonlyArray<string> => {
  const [chosen, others] = [order.filter((id) => ids.has(id)), order.filter((id) => !ids.has(id))];
  switch (direction) {
    case 'front':
      return [...others, ...chosen];
    case 'back':
      return [...chosen, ...others];
    case 'forward':
      return oneLater(order, ids);
    case 'backward':
      return oneLater(order.toReversed(), ids).toReversed();
  }
};

/** The document with a clip on the layer of another, next to it in the list. */
const nextTo = (document: Document, id: string, neighbour: string, side: 0 | 1): Document => {
  const z = zOf(document.clips.find((clip) => clip.id === neighbour));
  const { clips } = withClip(document, id, (clip) => ({ ...clip, position: { ...clip.position, z } }));
  const others = clips.filter((clip) => clip.id !== id);
  const at = others.findIndex((clip) => clip.id === neighbour) + side;
  return { ...document, clips: others.toSpliced(at, 0, ...clips.filter((clip) => clip.id === id)) };
};

/**
 * The document with these clips moved in the drawing order, by one or to an end. They keep their order, and no other
 * clip changes.
 */
export const restacked = (
  document: Document,
  ids: ReadonlyArray<string>,
  direction: StackingMove,
): Document => {
  const order = drawnOrder(document);
  const after = orderAfter(order, new Set(ids), direction);
  if (after.every((id, at) => id === order[at])) return document;
  const isUp = direction === 'forward' || direction === 'front';
  // Starts at the end that the clips leave, so that each neighbour is already in its final position.
  const sequence = isUp ? after : after.toReversed();
  return sequence.reduce((before, id, at) => {
    const neighbour = sequence[at - 1];
    return ids.includes(id) && neighbour !== undefined ? nextTo(before, id, neighbour, isUp ? 1 : 0) : before;
  }, document);
};
