import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from '../../../../domain/composition/geometry/geometry.js';
import { sameJson } from '../../../../domain/codec/json.js';
import { Button } from '../../shared/buttons.js';
import { percentText } from '../../shared/texts.js';
import { useWheelZoom } from '../../shared/use-wheel-zoom.js';
import { t } from '../../words/words.js';

/** The limits of the magnification, relative to the size at which the whole canvas is visible. */
const LEAST_MAGNIFICATION = 0.5;
const MOST_MAGNIFICATION = 8;

/**
 * The fixed point of a zoom, which stays under the pointer. A canvas that is smaller than the stage is centred in it, so
 * the point returns under the pointer only when the canvas is larger.
 */
interface FixedPoint {
  /** In the window, in px. */
  readonly pointer: Point;
  /** On the canvas, in fractions of its sides. */
  readonly part: Point;
  /** The scroll position of the stage for it, in px; absent before it is scrolled. */
  readonly scrolled?: Point;
}

/**
 * The magnification of the canvas, relative to the size at which all of it is visible. With Control, the wheel magnifies
 * it around the pointer.
 * @param view the element that scrolls, and in it the canvas
 */
export const useStageZoom = (view: RefObject<HTMLElement | null>, canvas: RefObject<HTMLElement | null>) => {
  const [magnification, setMagnification] = useState(1);
  const fixed = useRef<FixedPoint>(undefined);
  const within = (next: number): number => Math.min(MOST_MAGNIFICATION, Math.max(LEAST_MAGNIFICATION, next));
  useWheelZoom(view, (factor, pointer) => {
    const box = canvas.current?.getBoundingClientRect();
    const next = within(magnification * factor);
    if (!box || !view.current || next === magnification) return; // at a limit, nothing changes
    const { scrollLeft, scrollTop } = view.current;
    const { current: last } = fixed;
    const isSame =
      sameJson(last?.pointer, pointer) && sameJson(last?.scrolled, { x: scrollLeft, y: scrollTop });
    const under = { x: (pointer.x - box.left) / box.width, y: (pointer.y - box.top) / box.height };
    fixed.current = { pointer, part: (isSame && last?.part) || under };
    setMagnification(next);
  });
  useLayoutEffect(() => {
    // Otherwise clips beyond the canvas would keep it scrolled.
    if (magnification <= 1) view.current?.scrollTo(0, 0);
    const box = canvas.current?.getBoundingClientRect();
    if (!box || !view.current || !fixed.current || fixed.current.scrolled) return;
    const { pointer, part } = fixed.current;
    view.current.scrollBy(
      box.left + part.x * box.width - pointer.x,
      box.top + part.y * box.height - pointer.y,
    );
    fixed.current = { pointer, part, scrolled: { x: view.current.scrollLeft, y: view.current.scrollTop } };
  }, [magnification, view, canvas]);
  return { magnification, magnify: (next: number): void => setMagnification(within(next)) };
};

interface StageZoomProps {
  /** CSS px for each px of the canvas. */
  readonly zoom: number;
  readonly magnification: number;
  readonly magnify: (magnification: number) => void;
}

/** A slider that magnifies the canvas, and a button that shows all of it. */
export const StageZoom = ({ zoom, magnification, magnify }: StageZoomProps) => (
  <div className="stage-zoom">
    <input
      type="range"
      aria-label={t('Zoom of the stage')}
      aria-valuetext={percentText(zoom)}
      min={LEAST_MAGNIFICATION}
      max={MOST_MAGNIFICATION}
      step={0.25}
      value={magnification}
      onChange={({ target }) => magnify(target.valueAsNumber)}
    />
    <Button text={percentText(zoom)} title={t('Show the whole canvas')} onClick={() => magnify(1)} />
  </div>
);
