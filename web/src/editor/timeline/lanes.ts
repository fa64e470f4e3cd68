import type { PlacedClip } from '../places.js';
import { seamOf } from './seams.js';

/** Clips that share a lane have the same height. */
type Family = 'words' | 'pictures' | 'sounds';

const familyOf = ({ type }: PlacedClip): Family => {
  if (type === 'audio') return 'sounds';
  return type === 'video' || type === 'image' || type === 'group' ? 'pictures' : 'words';
};

/** Heights of lanes, px. */
const HEIGHTS: Readonly<Record<Family, number>> = { words: 34, pictures: 50, sounds: 44 };
/** The words of a caption are below its name. */
const WITH_WORDS = 44;
/** The height of the words that are edited, below the lane of their clip, px. */
export const WORDS = 32;

/** A row of the timeline. */
export interface Lane {
  /** The distance from the first lane, px. */
  readonly top: number;
  /** px */
  readonly height: number;
  readonly clips: ReadonlyArray<PlacedClip>;
}

const overlap = (one: PlacedClip, other: PlacedClip): boolean =>
  one.start < other.end && other.start < one.end;

/**
 * The lanes of clips, the topmost first: clips that overlap at most in a transition share a lane, and a lane begins with
 * what lies lowest.
 * Sounds are below.
 * @param edited the clip whose words are shown below its lane
 */
export const lanesOf = (clips: ReadonlyArray<PlacedClip>, edited?: string): ReadonlyArray<Lane> => {
  const filled: PlacedClip[][] = [];
  for (const clip of clips.toSorted((a, b) => a.z - b.z)) {
    const free = filled.find(
      (lane) =>
        lane[0] !== undefined &&
        familyOf(lane[0]) === familyOf(clip) &&
        !lane.some((other) => overlap(other, clip) && !seamOf(other, clip)),
    );
    if (free) free.push(clip);
    else filled.push([clip]);
  }
  const isSound = ([first]: ReadonlyArray<PlacedClip>): boolean => first?.type === 'audio';
  const lanes = [...filled.filter((lane) => !isSound(lane)).toReversed(), ...filled.filter(isSound)];
  let top = 0;
  return lanes.map((lane) => {
    const [first] = lane;
    const hasWords = lane.some(({ type }) => type === 'caption');
    const height = first && !hasWords ? HEIGHTS[familyOf(first)] : WITH_WORDS;
    const placed = { top, height, clips: lane.toSorted((a, b) => a.start - b.start) };
    top += height + (lane.some(({ id, type }) => id === edited && type === 'caption') ? WORDS : 0);
    return placed;
  });
};
