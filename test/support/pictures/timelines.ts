import * as fc from 'fast-check';

/** The frame rates that have names in the field. */
export const NAMED_RATES = [23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 120];

/** Generates instants and offsets in ms. */
export const time = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }),
  fc.double({ min: 0, max: 20_000, noNaN: true }),
);
