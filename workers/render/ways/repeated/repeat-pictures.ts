import { hasKeySlice, NAL, nalUnitsOf } from '../../h264/nal-units.js';
import type { ParameterSets } from '../../h264/parameter-sets.js';
import type { RepeatedPictures } from '../../ports/media-engine.js';
import { followingPictures } from './following-pictures.js';

/** Encoded pictures, each a sample of an MP4, and the parameter sets that they were encoded with. */
export interface EncodedPictures {
  readonly sets: ParameterSets;
  readonly samples: ReadonlyArray<Uint8Array>;
}

export interface FrameSample {
  readonly bytes: Uint8Array;
  readonly isKey: boolean;
}

const asSample = (nal: Uint8Array): Uint8Array => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(nal.length);
  return Buffer.concat([length, nal]);
};

/**
 * Divides frames into groups of two to `most` frames, because no key frame may directly follow another. The last group
 * leaves room for `after` more frames.
 */
const groupsOf = (frames: number, most: number, after: number): ReadonlyArray<number> => {
  const room = Math.max(1, most - after);
  const last = after === 0 || frames <= room ? 0 : room + (frames - room === 1 ? -1 : 0);
  const before = frames - last;
  const count = Math.ceil(before / most);
  const ends = Array.from({ length: count + 1 }, (_, index) => Math.floor((index * before) / count));
  return [...ends.slice(1).map((end, index) => end - (ends[index] ?? 0)), ...(last > 0 ? [last] : [])];
};

/**
 * The samples of a video that shows each picture for some frames, by pictures that repeat it without loss. A picture that
 * is encoded as a change of the previous key frame must be shown after that, for less than `most` frames.
 * @returns undefined if the form of the pictures is not supported
 */
export const repeatPictures = (
  { sets, samples }: EncodedPictures,
  { shown, most }: Pick<RepeatedPictures, 'shown' | 'most'>,
): ReadonlyArray<FrameSample> | undefined => {
  const following = followingPictures(sets);
  if (!following) return undefined;
  const all: FrameSample[] = [];
  /** The number of pictures from the last key frame to the next picture. */
  let distance = 0;
  const add = (bytes: Uint8Array): void => {
    all.push({ bytes, isKey: distance === 0 });
    distance += 1;
  };
  const repeat = (times: number): void => {
    for (let done = 0; done < times; done += 1) add(asSample(following.repeated(distance)));
  };
  for (const [index, { picture, frames }] of shown.entries()) {
    const sample = samples[picture];
    if (!sample || frames < 2) return undefined;
    if (hasKeySlice(sample)) {
      const next = shown[index + 1];
      const follows = next?.picture === picture + 1 && !hasKeySlice(samples[next.picture] ?? sample);
      for (const size of groupsOf(frames, Math.max(2, most), follows ? next.frames : 0)) {
        distance = 0;
        add(sample);
        repeat(size - 1);
      }
    } else {
      if (shown[index - 1]?.picture !== picture - 1) return undefined;
      const [slice, another] = nalUnitsOf(sample)?.filter(({ type }) => type === NAL.slice) ?? [];
      const moved = slice && !another ? following.moved(slice.bytes, distance) : undefined;
      if (!moved) return undefined;
      add(asSample(moved));
      repeat(frames - 1);
    }
  }
  return all;
};
