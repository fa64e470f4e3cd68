import type { Canvas } from '../composition.js';
import { type Filter, hasPixelAmount } from '../fields/filters.js';
import { isCanvasLength, type Keyframes } from '../fields/keyframes.js';
import type { Transition } from '../fields/transition.js';
import { placementOf } from './geometry.js';
import type { ResolvedClip, ResolvedComposition, Scaling } from '../resolve/resolved.js';

/** The scale factors of content, horizontally and vertically. */
export interface Factors {
  readonly across: number;
  readonly down: number;
}

/** The maximum relative stretch of a side so that it ends on whole pixels. */
const MAX_STRETCH = 0.01;

/**
 * The factors that map the box for which content was laid out to its scaled box at rest. A side is stretched to the
 * whole pixels of the box, unless that would distort the content visibly.
 */
export const factorsOf = ({ scale, laidOut }: Scaling, rest: Canvas): Factors => {
  const along = (side: number, whole: number): number =>
    Math.abs(side / whole / scale - 1) <= MAX_STRETCH ? side / whole : scale;
  return { across: along(rest.width, laidOut.width), down: along(rest.height, laidOut.height) };
};

/** The canvas at a scale, in whole px. */
export const scaledCanvas = ({ width, height }: Canvas, scale: number): Canvas => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/**
 * A composition with all positions, sizes and lengths of its canvas multiplied by `scale`, so that its frames are
 * composed at the size of an output. Lines break as on the canvas. Filters that act on single pixels (`sharpen`,
 * `noise`) act on those of the output.
 */
export const scaledComposition = (composition: ResolvedComposition, scale: number): ResolvedComposition => {
  if (scale === 1) return composition;
  const { metadata, clips } = composition;
  return {
    ...composition,
    metadata: { ...metadata, canvas: scaledCanvas(metadata.canvas, scale) },
    clips: clips.map((clip) => scaledClip(clip, scale)),
  };
};

const scaledClip = (clip: ResolvedClip, scale: number): ResolvedClip => {
  const { position, size, effects, transition, keyframes } = clip;
  const { width, height } = placementOf(clip).box;
  const scaled: ResolvedClip = {
    ...clip,
    scaling: { scale, laidOut: { width, height } },
    position: { ...position, x: position.x * scale, y: position.y * scale },
    size: { width: size.width * scale, height: size.height * scale },
    ...(effects ? { effects: scaledEffects(effects, scale) } : {}),
    ...(transition
      ? {
          transition: {
            ...(transition.in ? { in: scaledTransition(transition.in, scale) } : {}),
            ...(transition.out ? { out: scaledTransition(transition.out, scale) } : {}),
          },
        }
      : {}),
    ...(keyframes ? { keyframes: keyframes.map((track) => scaledKeyframes(track, clip, scale)) } : {}),
  };
  return scaled.type === 'group'
    ? { ...scaled, clips: scaled.clips.map((inner) => scaledClip(inner, scale)) }
    : scaled;
};

type Effects = NonNullable<ResolvedClip['effects']>;

/** Effects with all lengths multiplied by `scale`. */
export const scaledEffects = (effects: Effects, scale: number): Effects => {
  if (scale === 1) return effects;
  const { filters, borderRadius, border, shadow } = effects;
  return {
    ...effects,
    ...(filters ? { filters: filters.map((filter) => scaledFilter(filter, scale)) } : {}),
    ...(borderRadius === undefined
      ? {}
      : {
          borderRadius:
            typeof borderRadius === 'number'
              ? borderRadius * scale
              : borderRadius.map((radius) => radius * scale),
        }),
    ...(border ? { border: { ...border, width: border.width * scale } } : {}),
    ...(shadow
      ? { shadow: { ...shadow, x: shadow.x * scale, y: shadow.y * scale, blur: shadow.blur * scale } }
      : {}),
  };
};

const scaledFilter = (filter: Filter, scale: number): Filter =>
  filter.type === 'blur' || filter.type === 'pixelate'
    ? { ...filter, amount: filter.amount * scale }
    : filter;

const scaledTransition = (transition: Transition, scale: number): Transition => {
  switch (transition.type) {
    case 'slide':
      return transition.distance === 'canvas'
        ? transition
        : { ...transition, distance: transition.distance * scale };
    case 'blur':
      return { ...transition, radius: transition.radius * scale };
    case 'pixelate':
      return { ...transition, size: transition.size * scale };
    case 'dissolve':
      return { ...transition, grain: transition.grain * scale };
    case 'fade':
    case 'push':
    case 'wipe':
    case 'circle':
    case 'radial':
    case 'zoom':
    case 'spin':
    case 'color':
      return transition;
  }
};

/** Keyframes of text style are laid out with the text, at the size of the canvas. */
const scaledKeyframes = (track: Keyframes, { effects }: ResolvedClip, scale: number): Keyframes => {
  const filter = /^effects\.filters\[(\d+)\]/.exec(track.property)?.[1];
  const isLength =
    filter === undefined
      ? isCanvasLength(track.property)
      : hasPixelAmount(effects?.filters?.[Number(filter)]);
  if (!isLength) return track;
  return {
    ...track,
    points: track.points.map((point) => ({ ...point, value: Number(point.value) * scale })),
  };
};
