import type { ProcessLimits } from '../../machine/sandbox/run-sandboxed.js';

const MiB = 1024 ** 2;
const SECOND = 1000;
const HOUR = 3600;

/** Probing a file: at most reading it once, writing nothing. */
export const PROBE_LIMITS: ProcessLimits = {
  wallMs: 20 * SECOND,
  cpuSeconds: 40,
  memoryBytes: 1024 * MiB,
  fileBytes: 0,
  processes: 256,
};

/** Decoding a file of a client once, writing nothing. */
export const INSPECT_LIMITS: ProcessLimits = {
  wallMs: 120 * SECOND,
  cpuSeconds: 240,
  memoryBytes: 2048 * MiB,
  fileBytes: 0,
  processes: 256,
};

/**
 * Decoding, composing and encoding: a piece of a few seconds, or the sound of a whole timeline. The stall timeout ends
 * a process that hangs long before these limits.
 */
export const ENCODE_LIMITS: ProcessLimits = {
  wallMs: 2 * HOUR * SECOND,
  cpuSeconds: 6 * HOUR,
  memoryBytes: 4096 * MiB,
  fileBytes: 64 * 1024 * MiB,
  processes: 1024,
};

/** ffmpeg stall timeout, in ms. */
export const STALL_TIMEOUT_MS = 60 * SECOND;
