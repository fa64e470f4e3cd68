import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from '../../../../domain/composition/geometry/geometry.js';
import { percentText } from '../../shared/texts.js';
import { useWheelZoom } from '../../shared/use-wheel-zoom.js';
import { t } from '../../words/words.js';

/** The least and most by which the canvas is magnified, relative to the size at which all of it is seen. */
const LEAST = 0.5;
const MOST = 8;

/**
 * How much the canvas is magnified, relative to the size at which all of it is seen. With Control, the wheel magnifies
 * it around the pointer.
 * @param view the element that scrolls, and in it the canvas
 */
export const useStageZoom = (view: RefObject<HTMLElement | null>, canvas: RefObject<HTMLElement | null>) => {
  const [magnification, setMagnification] = useState(1);
  /** What stays under the pointer: its place in the window, px, and on the canvas, in parts of its sides. */
  const held = useRef<{ readonly pointer: Point; readonly part: Point } | undefined>(undefined);
  const magnify = (next: number): void => setMagnification(Math.min(MOST, Math.max(LEAST, next)));
  useWheelZoom(view, (factor, pointer) => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    const part = { x: (pointer.x - box.left) / box.width, y: (pointer.y - box.top) / box.height };
    held.current = { pointer, part };
    magnify(magnification * factor);
  });
  useLayoutEffect(() => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box || !view.current || !held.current) return;
    const { pointer, part } = held.current;
    held.current = undefined;
    view.current.scrollBy(
      box.left + part.x * box.width - pointer.x,
      box.top + part.y * box.height - pointer.y,
    );
  }, [magnification, view, canvas]);
  return { magnification, magnify };
};

interface StageZoomProps {
  /** CSS px for each px of the canvas. */
  readonly zoom: number;
  readonly magnification: number;
  readonly magnify: (magnification: number) => void;
}

/** A slider that magnifies the canvas. */
export const StageZoom = ({ zoom, magnification, magnify }: StageZoomProps) => (
  <label className="stage-zoom">
    <span>{percentText(zoom)}</span>
    <input
      type="range"
      aria-label={t('Zoom of the stage')}
      aria-valuetext={percentText(zoom)}
      min={LEAST}
      max={MOST}
      step={0.25}
      value={magnification}
      onChange={({ target }) => magnify(target.valueAsNumber)}
    />
  </label>
);
