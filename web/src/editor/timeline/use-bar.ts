import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useContext,
  useRef,
} from 'react';
import { type Document, withClip } from '../document.js';
import { withLater } from '../edits.js';
import type { Shared } from '../shared.js';
import type { PlacedClip } from '../places.js';
import { useDrag } from '../stage/use-drag.js';
import {
  earliestStart,
  type Gesture,
  snapped,
  withTimes,
  type ClipTimes,
  timesAfter,
  trimmedStart,
} from './times.js';

/** What a bar acts on when it is used. */
export interface BarContext extends Shared {
  /** The times of beats, if clips snap to them, ms. */
  readonly beats: ReadonlyArray<number>;
}

/** What bars act on. They read it when they are used, so a change of one bar redraws no other. */
export const LatestContext = createContext({} as RefObject<BarContext>);

export const useLatest = (): RefObject<BarContext> => useContext(LatestContext);

/** How near a time must be for a bar to snap to it, px. */
const SNAP_WITHIN = 6;

/** The document with clips later by so many ms. */
const shifted = (document: Document, clips: ReadonlyArray<PlacedClip>, by: number): Document =>
  clips.reduce(
    (before, { id, start, end }) =>
      withClip(before, id, (one) =>
        withTimes(one, { start: Math.max(0, start + by), end: Math.max(end - start, end + by) }),
      ),
    document,
  );

/** Only a dragged clip looks for what it snaps to: there may be hundreds. */
const snapping = (
  { places, ms, document, beats }: BarContext,
  moved: string,
  within: number,
): ((time: number) => number) => {
  const others = places.clips.filter(({ id }) => id !== moved);
  const markers = (document.metadata.markers ?? []).map(({ time }) => time);
  const ends = others.flatMap(({ start, end }) => [start, end]);
  const targets = [0, ms, places.duration, ...markers, ...beats, ...ends];
  return (time) => snapped(time, targets, within);
};

/** What a key does: arrows move, with Alt they trim the end, with Alt and Shift the start. */
const moveOfKey = ({ key, altKey, shiftKey }: KeyboardEvent) => {
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (direction === undefined) return undefined;
  const gesture: Gesture = !altKey ? 'slide' : shiftKey ? 'trim the start of' : 'trim the end of';
  return { gesture, distance: direction * (shiftKey && !altKey ? 1000 : 100) };
};

/** The document after a gesture that gives a clip these times. */
const after = (before: Document, { id, start }: PlacedClip, gesture: Gesture, times: ClipTimes): Document =>
  withClip(before, id, (one) =>
    gesture === 'trim the start of' ? trimmedStart(one, times, times.start - start) : withTimes(one, times),
  );

/** The gestures and keys that move and trim a clip on the timeline. */
export const useBar = (clip: PlacedClip, pxPerMs: number) => {
  const latest = useLatest();
  const byPointer = useRef(false);
  const isExtending = useRef(false);
  /** The times after a gesture over so many ms. */
  const timesOf = (
    before: Document,
    gesture: Gesture,
    distance: number,
    snap?: (ms: number) => number,
  ): ClipTimes => {
    const one = before.clips.find(({ id }) => id === clip.id);
    return timesAfter(gesture, clip, distance, one ? earliestStart(one, clip.start) : 0, snap);
  };
  /**
   * A drag that changes the times of the clip, and moves the other selected clips with it; with Shift, an end takes with
   * it what comes later.
   */
  const dragging =
    (gesture: Gesture) =>
    ({ shiftKey }: PointerEvent) => {
      const { document, change, selection, select, places } = latest.current;
      byPointer.current = true;
      const isRipple = shiftKey && gesture === 'trim the end of';
      isExtending.current = shiftKey && !isRipple;
      if (isExtending.current || !selection.includes(clip.id)) select(clip.id, isExtending.current);
      const others = gesture === 'slide' && selection.includes(clip.id) ? selection : [];
      const together = places.clips.filter(({ id }) => id !== clip.id && others.includes(id));
      const snap = snapping(latest.current, clip.id, SNAP_WITHIN / pxPerMs);
      return (dx: number): void => {
        const times = timesOf(document, gesture, dx / pxPerMs, snap);
        const changed = after(document, clip, gesture, times);
        change(
          isRipple
            ? withLater(changed, places, clip.end, times.end - clip.end)
            : shifted(changed, together, times.start - clip.start),
          `${gesture} ${clip.id}`,
        );
      };
    };
  const end = (hasMoved: boolean): void => {
    byPointer.current = false;
    if (!hasMoved && !isExtending.current) latest.current.select(clip.id);
    latest.current.endGesture();
  };
  const moveByKey = (event: KeyboardEvent): void => {
    const move = moveOfKey(event);
    if (!move) return;
    event.preventDefault();
    const { document, change } = latest.current;
    const times = timesOf(document, move.gesture, move.distance);
    change(after(document, clip, move.gesture, times), `${move.gesture} ${clip.id}`);
  };
  return {
    latest,
    byPointer,
    moveByKey,
    move: useDrag(dragging('slide'), end),
    trimStart: useDrag(dragging('trim the start of'), end),
    trimEnd: useDrag(dragging('trim the end of'), end),
  };
};
