import type { Canvas } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/fields/output.js';
import { LIMITS } from '../../../domain/composition/limits.js';

type OutputSize = NonNullable<Output['size']>;

const even = (side: number): number => Math.max(2, Math.ceil(side / 2) * 2);
const nearest = (side: number): number => Math.max(1, Math.round(side));

/** The size of an output in px. @param isEven whether its sides must be even */
export const outputSize = (
  { width, height }: Canvas,
  size: OutputSize | undefined,
  isEven: boolean,
): Canvas => {
  const round = isEven ? even : nearest;
  const wanted = size ?? { fit: 'contain' };
  if (wanted.width !== undefined && wanted.height !== undefined)
    return { width: round(wanted.width), height: round(wanted.height) };
  if (wanted.width !== undefined)
    return { width: round(wanted.width), height: round((wanted.width * height) / width) };
  if (wanted.height !== undefined)
    return { width: round((wanted.height * width) / height), height: round(wanted.height) };
  return { width: round(width), height: round(height) };
};

/**
 * The scale at which a composition is composed for an output: the larger one where the output distorts it.
 * @param canvas that of the composition, with even sides
 */
export const compositionScale = (canvas: Canvas, size: OutputSize | undefined, isEven: boolean): number => {
  if (!size) return 1;
  const to = outputSize(canvas, size, isEven);
  const [across, down] = [to.width / canvas.width, to.height / canvas.height];
  const most = LIMITS.canvasSide.maximum / Math.max(canvas.width, canvas.height);
  // A side that follows from the other one was rounded.
  if (size.height === undefined) return Math.min(across, most);
  if (size.width === undefined) return Math.min(down, most);
  return Math.min(size.fit === 'contain' ? Math.min(across, down) : Math.max(across, down), most);
};

const SCALER = 'flags=lanczos+accurate_rnd+full_chroma_int+full_chroma_inp';

/** Filters that bring frames from one size to another; what `contain` does not fill is black, or transparent. */
export const sizeFilters = (
  from: Canvas,
  to: Canvas,
  fit: OutputSize['fit'],
  isEven: boolean,
): ReadonlyArray<string> => {
  if (from.width === to.width && from.height === to.height) return [];
  const [across, down] = [to.width / from.width, to.height / from.height];
  const scale = fit === 'cover' ? Math.max(across, down) : Math.min(across, down);
  const unit = isEven ? 2 : 1;
  const side = (length: number): number => Math.max(unit, Math.round((length * scale) / unit) * unit);
  const scaled =
    fit === 'stretch'
      ? to
      : fit === 'cover'
        ? { width: Math.max(to.width, side(from.width)), height: Math.max(to.height, side(from.height)) }
        : { width: Math.min(to.width, side(from.width)), height: Math.min(to.height, side(from.height)) };
  const filters = [`scale=w=${scaled.width}:h=${scaled.height}:${SCALER}`];
  if (scaled.width === to.width && scaled.height === to.height) return filters;
  const offset = (a: number, b: number): number => Math.floor(Math.abs(a - b) / 2 / unit) * unit;
  const place = `${offset(scaled.width, to.width)}:${offset(scaled.height, to.height)}`;
  return [
    ...filters,
    fit === 'cover'
      ? `crop=${to.width}:${to.height}:${place}`
      : `pad=${to.width}:${to.height}:${place}:color=black@0`,
  ];
};
