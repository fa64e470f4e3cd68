import type { ComposeJob } from './compose-job.js';
import type { CountJob, ProbeJob } from './probe-job.js';

/** What the engine carries out: each type has a file that performs it, see `engine-process.ts`. */
export type EngineJob = ComposeJob | CountJob | ProbeJob;

/**
 * Carries out a job.
 * @param onNews called with how far it is
 * @returns its result, a JSON value
 */
export type Perform<Job> = (job: Job, onNews: (count: number) => void) => unknown;

/** What the engine replies when it has carried out a job. */
export type EngineReply =
  | { readonly isDone: true; readonly result: unknown }
  | { readonly isDone: false; readonly lacksMemory: boolean };
