import { boxAt, joined, viewOf, words } from '../../compose/h264/boxes.js';
import { followingPictures, type FollowingPictures } from './following-pictures.js';
import { NAL, nalType } from '../../compose/h264/nal-units.js';
import { parameterSets } from '../../compose/h264/parameter-sets.js';
import { rewrittenMovie, type Sample } from '../../compose/h264/rewritten-movie.js';
import { samplesIn, TABLES } from '../../compose/h264/sample-tables.js';

/** How long a picture is shown. */
export interface ShownPicture {
  /** Which of the encoded pictures it is. */
  readonly picture: number;
  /** At least two. */
  readonly frames: number;
}

/** What is read from the file of the pictures. */
interface EncodedPictures extends FollowingPictures {
  readonly samples: ReadonlyArray<Uint8Array>;
}

/** The NAL units of a sample. */
const nalsIn = (sample: Uint8Array): ReadonlyArray<Uint8Array> => {
  const nals: Uint8Array[] = [];
  for (let at = 0; at + 4 <= sample.length;) {
    const end = at + 4 + viewOf(sample).getUint32(at);
    nals.push(sample.subarray(at + 4, end));
    at = end;
  }
  return nals;
};

const asSample = (...nals: ReadonlyArray<Uint8Array>): Uint8Array =>
  joined(nals.flatMap((nal) => [words([nal.length]), nal]));

const kindOf = (nal: Uint8Array): number => nalType(nal[0]);
const isKeyFrame = (sample: Uint8Array): boolean =>
  nalsIn(sample).some((nal) => kindOf(nal) === NAL.keySlice);

/** The pictures of a file that has others before a place, as if these had not been there. */
const from = (place: number, pictures: EncodedPictures): EncodedPictures | undefined => {
  const { samples, first } = pictures;
  const [start, key] = [samples[0], samples[place]];
  if (place === 0) return pictures;
  if (!start || !key || !isKeyFrame(key)) return undefined;
  // The encoder names itself in the first sample.
  const about = nalsIn(start).filter((nal) => kindOf(nal) === NAL.information);
  const own = asSample(...about, ...nalsIn(key).map(first));
  return { ...pictures, samples: [own, ...samples.slice(place + 1)] };
};

const readPictures = (file: Uint8Array, place: number): EncodedPictures | undefined => {
  const tables = boxAt(file, ...TABLES);
  if (!tables) return undefined;
  const sets = parameterSets(tables);
  const following = sets && followingPictures(sets.sequence, sets.picture);
  const ranges = samplesIn(tables);
  if (!following || !ranges) return undefined;
  const samples = ranges.map(({ start, length }) => file.subarray(start, start + length));
  return from(place, { ...following, samples });
};

/**
 * Divides frames into groups of at most `most`, each of at least two, because no key frame may follow another at once.
 * The last group, which others follow, leaves room for `after` more.
 */
const groupsOf = (frames: number, most: number, after: number): ReadonlyArray<number> => {
  const room = Math.max(1, most - after);
  const last = after === 0 || frames <= room ? 0 : room + (frames - room === 1 ? -1 : 0);
  const before = frames - last;
  const count = Math.ceil(before / most);
  const ends = Array.from({ length: count + 1 }, (_, index) => Math.floor((index * before) / count));
  return [...ends.slice(1).map((end, index) => end - (ends[index] ?? 0)), ...(last > 0 ? [last] : [])];
};

/** Each picture, with what repeats it. */
const heldSamples = (
  { samples, repeated, moved, delay }: EncodedPictures,
  shown: ReadonlyArray<ShownPicture>,
  most: number,
): ReadonlyArray<Sample> | undefined => {
  const all: Sample[] = [];
  /** How many pictures after its key frame the next one comes. */
  let place = 0;
  const add = (bytes: Uint8Array): void => {
    all.push({ bytes, isKey: place === 0, delay });
    place += 1;
  };
  const repeat = (times: number): void => {
    for (let done = 0; done < times; done += 1) add(asSample(repeated(place)));
  };
  for (const [index, { picture, frames }] of shown.entries()) {
    const sample = samples[picture];
    if (!sample || frames < 2) return undefined;
    if (isKeyFrame(sample)) {
      const next = shown[index + 1];
      const follows = next?.picture === picture + 1 && !isKeyFrame(samples[next.picture] ?? sample);
      for (const size of groupsOf(frames, most, follows ? next.frames : 0)) {
        place = 0;
        add(sample);
        repeat(size - 1);
      }
    } else {
      if (shown[index - 1]?.picture !== picture - 1) return undefined;
      const slices = nalsIn(sample).filter((nal) => kindOf(nal) === NAL.slice);
      const own = slices.flatMap((nal) => moved(nal, place) ?? []);
      if (own.length !== 1 || slices.length !== 1) return undefined;
      add(asSample(...own));
      repeat(frames - 1);
    }
  }
  return all;
};

/** The number of pictures that were encoded for a piece. */
const countOf = (shown: ReadonlyArray<ShownPicture>): number =>
  Math.max(...shown.map(({ picture }) => picture)) + 1;

/** The bit rate that ffmpeg states for samples, in bits per second. */
const bitRateOf = (
  samples: ReadonlyArray<Uint8Array>,
  { num, den }: { readonly num: number; readonly den: number },
): number => {
  const bytes = samples.reduce((sum, { length }) => sum + length, 0);
  return Math.floor((bytes * 8 * num) / (samples.length * den));
};

/**
 * An MP4 in which each picture of another is shown for some frames: after it come pictures that repeat it without loss.
 * A picture that is encoded as a change of the key frame before it must be shown after that, for less than `most`
 * frames.
 * @param file the pictures, as ffmpeg writes them
 * @param rate frames per second
 * @param most how many frames lie between key frames at most; a key frame that is shown longer comes again
 * @param place the number of the frame that is picture 0, see `still-places.ts`
 * @returns undefined if the file has a form for which this is not made
 */
export const holdPictures = (
  file: Uint8Array,
  shown: ReadonlyArray<ShownPicture>,
  rate: { readonly num: number; readonly den: number },
  most: number,
  place = 0,
): Uint8Array | undefined => {
  const read = readPictures(file, place);
  const samples = read && heldSamples(read, shown, Math.max(2, most));
  return (
    samples && rewrittenMovie(file, samples, rate, bitRateOf(read.samples.slice(0, countOf(shown)), rate))
  );
};
