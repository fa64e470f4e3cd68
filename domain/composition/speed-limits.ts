import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../codec/json.js';
import { playbackOf, ROUGH_PANEL } from './animation/playback.js';
import { type ClipProblem, sentClips } from './clips/clip-references.js';
import { Keyframes } from './fields/keyframes.js';
import { playedMediaProblem, explicitLength, TimeFrame } from './fields/time-frame.js';
import { LIMITS } from './limits.js';

/** How much media a clip plays at the speed of keyframes, ms; undefined if it cannot be too much. */
const playedAtSpeed = (track: unknown, timeFrame: unknown): number | undefined => {
  if (!isRecord(track) || track['property'] !== 'timeFrame.speed') return undefined;
  const [keyframes, times] = [Keyframes.decode(track), TimeFrame.decode(timeFrame)];
  if (E.isLeft(keyframes) || E.isLeft(times)) return undefined;
  const { points } = keyframes.right;
  const length = explicitLength(times.right);
  // Most clips are too short at any speed. At normal speed, a clip may be longer than the longest video.
  if (length * LIMITS.speed.maximum <= LIMITS.durationMs || points.every(({ value }) => value === 1))
    return undefined;
  return playbackOf(points, times.right.freeze ?? [], ROUGH_PANEL).playedBy(length);
};

/** The problems with keyframed speeds that play too much media. Paths start at the list. */
export const speedProblems = (clips: unknown): ReadonlyArray<ClipProblem> =>
  sentClips(clips).flatMap(({ clip: { keyframes, timeFrame }, path }) =>
    (Array.isArray(keyframes) ? keyframes : []).flatMap((track: unknown, index) => {
      const message = playedMediaProblem(playedAtSpeed(track, timeFrame) ?? 0);
      return message === undefined
        ? []
        : [{ path: [...path, 'keyframes', String(index), 'points'], message }];
    }),
  );
