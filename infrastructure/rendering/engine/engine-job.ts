import * as t from 'io-ts';
import type { ScenePart } from '../../../workers/render/ports/media-engine.js';
import type { FramesToHash } from '../../../application/ports/file-inspector.js';
import type { PictureJob } from '../pictures/picture-job.js';
import type { ExchangeFolder, PreparedJob } from '../tasks/exchange-folder.js';
import type { ComposeJob } from './compose-job.js';
import type { JoinJob } from './join-job.js';
import type { MixJob } from './mix-job.js';

export type EngineJob = ComposeJob | FileJob | InspectJob | JobsInTurn | JoinJob | MixJob | PictureJob;

/**
 * Reads one file: to hash what a file of this service decodes to, to measure each 10 ms of a sound, or to describe a
 * file of a client.
 */
export interface FileJob {
  readonly type: 'decode' | 'levels' | 'probe';
  readonly path: string;
}

export const prepareFileJob = async (
  type: FileJob['type'],
  path: string,
  { give }: ExchangeFolder,
): Promise<PreparedJob<FileJob>> => ({ job: { type, path: await give(path) }, outputs: [] });

/** A file of a client whose streams and frames are hashed. */
export interface InspectJob {
  readonly type: 'inspect';
  readonly path: string;
  readonly frames: FramesToHash;
}

/** Jobs that are carried out one after the other. */
export interface JobsInTurn {
  readonly type: 'inTurn';
  readonly jobs: ReadonlyArray<EngineJob>;
}

/**
 * Carries out a job.
 * @param onNews called with the progress, a count
 * @returns its result, a JSON value
 */
export type Perform<Job> = (job: Job, onNews: (count: number) => void) => unknown;

/** Called with the part that a job begins to work on; undefined: none. */
export type OnPart = (part: ScenePart | undefined) => void;

/** What the engine replies when it has carried out a job. It is not trusted. */
export const EngineReply = t.union([
  // `memory`: what the process holds, in bytes.
  t.type({ isDone: t.literal(true), result: t.unknown, memory: t.number }),
  t.type({ isDone: t.literal(false), lacksMemory: t.boolean }),
]);
export type EngineReply = t.TypeOf<typeof EngineReply>;
