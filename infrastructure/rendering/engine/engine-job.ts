import * as t from 'io-ts';
import type { PictureJob } from '../pictures/picture-job.js';
import type { ComposeJob } from './compose-job.js';
import type { DecodeJob } from './decode-job.js';
import type { InspectJob } from './inspect-job.js';
import type { JoinJob } from './join-job.js';
import type { ProbeJob } from './probe-job.js';
import type { LevelsJob, MixJob } from './mix-job.js';

export type EngineJob =
  ComposeJob | DecodeJob | InspectJob | JobsInTurn | JoinJob | LevelsJob | MixJob | PictureJob | ProbeJob;

/** Jobs that are carried out one after the other. */
export interface JobsInTurn {
  readonly type: 'inTurn';
  readonly jobs: ReadonlyArray<EngineJob>;
}

/**
 * Carries out a job.
 * @param onNews called with how far it is
 * @returns its result, a JSON value
 */
export type Perform<Job> = (job: Job, onNews: (count: number) => void) => unknown;

/** What the engine replies when it has carried out a job. It is not trusted. */
export const EngineReply = t.union([
  t.type({ isDone: t.literal(true), result: t.unknown }),
  t.type({ isDone: t.literal(false), lacksMemory: t.boolean }),
]);
export type EngineReply = t.TypeOf<typeof EngineReply>;
