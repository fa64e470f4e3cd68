import type { ComposeJob } from './compose-job.js';
import type { InspectJob } from './inspect-job.js';
import type { JoinJob } from './join-job.js';
import type { CountJob, ProbeJob } from './probe-job.js';

/** What the engine carries out: a file of the same name performs each type. */
export type EngineJob = ComposeJob | CountJob | InspectJob | JoinJob | ProbeJob;

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
