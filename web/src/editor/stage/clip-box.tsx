import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import {
  centreOf,
  type Point,
  type Rect,
  rotatedAbout,
} from '../../../../domain/composition/geometry/geometry.js';
import { returning } from '../../shared/keep-focus.js';
import type { Document } from '../document.js';
import { useShared } from '../shared.js';
import { Handles } from './handles.js';
import { clipsAt, placedClip, type PlacedClip } from '../places.js';
import { type Guides, snappedMove, snapTargets } from './snapping.js';
import { movedTogether, stageClipsOf, shapingOf } from './stage-clips.js';
import { useDrag } from './use-drag.js';
import { t } from '../../words/words.js';
import { kindName } from '../../words/labels.js';

/** The distance from a line at which a moved clip snaps to it, in px of the screen. */
const SNAP_WITHIN = 6;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Keys that rotate a clip, against the clock and with it. */
const TURNS: Readonly<Record<string, number>> = { Comma: -1, Period: 1 };

interface BoxProps {
  readonly clip: PlacedClip;
  readonly box: Rect;
  readonly rotation: number;
  readonly zoom: number;
  /** Shows the lines to which a moved clip snaps. */
  readonly showGuides: (guides: Guides) => void;
}

/** The point of the canvas under the pointer, px. */
const pointUnder = ({ currentTarget, clientX, clientY }: MouseEvent<Element>, zoom: number): Point => {
  const canvas = (currentTarget.closest('.canvas') ?? currentTarget).getBoundingClientRect();
  return { x: (clientX - canvas.left) / zoom, y: (clientY - canvas.top) / zoom };
};

/** The CSS position of a clip on the stage. */
export const boxStyle = (placement: Pick<BoxProps, 'box' | 'rotation'> | undefined, zoom: number) =>
  placement && {
    left: placement.box.x * zoom,
    top: placement.box.y * zoom,
    width: placement.box.width * zoom,
    height: placement.box.height * zoom,
    rotate: `${placement.rotation}deg`,
  };

/** Selects a clip by a press, and drags it together with the other selected clips. */
const useMoving = ({ clip, box, zoom, showGuides }: BoxProps, ids: ReadonlyArray<string>) => {
  const { document, change, endGesture, selected, selection, select, places, ms } = useShared();
  const byPointer = useRef(false);
  /** Runs after a click without a drag. It does nothing if the press extended the selection. */
  const clicked = useRef<() => void>(() => undefined);
  /** Selects the topmost clip at a point; with `through`, the one below the selected one. */
  const selectAt = (point: Point, through: boolean): void => {
    const layers = clipsAt(places, ms, point).map(({ id }) => id);
    const below = (layers.indexOf(selected ?? '') + 1) % layers.length;
    select(layers[through ? below : 0] ?? clip.id);
  };
  const move = (before: Document, by: Point): void =>
    change(movedTogether(before, ids, by, places.canvas), `move ${ids.join()}`);
  const drag = useDrag(
    (event) => {
      const { shiftKey, altKey } = event;
      const point = pointUnder(event, zoom);
      byPointer.current = true;
      clicked.current = shiftKey ? () => undefined : () => selectAt(point, altKey);
      if (shiftKey || (!selection.includes(clip.id) && !altKey)) select(clip.id, shiftKey);
      const before = document;
      const targets = snapTargets(places, ms, ids);
      return (dx, dy) => {
        const snapped = snappedMove(box, { x: dx / zoom, y: dy / zoom }, targets, SNAP_WITHIN / zoom);
        showGuides(snapped.guides);
        move(before, snapped);
      };
    },
    (hasMoved) => {
      byPointer.current = false;
      if (!hasMoved) clicked.current();
      showGuides({});
      endGesture();
    },
  );
  return { move, drag, byPointer };
};

/** Types in a text, or goes to the fields of the topmost clip of a group at a point, or in its middle. */
const useGoingInto = ({ clip, box, rotation }: BoxProps) => {
  const { places, ms, typeIn, seekField, showPanel } = useShared();
  return (point = centreOf(box)): void => {
    if (clip.type === 'text') typeIn(clip.id);
    if (clip.resolved.type !== 'group') return;
    const { size, clips } = clip.resolved;
    const inner = clips.map((one) => placedClip(one, ''));
    const { x, y } = rotatedAbout(point, centreOf(box), -rotation);
    const scale = size.width / box.width;
    const within = { x: (x - box.x) * scale, y: (y - box.y) * scale };
    const [{ id, type } = inner[0] ?? {}] = clipsAt({ ...places, clips: inner }, ms - clip.start, within);
    showPanel('Edit');
    seekField(`clips[${inner.findIndex((one) => one.id === id)}].${type}Properties`);
  };
};

/** The outline of a clip, used to select, move, resize and rotate it. */
export const ClipBox = (props: BoxProps) => {
  const { clip, box, rotation, zoom } = props;
  const { document, change, endGesture, selected, selection, select, places, lost } = useShared();
  const isSelected = selection.includes(clip.id);
  const ids = isSelected ? selection : [clip.id];
  const { move, drag, byPointer } = useMoving(props, ids);
  const pieces = stageClipsOf(places, ids);
  const isOne = pieces.length === 1;
  const shaping = shapingOf(places, pieces);
  const goInto = useGoingInto(props);
  /** Keys act on a selected clip only: after Escape, the focus is still on the clip. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isSelected && !event.shiftKey) {
      event.preventDefault();
      return goInto();
    }
    if (event.key === 'Enter') select(clip.id, event.shiftKey);
    if (!isSelected) return;
    const [x, y] = ARROWS[event.key] ?? [];
    const turn = TURNS[event.code];
    const step = event.shiftKey ? 10 : 1;
    if (x !== undefined && y !== undefined) {
      const by = { x: x * step, y: y * step };
      if (event.altKey) change(shaping.resized(document, by), `resize ${shaping.name}`);
      else move(document, by);
    } else if (turn !== undefined) {
      const by = turn * (event.shiftKey ? 15 : 1);
      change(shaping.turned(document, isOne ? (rotation + by) % 360 : by), `rotate ${shaping.name}`);
    } else return;
    event.preventDefault();
  };
  return (
    <div
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={t('{type} clip {label}', { type: kindName(clip.type), label: clip.label })}
      className={`clip-box${isSelected ? ' selected' : ''}${lost.has(clip.id) ? ' lost' : ''}`}
      style={boxStyle({ box, rotation }, zoom)}
      onFocus={() => {
        if (!byPointer.current && !isSelected && !returning.isNow) select(clip.id);
      }}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown , ."
      title={t(
        'Arrow keys move the clip, with Alt they resize it; comma and period rotate it. Alt and click select the clip below.',
      )}
      onDoubleClick={(event) => goInto(pointUnder(event, zoom))}
      onKeyDown={onKeyDown}
      onKeyUp={endGesture}
      {...drag}
    >
      {selected === clip.id && isOne && <Handles {...{ shaping, box, rotation, zoom }} />}
    </div>
  );
};
