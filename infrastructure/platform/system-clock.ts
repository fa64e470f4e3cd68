import type { Clock } from '../../application/ports/clock.js';

/** This machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
