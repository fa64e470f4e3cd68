import fastJsonPatch, { type Operation } from 'fast-json-patch';
import type { VideoRecord } from '../records/video-record.js';

/**
 * A JSON Patch (RFC 6902) that turns one video into the other: add, remove and replace, in order of application. The
 * cost is linear in the size of both, however different they are.
 */
export const patchBetween = (before: VideoRecord, after: VideoRecord): ReadonlyArray<Operation> =>
  fastJsonPatch.compare(before, after);
