import { type KeyboardEvent, useRef, useState } from 'react';
import type { Clip } from '../../../clients/typescript/core/types.js';
import { withClip } from './document.js';
import type { Shared } from './editor.js';
import type { PlacedClip } from './places.js';
import { useDrag } from './use-drag.js';

/** The shortest time that trimming leaves of a clip, ms. */
const SHORTEST = 40;

interface Times {
  readonly start: number;
  readonly end: number;
}

/** The clip at other times; what it said about its times relative to others is replaced. */
const timed = (clip: Clip, { start, end }: Times): Clip => {
  const { after: _, gap: __, duration: ___, ...timeFrame } = clip.timeFrame;
  return { ...clip, timeFrame: { ...timeFrame, start: Math.round(start), end: Math.round(end) } };
};

/** The nearest of the times to which something snaps, or the time itself. */
const snapped = (ms: number, targets: ReadonlyArray<number>, within: number): number => {
  const nearest = targets.reduce((best, target) =>
    Math.abs(target - ms) < Math.abs(best - ms) ? target : best,
  );
  return Math.abs(nearest - ms) <= within ? nearest : ms;
};

interface BarProps extends Shared {
  readonly clip: PlacedClip;
  readonly pxPerMs: number;
  readonly endGesture: () => void;
}

/** A clip on the timeline: moved by its middle, trimmed by its ends. */
const Bar = ({ clip, pxPerMs, document, change, selected, select, places, ms, endGesture }: BarProps) => {
  const targets = [
    0,
    ms,
    places.duration,
    ...places.clips.filter(({ id }) => id !== clip.id).flatMap(({ start, end }) => [start, end]),
  ];
  const dragging = (timesAfter: (distance: number) => Times, gesture: string) => () => {
    select(clip.id);
    const before = document;
    return (dx: number): void =>
      change(
        withClip(before, clip.id, (one) => timed(one, timesAfter(dx / pxPerMs))),
        `${gesture} ${clip.id}`,
      );
  };
  const near = 6 / pxPerMs;
  const length = clip.end - clip.start;
  const move = useDrag(
    dragging((distance) => {
      const start = Math.max(0, snapped(clip.start + distance, targets, near));
      return { start, end: start + length };
    }, 'slide'),
    endGesture,
  );
  const trimStart = useDrag(
    dragging(
      (distance) => ({
        start: Math.min(clip.end - SHORTEST, Math.max(0, snapped(clip.start + distance, targets, near))),
        end: clip.end,
      }),
      'trim the start of',
    ),
    endGesture,
  );
  const trimEnd = useDrag(
    dragging(
      (distance) => ({
        start: clip.start,
        end: Math.max(clip.start + SHORTEST, snapped(clip.end + distance, targets, near)),
      }),
      'trim the end of',
    ),
    endGesture,
  );
  const slide = (event: KeyboardEvent): void => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const start = Math.max(0, clip.start + direction * (event.shiftKey ? 1000 : 100));
    change(
      withClip(document, clip.id, (one) => timed(one, { start, end: start + length })),
      `slide ${clip.id}`,
    );
  };
  return (
    <div
      role="button"
      tabIndex={0}
      aria-pressed={selected === clip.id}
      aria-label={`${clip.type} ${clip.id}, from ${Math.round(clip.start)} to ${Math.round(clip.end)} ms`}
      className={`bar-clip ${clip.type}${selected === clip.id ? ' selected' : ''}`}
      style={{ left: clip.start * pxPerMs, width: Math.max(4, length * pxPerMs) }}
      onFocus={() => select(clip.id)}
      onKeyDown={slide}
      onKeyUp={endGesture}
      {...move}
    >
      <span className="trim start" aria-hidden="true" {...trimStart} />
      <span className="bar-name">{clip.id}</span>
      <span className="trim end" aria-hidden="true" {...trimEnd} />
    </div>
  );
};

/** The clips over time, the topmost layer first, and the playhead. */
export const Timeline = ({ endGesture, ...shared }: Shared & { readonly endGesture: () => void }) => {
  const { places, ms, setMs } = shared;
  const [zoom, setZoom] = useState(1);
  const tracks = useRef<HTMLDivElement>(null);
  const width = (tracks.current?.clientWidth ?? 960) * zoom;
  const pxPerMs = width / Math.max(1, places.duration);
  const rows = places.clips.toSorted((a, b) => b.z - a.z || a.start - b.start);
  const lastMs = Math.max(0, places.duration - 1);
  return (
    <section className="timeline" aria-label="Timeline">
      <div className="timeline-tools">
        <label>
          Time <output>{(ms / 1000).toFixed(2)} s</output>
          <input
            type="range"
            min={0}
            max={lastMs}
            step={1}
            value={Math.min(ms, lastMs)}
            onChange={(event) => setMs(Number(event.target.value))}
          />
        </label>
        <label>
          Zoom
          <input
            type="range"
            min={1}
            max={20}
            step={0.5}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </label>
      </div>
      <div className="tracks" ref={tracks}>
        <div style={{ width }} className="tracks-inside">
          <div className="playhead" style={{ left: ms * pxPerMs }} />
          {rows.map((clip) => (
            <div className="track" key={clip.id}>
              <Bar clip={clip} pxPerMs={pxPerMs} endGesture={endGesture} {...shared} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
};
