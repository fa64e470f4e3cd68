import { MoveUpRight, Pencil, Square, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { IconButton } from '../shared/buttons.js';
import { useSize } from '../shared/use-size.js';
import { t } from '../words/words.js';
import type { CommentPoint, Review, Shape } from './use-review.js';

const SHAPES = {
  stroke: { icon: Pencil, name: t('Pen') },
  arrow: { icon: MoveUpRight, name: t('Arrow') },
  rectangle: { icon: Square, name: t('Rectangle') },
} as const;

const COLOURS = {
  red: t('Red'),
  yellow: t('Yellow'),
  green: t('Green'),
  blue: t('Blue'),
  white: t('White'),
} as const;

/** The limits of the service. */
const MOST_SHAPES = 8;
const MOST_POINTS = 48;

/** The length of the two lines of the head of an arrow, px, and their angle to it, radians. */
const HEAD = 16;
const HEAD_ANGLE = 0.5;

/** The lines of a shape. @param of the size of the picture, px */
const pathOf = ({ shape, points }: Shape, of: { readonly width: number; readonly height: number }) => {
  const placed = points.map(({ x, y }) => ({ x: x * of.width, y: y * of.height }));
  const [from, to] = placed;
  const line = (through: ReadonlyArray<CommentPoint>): string =>
    through.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  if (!from || !to) return '';
  if (shape === 'stroke') return line(placed);
  if (shape === 'rectangle') return `${line([from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }])}Z`;
  const back = Math.atan2(from.y - to.y, from.x - to.x);
  const [one, other] = [back - HEAD_ANGLE, back + HEAD_ANGLE].map((angle) => ({
    x: to.x + HEAD * Math.cos(angle),
    y: to.y + HEAD * Math.sin(angle),
  }));
  return line([from, to]) + (one && other ? line([one, to, other]) : '');
};

/** Drawings over the picture. */
export const Drawn = ({ shapes }: { readonly shapes: ReadonlyArray<Shape> }) => {
  const { element, size } = useSize<HTMLDivElement>({ width: 640, height: 360 });
  return (
    <div className="drawn" ref={element} aria-hidden="true">
      <svg>
        {shapes.map((shape, index) => (
          <path key={index} className={`in-${shape.colour}`} d={pathOf(shape, size)} />
        ))}
      </svg>
    </div>
  );
};

const moved = ({ x, y }: CommentPoint, [dx, dy]: readonly [number, number]): CommentPoint => ({
  x: Math.min(1, Math.max(0, x + dx)),
  y: Math.min(1, Math.max(0, y + dy)),
});

/** Adds a point to a stroke; once there are too many, every second point is removed. */
const extended = ({ points, ...shape }: Shape, to: CommentPoint): Shape => {
  if (shape.shape !== 'stroke') return { ...shape, points: [...points.slice(0, 1), to] };
  const kept = points.length < MOST_POINTS ? points : points.filter((_, index) => index % 2 === 0);
  return { ...shape, points: [...kept, to] };
};

/** How far an arrow key moves, as a share of the picture. */
const STEP = 0.02;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** An area to draw in, with the pointer or with Enter and the arrow keys. */
export const Pad = ({ review: { tool, drawing, setDrawing } }: { readonly review: Review }) => {
  const isDown = useRef(false);
  const pointUnder = ({ currentTarget, clientX, clientY }: PointerEvent): CommentPoint => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return moved({ x: (clientX - left) / width, y: (clientY - top) / height }, [0, 0]);
  };
  if (!tool) return null;
  const add = (...points: ReadonlyArray<CommentPoint>): void =>
    setDrawing([...drawing, { ...tool, points: [...points] }].slice(-MOST_SHAPES));
  const changeLast = (change: (shape: Shape) => Shape): void =>
    setDrawing(drawing.map((shape, index) => (index === drawing.length - 1 ? change(shape) : shape)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key];
    if (event.key === 'Enter') add({ x: 0.4, y: 0.4 }, { x: 0.6, y: 0.6 });
    else if (event.key === 'Backspace') setDrawing(drawing.slice(0, -1));
    else if (by)
      changeLast((shape) => ({
        ...shape,
        points: shape.points.map((point, index) =>
          event.shiftKey && index < shape.points.length - 1 ? point : moved(point, by),
        ),
      }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className="pointing"
      aria-label={t('Draw on the picture')}
      title={t('Enter draws in the middle, arrow keys move it, with Shift its end')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isDown.current = true;
        add(pointUnder(event));
      }}
      onPointerMove={(event) => {
        if (isDown.current) changeLast((shape) => extended(shape, pointUnder(event)));
      }}
      onLostPointerCapture={() => {
        isDown.current = false;
      }}
    />
  );
};

export const PenTools = ({ review: { tool, setTool, drawing, setDrawing } }: { readonly review: Review }) =>
  tool && (
    <div className="drawing-tools" role="group" aria-label={t('Draw on the picture')}>
      {(Object.keys(SHAPES) as ReadonlyArray<Shape['shape']>).map((shape) => (
        <IconButton
          key={shape}
          {...SHAPES[shape]}
          aria-pressed={tool.shape === shape}
          onClick={() => setTool({ ...tool, shape })}
        />
      ))}
      {(Object.keys(COLOURS) as ReadonlyArray<Shape['colour']>).map((colour) => (
        <button
          key={colour}
          type="button"
          className={`swatch in-${colour}`}
          aria-label={COLOURS[colour]}
          aria-pressed={tool.colour === colour}
          onClick={() => setTool({ ...tool, colour })}
        />
      ))}
      <IconButton
        icon={Undo2}
        name={t('Undo')}
        disabled={drawing.length === 0}
        onClick={() => setDrawing(drawing.slice(0, -1))}
      />
    </div>
  );
