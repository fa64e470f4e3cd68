import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import { type Document, withClip } from '../document.js';
import type { Shared } from '../shared.js';
import type { PlacedClip } from '../places.js';
import { useDrag } from '../stage/use-drag.js';
import {
  earliestStart,
  type Gesture,
  snapped,
  timed,
  type Times,
  timesAfter,
  trimmedStart,
} from './times.js';

/** What a bar acts on when it is used. */
export interface BarContext extends Shared {
  readonly endGesture: () => void;
}

interface BarProps {
  readonly clip: PlacedClip;
  readonly isSelected: boolean;
  readonly isReadOnly: boolean;
  readonly pxPerMs: number;
  /** The state at the time: a bar is not drawn again because another one changed. */
  readonly latest: RefObject<BarContext>;
  /** What the clip contains, as a picture. */
  readonly content: ReactNode;
}

const KEYS = {
  'aria-keyshortcuts':
    'ArrowLeft ArrowRight Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight',
  title: 'Arrow keys move the clip, with Alt they trim its end, with Alt and Shift its start',
};

/** A clip on the timeline: moved by its middle, trimmed by its ends. */
export const Bar = ({ content, clip, isSelected, isReadOnly, pxPerMs, latest }: BarProps) => {
  const byPointer = useRef(false);
  const isExtending = useRef(false);
  /** Only a dragged clip looks for what it snaps to: there may be hundreds. */
  const snapping = (): ((time: number) => number) => {
    const { places, ms } = latest.current;
    const others = places.clips.filter(({ id }) => id !== clip.id);
    const targets = [0, ms, places.duration, ...others.flatMap(({ start, end }) => [start, end])];
    return (time) => snapped(time, targets, 6 / pxPerMs);
  };
  /** The times after a gesture over so many ms. */
  const timesOf = (
    before: Document,
    gesture: Gesture,
    distance: number,
    snap?: (ms: number) => number,
  ): Times => {
    const one = before.clips.find(({ id }) => id === clip.id);
    return timesAfter(gesture, clip, distance, one ? earliestStart(one, clip.start) : 0, snap);
  };
  const after = (before: Document, gesture: Gesture, times: Times): Document =>
    withClip(before, clip.id, (one) =>
      gesture === 'trim the start of'
        ? trimmedStart(one, times, times.start - clip.start)
        : timed(one, times),
    );
  /** A drag that changes the times of the clip, and moves the other selected clips with it. */
  const dragging =
    (gesture: Gesture) =>
    ({ shiftKey }: PointerEvent) => {
      const { document, change, selection, select, places } = latest.current;
      byPointer.current = true;
      isExtending.current = shiftKey;
      if (shiftKey || !selection.includes(clip.id)) select(clip.id, shiftKey);
      const others = gesture === 'slide' && selection.includes(clip.id) ? selection : [];
      const together = places.clips.filter(({ id }) => id !== clip.id && others.includes(id));
      const snap = snapping();
      return (dx: number): void => {
        const times = timesOf(document, gesture, dx / pxPerMs, snap);
        const by = times.start - clip.start;
        const slid = together.reduce(
          (doc, { id, start, end: until }) =>
            withClip(doc, id, (one) =>
              timed(one, { start: Math.max(0, start + by), end: Math.max(until - start, until + by) }),
            ),
          after(document, gesture, times),
        );
        change(slid, `${gesture} ${clip.id}`);
      };
    };
  const end = (hasMoved: boolean): void => {
    byPointer.current = false;
    if (!hasMoved && !isExtending.current) latest.current.select(clip.id);
    latest.current.endGesture();
  };
  const move = useDrag(dragging('slide'), end);
  const trimStart = useDrag(dragging('trim the start of'), end);
  const trimEnd = useDrag(dragging('trim the end of'), end);
  /** Keys act on a selected clip only: after Escape, the focus is still on the bar. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') latest.current.select(clip.id, event.shiftKey);
    if (isSelected && !isReadOnly) moveByKey(event);
  };
  const moveByKey = (event: KeyboardEvent): void => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const gesture = !event.altKey ? 'slide' : event.shiftKey ? 'trim the start of' : 'trim the end of';
    const step = event.shiftKey && !event.altKey ? 1000 : 100;
    const { document, change } = latest.current;
    const times = timesOf(document, gesture, direction * step);
    change(after(document, gesture, times), `${gesture} ${clip.id}`);
  };
  return (
    <div
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={`${clip.type} ${clip.label}, from ${Math.round(clip.start)} to ${Math.round(clip.end)} ms`}
      className={`bar-clip ${clip.type}${isSelected ? ' selected' : ''}`}
      style={{ left: clip.start * pxPerMs, width: Math.max(4, (clip.end - clip.start) * pxPerMs) }}
      onFocus={() => {
        if (!byPointer.current && !isSelected) latest.current.select(clip.id);
      }}
      onKeyDown={onKeyDown}
      {...(isReadOnly ? {} : { ...KEYS, onKeyUp: () => latest.current.endGesture(), ...move })}
    >
      {content}
      {!isReadOnly && <span className="trim start" aria-hidden="true" {...trimStart} />}
      <span className="bar-name">{clip.label}</span>
      {!isReadOnly && <span className="trim end" aria-hidden="true" {...trimEnd} />}
    </div>
  );
};
