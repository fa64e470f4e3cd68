import type { Fingerprint } from '../../../domain/render/fingerprint.js';
import type { StreamHash } from '../../../domain/render/render-output.js';
import type { InspectJob, Perform } from './engine-job.js';
import type { Inspected } from './file-inspector.js';
import { FrameHasher } from './frame-hasher.js';
import { FrameReader } from './frame-reader.js';
import { NoSuchStream } from './stream-packets.js';
import { streamHash } from './stream-hash.js';

const HASHES_PER_SECOND = 10;

/** A time in units of a stream as a whole number of units of which a second has `perSecond`. */
const inUnits = (
  time: bigint,
  { num, den }: { readonly num: number; readonly den: number },
  perSecond: number,
  rounding: (units: number) => number,
): number => rounding((Number(time) * num * perSecond) / den);

/** Rounds down, except from just below a whole number: products of floating-point numbers may be a little too small. */
const down = (units: number): number => Math.floor(units + 1e-6);

const openFrames = ({ path, frames }: InspectJob) => {
  const options = frames === 'key' ? { skip_frame: 'nokey' } : {};
  const input = { _tag: 'Source', path, options } as const;
  const reader = new FrameReader(input, 'v');
  return { reader, offset: reader.packets.offset({}) };
};

/** Hashes frames: all that are decoded, or those that are shown at each tenth of a second. */
const fingerprintOf = (job: InspectJob, onFrames: (count: number) => void): Omit<Fingerprint, 'method'> => {
  const { reader, offset } = openFrames(job);
  const { timeBase } = reader.packets.stream;
  const hasher = new FrameHasher(reader.upright);
  const [at, hashes]: [number[], string[]] = [[], []];
  let frame = reader.next();
  while (frame) {
    const next = reader.next();
    const time = frame.pts + offset;
    if (job.frames === 'key') {
      at.push(Math.max(0, inUnits(time, timeBase, 1000, down)));
      hashes.push(hasher.hash(frame));
    } else {
      const end = next ? next.pts + offset : time + (frame.duration > 0n ? frame.duration : 1n);
      const [first, after] = [time, end].map((one) => inUnits(one, timeBase, HASHES_PER_SECOND, Math.round));
      const hash = (first ?? 0) < (after ?? 0) ? hasher.hash(frame) : '';
      for (let tenth = Math.max(0, first ?? 0); tenth < (after ?? 0); tenth += 1) {
        at.push((tenth * 1000) / HASHES_PER_SECOND);
        hashes.push(hash);
      }
    }
    frame.free();
    onFrames(at.length);
    frame = next;
  }
  hasher.close();
  reader.close();
  return { at, hashes };
};

/** The hashes of the first video and the first sound; none if their codecs are not those of outputs. */
const hashesOf = ({ path }: InspectJob): ReadonlyArray<StreamHash> => {
  const hashOf = (kind: StreamHash['kind']): ReadonlyArray<StreamHash> => {
    try {
      return [{ kind, sha256: streamHash(path, kind) }];
    } catch (error) {
      if (kind === 'audio' && error instanceof NoSuchStream) return [];
      throw error;
    }
  };
  try {
    return [...hashOf('video'), ...hashOf('audio')];
  } catch {
    return [];
  }
};

/** Hashes the streams and frames of a file. */
export const inspect: Perform<InspectJob> = (job, onNews): Inspected => ({
  streams: hashesOf(job),
  ...fingerprintOf(job, onNews),
});
