import type { ProcessLimits } from '../../machine/sandbox/run-sandboxed.js';

const MiB = 1024 ** 2;
const SECOND = 1000;
const HOUR = 3600;

/** Looking at a file: reading it to its end at most, writing nothing. */
export const PROBE_LIMITS: ProcessLimits = {
  wallMs: 20 * SECOND,
  cpuSeconds: 40,
  memoryBytes: 1024 * MiB,
  fileBytes: 0,
  processes: 256,
};

/**
 * Decoding, composing and encoding: a piece of a few seconds, or the sound of a whole timeline. What stands still is
 * ended long before the time is up.
 */
export const ENCODE_LIMITS: ProcessLimits = {
  wallMs: 2 * HOUR * SECOND,
  cpuSeconds: 6 * HOUR,
  memoryBytes: 4096 * MiB,
  fileBytes: 64 * 1024 * MiB,
  processes: 1024,
};

/** Decoding and drawing pictures, in a process for one render; each picture has a time limit of its own. */
export const PICTURE_LIMITS: ProcessLimits = {
  wallMs: 2 * HOUR * SECOND,
  cpuSeconds: 2 * HOUR,
  memoryBytes: 2048 * MiB,
  fileBytes: 1024 * MiB,
  processes: 256,
};

/** Drawing the frames of a few seconds; it writes to pipes only. */
export const DRAW_LIMITS: ProcessLimits = {
  wallMs: 2 * HOUR * SECOND,
  cpuSeconds: 2 * HOUR,
  memoryBytes: 4096 * MiB,
  fileBytes: 0,
  processes: 512,
};

/** Drawing what rests, into a file each. */
export const DRAW_STILLS_LIMITS: ProcessLimits = { ...DRAW_LIMITS, fileBytes: 512 * MiB };

/** How long ffmpeg may bring nothing forth, in ms. */
export const ENCODE_PATIENCE_MS = 60 * SECOND;
