import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from '../../../../domain/composition/geometry/geometry.js';
import { sameJson } from '../../../../domain/codec/json.js';
import { Button } from '../../shared/buttons.js';
import { percentText } from '../../shared/texts.js';
import { useWheelZoom } from '../../shared/use-wheel-zoom.js';
import { t } from '../../words/words.js';

/** The limits of the zoom, relative to the size at which the whole canvas is visible. */
const LEAST = 0.5;
const MOST = 8;

/**
 * What stays under the pointer. A canvas that is smaller than the stage lies in its middle, so a point comes back under
 * the pointer only once the canvas is larger.
 */
interface Held {
  /** In the window, px. */
  readonly pointer: Point;
  /** On the canvas, in parts of its sides. */
  readonly part: Point;
  /** How far the stage was scrolled for it, px; absent until then. */
  readonly scrolled?: Point;
}

/**
 * How much the canvas is magnified, relative to the size at which all of it is seen. With Control, the wheel magnifies
 * it around the pointer.
 * @param view the element that scrolls, and in it the canvas
 */
export const useStageZoom = (view: RefObject<HTMLElement | null>, canvas: RefObject<HTMLElement | null>) => {
  const [magnification, setMagnification] = useState(1);
  const held = useRef<Held>(undefined);
  const within = (next: number): number => Math.min(MOST, Math.max(LEAST, next));
  useWheelZoom(view, (factor, pointer) => {
    const box = canvas.current?.getBoundingClientRect();
    const next = within(magnification * factor);
    if (!box || !view.current || next === magnification) return; // at a limit, nothing changes
    const { scrollLeft, scrollTop } = view.current;
    const { current: last } = held;
    const isSame =
      sameJson(last?.pointer, pointer) && sameJson(last?.scrolled, { x: scrollLeft, y: scrollTop });
    const under = { x: (pointer.x - box.left) / box.width, y: (pointer.y - box.top) / box.height };
    held.current = { pointer, part: (isSame && last?.part) || under };
    setMagnification(next);
  });
  useLayoutEffect(() => {
    // Clips beyond the canvas would leave it scrolled.
    if (magnification <= 1) view.current?.scrollTo(0, 0);
    const box = canvas.current?.getBoundingClientRect();
    if (!box || !view.current || !held.current || held.current.scrolled) return;
    const { pointer, part } = held.current;
    view.current.scrollBy(
      box.left + part.x * box.width - pointer.x,
      box.top + part.y * box.height - pointer.y,
    );
    held.current = { pointer, part, scrolled: { x: view.current.scrollLeft, y: view.current.scrollTop } };
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
      min={LEAST}
      max={MOST}
      step={0.25}
      value={magnification}
      onChange={({ target }) => magnify(target.valueAsNumber)}
    />
    <Button text={percentText(zoom)} title={t('Show the whole canvas')} onClick={() => magnify(1)} />
  </div>
);
