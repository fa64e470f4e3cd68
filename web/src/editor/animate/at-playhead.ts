import type { Clip } from '../../../../clients/typescript/core/types.js';
import type { Document } from '../document.js';
import type { PlacedClip, Places } from '../places.js';
import { fadeOf } from '../timeline/fades.js';
import { valueAt, withoutValueAt, withValueAt } from '../value-at.js';
import { tracksOf, valueOfTrack, withPoint } from './keyframes.js';

/** The duration of a frame, in ms. */
export const frameLength = ({ fps }: Places): number => 1000 / fps;

/** Converts a time of the video to a time within a clip, in ms from its start. */
export const timeIn = ({ start, end }: Pick<PlacedClip, 'start' | 'end'>, ms: number): number =>
  Math.round(Math.min(end - start, Math.max(0, ms - start)) * 100) / 100;

/** The time nearest to `ms` outside the transitions of a clip, in ms of the video; `ms` if the clip does not play then. */
export const wholeAt = (clip: Clip, { start, end }: PlacedClip, ms: number): number =>
  ms < start || ms >= end
    ? ms
    : Math.max(start + fadeOf(clip, 'in').duration, Math.min(ms, end - fadeOf(clip, 'out').duration));

const eachAnimated = (
  document: Document,
  places: Places,
  change: (clip: Clip, place: PlacedClip) => Clip,
): Document => {
  if (document.clips.every(({ keyframes = [] }) => keyframes.length === 0)) return document;
  const placeOf = new Map(places.clips.map((place) => [place.id, place]));
  const clips = document.clips.map((clip: Clip) => {
    const place = placeOf.get(clip.id ?? '');
    return place && tracksOf(clip).length > 0 ? change(clip, place) : clip;
  });
  return { ...document, clips: clips as Document['clips'] };
};

/** The document at a time, in ms: animated properties have the values of their keyframes at that time. */
export const documentAt = (document: Document, places: Places, ms: number): Document =>
  eachAnimated(document, places, (clip, place) =>
    tracksOf(clip).reduce((before, track) => {
      const value = valueOfTrack(track, timeIn(place, ms));
      return value === undefined ? before : withValueAt(before, track.property, value);
    }, clip),
  );

/**
 * The document after a change to its state at a time: values that differ from those of the keyframes become keyframes.
 * @param original the document that was passed to {@link documentAt}
 */
export const withKeyframesAt = (
  original: Document,
  places: Places,
  ms: number,
  changed: Document,
): Document =>
  eachAnimated(changed, places, (clip, place) => {
    const time = timeIn(place, ms);
    const own = original.clips.find(({ id }) => id === clip.id);
    return tracksOf(clip).reduce((before, track) => {
      const { property } = track;
      const was = valueOfTrack(track, time);
      if (was === undefined) return before;
      const [value, written] = [valueAt(clip, property), valueAt(own, property)];
      const kept =
        written === undefined ? withoutValueAt(before, property) : withValueAt(before, property, written);
      return value !== was && (typeof value === 'number' || typeof value === 'string')
        ? withPoint(kept, property, { time, value }, frameLength(places))
        : kept;
    }, clip);
  });
