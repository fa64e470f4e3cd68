import { availableParallelism } from 'node:os';

/** How many frames a worker draws on demand concurrently, next to its renders. */
export const PREVIEWS_AT_ONCE = Math.max(2, availableParallelism());

/** The most processes of a kind that wait on a machine with many cores: one that paints holds 50 to 60 MB. */
const MOST_WAITING = 4;

/**
 * Processes of a worker that wait for the next render: as many as paint concurrently, but one that draws, because most
 * renders draw nothing, one that composes and encodes, and one that joins pieces. On machines with many cores, fewer.
 */
export const SPARE_PROCESSES = {
  pictures: Math.min(MOST_WAITING, availableParallelism()),
  drawing: 1,
  engine: 1,
  copies: 1,
};
