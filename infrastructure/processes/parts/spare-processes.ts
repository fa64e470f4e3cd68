import { availableParallelism } from 'node:os';
import { SHARED, type Sharing } from '../../../application/permits/shared-resources.js';

/** How many cores a machine has more than the two for which the table of shared resources is made. */
const FURTHER_CORES = Math.max(0, availableParallelism() - 2);

/** The places for frames that a worker draws on demand, next to its renders. */
export const DRAWING: Sharing = {
  ...SHARED.drawing,
  permits: SHARED.drawing.permits + FURTHER_CORES,
  perOwner: SHARED.drawing.perOwner + FURTHER_CORES,
};

/** The most processes that wait on a machine with many cores. */
const MOST_WAITING = 4;

/** Processes of a worker that wait for the next render: as many as work concurrently. On machines with many cores, fewer. */
export const SPARE_PROCESSES = Math.min(MOST_WAITING, availableParallelism());
