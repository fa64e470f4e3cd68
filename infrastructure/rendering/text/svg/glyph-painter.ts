import type { Canvas, DOMMatrix, Path2D, SKRSContext2D } from '@napi-rs/canvas';
import * as hb from 'harfbuzzjs';
import { createCanvas, newPath } from '../../drawing/canvas-package.js';
import {
  boundsOfCircles,
  cssColor,
  gradientAlong,
  gradientAround,
  linearAxis,
  type Point,
  seenOfAxis,
  seenOfCircles,
} from './color-lines.js';

/** An outline that painting is clipped to, and the transform that it is in. */
interface Clip {
  readonly path: Path2D;
  readonly matrix: DOMMatrix;
}

interface Layer {
  readonly canvas: Canvas;
  readonly clips: Clip[];
}

/** The canvas that a glyph is painted on, and above it the groups that are not composited yet. */
export class GlyphPainter {
  readonly #layers: Layer[];

  constructor(canvas: Canvas) {
    this.#layers = [{ canvas, clips: [] }];
  }

  get #top(): Layer {
    const top = this.#layers.at(-1);
    if (!top) throw new RangeError('the lowest layer is never removed');
    return top;
  }

  get context(): SKRSContext2D {
    return this.#top.canvas.getContext('2d');
  }

  /** The corners of the canvas in the current transform. */
  get corners(): ReadonlyArray<Point> {
    const { width, height } = this.#top.canvas;
    const inverse = this.context.getTransform().inverse();
    return [0, width].flatMap((x) =>
      [0, height].map((y) => ({
        x: inverse.a * x + inverse.c * y + inverse.e,
        y: inverse.b * x + inverse.d * y + inverse.f,
      })),
    );
  }

  pushClip(path: Path2D): void {
    this.#top.clips.push({ path, matrix: this.context.getTransform() });
  }

  popClip(): void {
    this.#top.clips.pop();
  }

  pushGroup(): void {
    const { width, height } = this.#top.canvas;
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').setTransform(this.context.getTransform());
    this.#layers.push({ canvas, clips: [] });
  }

  /** Composites the topmost group with what is below it; undefined drops it. */
  popGroup(mode: SKRSContext2D['globalCompositeOperation'] | undefined): void {
    const group = this.#layers.length > 1 ? this.#layers.pop() : undefined;
    if (!group || mode === undefined) return;
    this.#within(this.#top.clips, (context) => {
      context.resetTransform();
      context.globalCompositeOperation = mode;
      context.drawImage(group.canvas, 0, 0);
    });
  }

  /** Fills everything within the clips. The innermost is filled as a path, which is antialiased better than a clip. */
  fill(paint: SKRSContext2D['fillStyle']): void {
    const { clips } = this.#top;
    this.#within(clips.slice(0, -1), (context) => {
      context.fillStyle = paint;
      const innermost = clips.at(-1);
      if (!innermost) return context.fillRect(-EVERYWHERE, -EVERYWHERE, 2 * EVERYWHERE, 2 * EVERYWHERE);
      // The paint is in the current transform, the path in its own.
      const toOwn = context.getTransform().inverse().multiply(innermost.matrix);
      const shape = newPath();
      shape.addPath(innermost.path, toOwn);
      return fillPath(context, shape);
    });
  }

  #within(clips: ReadonlyArray<Clip>, paint: (context: SKRSContext2D) => void): void {
    const { context } = this;
    context.save();
    const current = context.getTransform();
    for (const { path, matrix } of clips) {
      context.setTransform(matrix);
      context.clip(path);
    }
    context.setTransform(current);
    paint(context);
    context.restore();
  }
}

/** Farther than any coordinate of a font. */
const EVERYWHERE = 1e6;

/** COLR's composite modes as a canvas names them, in the order of their numbers; undefined: the source is ignored. */
const MODES: ReadonlyArray<SKRSContext2D['globalCompositeOperation'] | undefined> = [
  'destination-out',
  'copy',
  undefined,
  'source-over',
  'destination-over',
  'source-in',
  'destination-in',
  'source-out',
  'destination-out',
  'source-atop',
  'destination-atop',
  'xor',
  'lighter',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'multiply',
  'hue',
  'saturation',
  'color',
  'luminosity',
];

/** Named so, because linters take `fill` for that of an array. */
const fillPath = (context: SKRSContext2D, path: Path2D): void => context.fill(path);

let functions: hb.PaintFuncs | undefined;

/** What HarfBuzz calls while it walks through the paint of a glyph; `painter` is what it was started with. */
export const paintFunctions = (): hb.PaintFuncs => {
  if (functions) return functions;
  const calls = new hb.PaintFuncs();
  const on = (painter: unknown): GlyphPainter => painter as GlyphPainter;
  calls.setPushTransformFunc((xx, yx, xy, yy, dx, dy, painter) => {
    const { context } = on(painter);
    context.save();
    context.transform(xx, yx, xy, yy, dx, dy);
  });
  calls.setPopTransformFunc((painter) => on(painter).context.restore());
  calls.setPushClipGlyphFunc((glyph, font, painter) =>
    on(painter).pushClip(newPath(font.glyphToPath(glyph))),
  );
  calls.setPushClipRectangleFunc((left, bottom, right, top, painter) => {
    const path = newPath();
    path.rect(left, bottom, right - left, top - bottom);
    on(painter).pushClip(path);
  });
  calls.setPopClipFunc((painter) => on(painter).popClip());
  calls.setPushGroupFunc((painter) => on(painter).pushGroup());
  calls.setPopGroupFunc((mode, painter) => on(painter).popGroup(MODES[mode]));
  calls.setColorFunc((_isForeground, color, painter) => on(painter).fill(cssColor(color)));
  calls.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2, painter) => {
    const axis = linearAxis({ x: x0, y: y0 }, { x: x1, y: y1 }, { x: x2, y: y2 });
    const gradient = gradientAlong(line, seenOfAxis(axis, on(painter).corners), (from, to) =>
      on(painter).context.createLinearGradient(axis(from).x, axis(from).y, axis(to).x, axis(to).y),
    );
    on(painter).fill(gradient);
  });
  calls.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1, painter) => {
    const [a, b] = [
      { x: x0, y: y0, r: r0 },
      { x: x1, y: y1, r: r1 },
    ];
    const at = (p: number) =>
      [x0 + (x1 - x0) * p, y0 + (y1 - y0) * p, Math.max(0, r0 + (r1 - r0) * p)] as const;
    const circles = (from: number, to: number) =>
      on(painter).context.createRadialGradient(...at(from), ...at(to));
    const seen = seenOfCircles(a, b, on(painter).corners);
    on(painter).fill(gradientAlong(line, seen, circles, boundsOfCircles(a, b)));
  });
  calls.setSweepGradientFunc((line, x, y, start, end, painter) => {
    const around = () => on(painter).context.createConicGradient(0, x, y);
    on(painter).fill(gradientAround(line, [start, end], around));
  });
  functions = calls;
  return calls;
};
