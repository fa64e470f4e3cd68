import type { Clip } from './clips/clip.js';
import type { Interval } from './resolve/times.js';

interface Pushable {
  readonly clip: Pick<Clip, 'id' | 'position' | 'transition'>;
}

/** A clip that moves another one with it while it enters (`in`) or leaves (`out`). */
export interface Push<Pusher> {
  readonly clip: Pusher;
  readonly side: 'in' | 'out';
}

/**
 * The push transitions of higher clips with the same `z` that move one clip of a list: a clip that enters while it plays
 * pushes it out; a clip that leaves while it plays draws it in.
 * @param siblings the list, from bottom to top
 * @param intervalOf when a clip of the list plays
 */
export const pushesAmong = <Listed extends Pushable>(
  pushed: Listed,
  siblings: ReadonlyArray<Listed>,
  intervalOf: (listed: Listed) => Interval,
): ReadonlyArray<Push<Listed>> => {
  const { start, end } = intervalOf(pushed);
  const index = siblings.findIndex(({ clip }) => clip.id === pushed.clip.id);
  return siblings.slice(index + 1).flatMap((other): ReadonlyArray<Push<Listed>> => {
    const { position, transition } = other.clip;
    if (position.z !== pushed.clip.position.z) return [];
    const interval = intervalOf(other);
    const enters = transition?.in?.type === 'push' && interval.start >= start && interval.start < end;
    const leaves = transition?.out?.type === 'push' && interval.end > start && interval.end <= end;
    return [
      ...(enters ? [{ clip: other, side: 'in' as const }] : []),
      ...(leaves ? [{ clip: other, side: 'out' as const }] : []),
    ];
  });
};
