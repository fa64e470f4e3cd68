import fastJsonPatch, { type Operation } from 'fast-json-patch';
import type { Composition } from '../../domain/composition/composition.js';
import type { VideoId } from '../../domain/ids.js';
import { letOthersRun } from '../let-others-run.js';
import type { ComparisonRecord } from '../records/comparison-record.js';
import type { VideoRecord } from '../records/video-record.js';
import { changedFields } from './changed-fields.js';
import { changedRanges } from './changed-ranges.js';

/**
 * A JSON Patch (RFC 6902) that turns one video into the other: add, remove and replace, in order of application. The
 * cost is linear in the size of both, however different they are.
 */
export const patchBetween = (before: VideoRecord, after: VideoRecord): ReadonlyArray<Operation> =>
  fastJsonPatch.compare(before, after);

export interface VersionContent {
  readonly version: number;
  readonly composition: Composition;
}

/** Rounds to millionths, which is finer than any frame rate needs. */
const rounded = (ms: number): number => Math.round(ms * 1e6) / 1e6;

/**
 * The differences between two versions of a video. Lets the process do other work between the comparisons, each of which
 * takes long if there are many clips.
 * @param frameUrl the address of a frame of a version, at a time in ms
 */
export const comparisonOf = async (
  videoId: VideoId,
  before: VersionContent,
  after: VersionContent,
  frameUrl: (version: number, ms: number) => string,
): Promise<ComparisonRecord> => {
  await letOthersRun();
  const fields = changedFields(before.composition, after.composition);
  await letOthersRun();
  const ranges = await changedRanges(before.composition, after.composition);
  await letOthersRun();
  return {
    videoId,
    before: before.version,
    after: after.version,
    fields,
    ranges: ranges.map(({ from, to, middle, shows }) => {
      const t = rounded(middle);
      return {
        from: rounded(from),
        ...(to === undefined ? {} : { to: rounded(to) }),
        t,
        ...(shows.before ? { beforeFrameUrl: frameUrl(before.version, t) } : {}),
        ...(shows.after ? { afterFrameUrl: frameUrl(after.version, t) } : {}),
      };
    }),
  };
};
