import { setTimeout as delay } from 'node:timers/promises';

/** Resolves at a random moment within `ms`: a fault strikes at another point of the work each time. */
export const randomMoment = (ms: number): Promise<void> => delay(Math.random() * ms);
