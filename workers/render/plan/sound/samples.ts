/** Samples per second of the output. */
export const SAMPLE_RATE = 48_000;
/** Left and right. */
export const CHANNELS = 2;

/** The index of the sample at a time in ms. */
export const samplesAt = (ms: number): number => Math.round((ms * SAMPLE_RATE) / 1000);
