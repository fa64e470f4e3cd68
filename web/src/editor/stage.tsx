import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Clip } from '../../../clients/typescript/core/types.js';
import type { Rect } from '../../../domain/composition/geometry.js';
import { withClip } from './document.js';
import type { Shared } from './editor.js';
import type { PlacedClip } from './places.js';
import { useDrag } from './use-drag.js';
import { useFrame } from './use-frame.js';

/** The smallest side that dragging a handle gives a clip, px of the canvas. */
const SMALLEST_SIDE = 8;

/** The clip moved by a distance in px of the canvas, whatever its position is relative to. */
const moved = (clip: Clip, dx: number, dy: number): Clip => {
  const { x = 0, y = 0, ...position } = clip.position ?? {};
  const plus = (coordinate: number | string, distance: number): number | string =>
    typeof coordinate === 'number' ? Math.round(coordinate + distance) : coordinate;
  return { ...clip, position: { ...position, x: plus(x, dx), y: plus(y, dy) } };
};

const resized = (clip: Clip, box: Rect, dx: number, dy: number): Clip => {
  const scale = clip.transform?.scale;
  const [sx, sy] = typeof scale === 'object' ? [scale.x ?? 1, scale.y ?? 1] : [scale ?? 1, scale ?? 1];
  const side = (length: number, factor: number): number =>
    Math.max(SMALLEST_SIDE, Math.round(length / factor));
  const size = { width: side(box.width + dx, sx), height: side(box.height + dy, sy) };
  return { ...clip, size };
};

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface BoxProps extends Shared {
  readonly clip: PlacedClip;
  readonly box: Rect;
  readonly rotation: number;
  readonly zoom: number;
  readonly endGesture: () => void;
}

/** The outline of a clip, by which it is selected, moved and resized. */
const ClipBox = ({ clip, box, rotation, zoom, document, change, selected, select, endGesture }: BoxProps) => {
  const isSelected = selected === clip.id;
  const drag = useDrag(() => {
    select(clip.id);
    const before = document;
    return (dx, dy) =>
      change(
        withClip(before, clip.id, (one) => moved(one, dx / zoom, dy / zoom)),
        `move ${clip.id}`,
      );
  }, endGesture);
  const resize = useDrag(() => {
    const before = document;
    return (dx, dy) =>
      change(
        withClip(before, clip.id, (one) => resized(one, box, dx / zoom, dy / zoom)),
        `resize ${clip.id}`,
      );
  }, endGesture);
  const nudge = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    change(
      withClip(document, clip.id, (one) => moved(one, arrow[0] * step, arrow[1] * step)),
      `move ${clip.id}`,
    );
  };
  return (
    <div
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={`${clip.type} clip ${clip.id}`}
      className={isSelected ? 'clip-box selected' : 'clip-box'}
      style={{
        left: box.x * zoom,
        top: box.y * zoom,
        width: box.width * zoom,
        height: box.height * zoom,
        rotate: `${rotation}deg`,
      }}
      onFocus={() => select(clip.id)}
      onKeyDown={nudge}
      onKeyUp={endGesture}
      {...drag}
    >
      {isSelected && <span className="handle" aria-hidden="true" {...resize} />}
    </div>
  );
};

interface StageProps extends Shared {
  readonly headers: Readonly<Record<string, string>>;
  readonly isValid: boolean;
  readonly endGesture: () => void;
}

/** The canvas: the exact frame at the playhead, and the outlines of the clips on it. */
export const Stage = ({ headers, isValid, endGesture, ...shared }: StageProps) => {
  const { places, ms, document, select } = shared;
  const area = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 640, height: 360 });
  useLayoutEffect(() => {
    const { current } = area;
    if (!current) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const { width, height } = places.canvas;
  const zoom = Math.max(0.01, Math.min((room.width - 48) / width, (room.height - 48) / height));
  const shown = Math.max(16, Math.min(width, Math.round(width * zoom * devicePixelRatio)));
  const frame = useFrame(headers, document, ms, shown, isValid);
  const onScreen = places.clips
    .filter(({ start, end, placement }) => placement && start <= ms && ms < end)
    .toSorted((a, b) => a.z - b.z);
  return (
    <main className="stage" ref={area} aria-label="Stage" onPointerDown={() => select(undefined)}>
      <div className="canvas" style={{ width: width * zoom, height: height * zoom }}>
        {frame._tag !== 'Failed' && frame.url !== undefined && (
          <img src={frame.url} alt={`Frame at ${Math.round(ms)} ms`} draggable={false} />
        )}
        {frame._tag === 'Failed' && <p className="no-frame">{frame.message}</p>}
        {onScreen.map(
          (clip) =>
            clip.placement && (
              <ClipBox
                key={clip.id}
                clip={clip}
                box={clip.placement.box}
                rotation={clip.placement.rotation}
                zoom={zoom}
                endGesture={endGesture}
                {...shared}
              />
            ),
        )}
      </div>
    </main>
  );
};
