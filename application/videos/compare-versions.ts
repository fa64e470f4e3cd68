import fastJsonPatch, { type Operation } from 'fast-json-patch';
import type { VideoRecord } from '../records/video-record.js';

/**
 * What makes the one video of the other, as a JSON Patch (RFC 6902): add, remove and replace, in the order in which they
 * apply. Costs as much as reading both, however different they are.
 */
export const patchBetween = (before: VideoRecord, after: VideoRecord): ReadonlyArray<Operation> =>
  fastJsonPatch.compare(before, after);
