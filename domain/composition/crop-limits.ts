import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../codec/json.js';
import { trackValue } from './animation/interpolation.js';
import { type ClipProblem, sentClips } from './clips/clip-references.js';
import { Keyframes, type NumericProperty } from './format/keyframes.js';
import { Crop } from './format/place.js';

type Edge = keyof Crop;

/** Opposite edges, and the side that they shorten together. */
const SIDES: ReadonlyArray<{ readonly edges: readonly [Edge, Edge]; readonly side: string }> = [
  { edges: ['left', 'right'], side: 'width' },
  { edges: ['top', 'bottom'], side: 'height' },
];

/** The valid keyframes of one edge, and their index. */
const trackOf = (keyframes: ReadonlyArray<unknown>, edge: Edge) => {
  const property: NumericProperty = `crop.${edge}`;
  const index = keyframes.findIndex((track) => isRecord(track) && track['property'] === property);
  const track = Keyframes.decode(keyframes[index]);
  return E.isRight(track) ? { index, track: track.right } : undefined;
};

/**
 * The problems with keyframes that crop all of a clip's media at the time of one of their points; paths lead from the
 * list. Between the points of two tracks with different easings, drawing keeps a sliver instead.
 */
export const cropProblems = (clips: unknown): ReadonlyArray<ClipProblem> =>
  sentClips(clips).flatMap(({ clip: { keyframes, crop }, path }) => {
    if (!Array.isArray(keyframes)) return [];
    const rest = Crop.decode(crop ?? {});
    if (E.isLeft(rest)) return [];
    return SIDES.flatMap(({ edges: [first, second], side }) => {
      const tracks = [first, second].map((edge) => ({ edge, found: trackOf(keyframes, edge) }));
      const times = tracks.flatMap(({ found }) => found?.track.points.map(({ time }) => time) ?? []);
      const cut = (time: number): number =>
        tracks.reduce(
          (sum, { edge, found }) => sum + (found ? trackValue(found.track, time) : rest.right[edge]),
          0,
        );
      if (times.every((time) => cut(time) < 1)) return [];
      const index = Math.max(...tracks.map(({ found }) => found?.index ?? -1));
      const message = `must leave part of the ${side} when crop.${first} and crop.${second} are added`;
      return [{ path: [...path, 'keyframes', String(index), 'points'], message }];
    });
  });
