import { inParallel } from '../tasks/in-parallel.js';

/**
 * Works on pieces, at most `atOnce` concurrently. Each lane has consecutive pieces, so that its decoder goes on from one
 * to the next.
 */
export const inLanes = async <A>(
  pieces: ReadonlyArray<A>,
  atOnce: number,
  signal: AbortSignal,
  work: (piece: A, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lanes = lanesOf(pieces, atOnce);
  await inParallel(lanes, atOnce, signal, async (lane, signal) => {
    for (let piece = nextIn(lane, lanes); piece; piece = nextIn(lane, lanes)) await work(piece, signal);
  });
};

/** Lanes of about the same number of pieces. */
const lanesOf = <A>(pieces: ReadonlyArray<A>, atOnce: number): ReadonlyArray<A[]> => {
  const count = Math.min(atOnce, pieces.length);
  const startOf = (lane: number): number => Math.round((lane * pieces.length) / count);
  return Array.from({ length: count }, (_, lane) => pieces.slice(startOf(lane), startOf(lane + 1)));
};

/** Removes the next piece of a lane; where it has none left, it takes over the last half of the longest other one. */
const nextIn = <A>(lane: A[], lanes: ReadonlyArray<A[]>): A | undefined => {
  if (lane.length === 0) {
    const longest = lanes.reduce((most, one) => (one.length > most.length ? one : most), lane);
    lane.push(...longest.splice(Math.floor(longest.length / 2)));
  }
  return lane.shift();
};
