import type { Clip } from './clip.js';
import type { Interval } from './resolve/times.js';

interface Pushable {
  readonly clip: Pick<Clip, 'id' | 'position' | 'transition'>;
}

/**
 * The clips of a list that push one of them out when they appear: clips above it, with the same `z`, that start while it
 * plays.
 * @param siblings the list, bottom to top
 * @param intervalOf when a clip of the list plays
 */
export const pushersAmong = <Listed extends Pushable>(
  pushed: Listed,
  siblings: ReadonlyArray<Listed>,
  intervalOf: (listed: Listed) => Interval,
): ReadonlyArray<Listed> => {
  const { start, end } = intervalOf(pushed);
  const place = siblings.findIndex(({ clip }) => clip.id === pushed.clip.id);
  return siblings.slice(place + 1).filter((other) => {
    const { position, transition } = other.clip;
    const begin = intervalOf(other).start;
    return (
      transition?.in?.type === 'push' &&
      position.z === pushed.clip.position.z &&
      begin >= start &&
      begin < end
    );
  });
};
