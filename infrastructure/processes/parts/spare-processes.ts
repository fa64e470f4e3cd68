import { availableParallelism } from 'node:os';
import { SHARED, type Sharing } from '../../../application/permits/shared-resources.js';

/** The cores of this machine beyond the two for which the table of shared resources is made. */
const FURTHER_CORES = Math.max(0, availableParallelism() - 2);

/** The permits for frames that a worker draws on demand, besides its renders. */
export const DRAWING: Sharing = {
  ...SHARED.drawing,
  permits: SHARED.drawing.permits + FURTHER_CORES,
  perOwner: SHARED.drawing.perOwner + FURTHER_CORES,
};

/** The maximum number of spare processes, on machines with many cores. */
const MAX_SPARES = 4;

/** How many started processes of a worker wait for the next render: one for each core, at most `MAX_SPARES`. */
export const SPARE_PROCESSES = Math.min(MAX_SPARES, availableParallelism());
