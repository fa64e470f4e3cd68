import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../codec/json.js';
import { trackValue } from './animation/interpolation.js';
import { type ClipProblem, sentClips } from './clips/clip-references.js';
import { Keyframes, type NumericProperty } from './fields/keyframes.js';
import { Crop } from './fields/place.js';

type Edge = keyof Crop;

/** Opposite edges, and the side that cropping them shortens. */
const SIDES: ReadonlyArray<{ readonly edges: readonly [Edge, Edge]; readonly side: string }> = [
  { edges: ['left', 'right'], side: 'width' },
  { edges: ['top', 'bottom'], side: 'height' },
];

/** The keyframes of one edge and their index, if they are valid. */
const trackOf = (keyframes: ReadonlyArray<unknown>, edge: Edge) => {
  const property: NumericProperty = `crop.${edge}`;
  const index = keyframes.findIndex((track) => isRecord(track) && track['property'] === property);
  const track = Keyframes.decode(keyframes[index]);
  return E.isRight(track) ? { index, track: track.right } : undefined;
};

/**
 * The problems with keyframes that crop away all of a clip's media at the time of one of their points. Paths start at the
 * list. If tracks with different easings do so between their points, drawing keeps a sliver.
 */
export const cropProblems = (clips: unknown): ReadonlyArray<ClipProblem> =>
  sentClips(clips).flatMap(({ clip: { keyframes, crop }, path }) => {
    if (!Array.isArray(keyframes)) return [];
    const atRest = Crop.decode(crop ?? {});
    if (E.isLeft(atRest)) return [];
    return SIDES.flatMap(({ edges: [first, second], side }) => {
      const tracks = [first, second].map((edge) => ({ edge, found: trackOf(keyframes, edge) }));
      const times = tracks.flatMap(({ found }) => found?.track.points.map(({ time }) => time) ?? []);
      const croppedFraction = (time: number): number =>
        tracks.reduce(
          (sum, { edge, found }) => sum + (found ? trackValue(found.track, time) : atRest.right[edge]),
          0,
        );
      if (times.every((time) => croppedFraction(time) < 1)) return [];
      const index = Math.max(...tracks.map(({ found }) => found?.index ?? -1));
      const message = `must leave part of the ${side} when crop.${first} and crop.${second} are added`;
      return [{ path: [...path, 'keyframes', String(index), 'points'], message }];
    });
  });
