import type { Canvas } from '../composition.js';
import { type Filter, withAmount } from '../fields/filters.js';
import type { NumericProperty } from '../fields/keyframes.js';
import type { BorderRadius, Crop } from '../fields/place.js';
import type { ShapeProperties } from '../fields/shape.js';
import { boxOf, placementOf, type Rect } from '../geometry/geometry.js';
import type { ResolvedClip, ResolvedClipOf } from '../resolve/resolved.js';
import { clamped } from './easing.js';
import { animated, pointsOf, textAt } from './interpolation.js';
import { type VisiblePart, viewAt, WHOLE } from './motion.js';
import { type RunningTransition, transitionsAt, travelOf } from './transitions.js';

/** An edge that has moved across part of the clip. `isAway`: it hides the part behind it instead of showing it. */
export interface Reveal {
  readonly shape: 'left' | 'right' | 'up' | 'down' | 'circle' | 'radial' | 'dissolve';
  readonly p: number;
  readonly softness: number;
  readonly isAway: boolean;
  /** Side of a grain in px; only used by `dissolve`. */
  readonly grain: number;
}

/** The appearance of a clip at an instant. Angles are in degrees clockwise, lengths in canvas px, not rounded. */
export interface ClipLook {
  /** The box before rotation, flip and skew. */
  readonly box: Rect;
  readonly rotation: number;
  readonly skew: { readonly x: number; readonly y: number };
  readonly flip: { readonly x: boolean; readonly y: boolean };
  /** From 0 to 1: opacity times the alpha of transitions. */
  readonly opacity: number;
  /**
   * The scale at which transitions draw the content of the clip: multiply lengths of the content, such as font sizes, by
   * it. The lengths of filters and corners in this look are already scaled.
   */
  readonly zoom: number;
  readonly crop: Crop;
  readonly view: VisiblePart;
  readonly filters: ReadonlyArray<Filter>;
  /** The filters of transitions, which act on the clip with its mask, corners and border. */
  readonly transitionFilters: ReadonlyArray<Filter>;
  readonly borderRadius: BorderRadius;
  readonly reveals: ReadonlyArray<Reveal>;
  /** A colour over the clip, with a strength from 0 to 1. */
  readonly tint: { readonly color: string; readonly amount: number } | undefined;
  /** What a clip that is a shape draws. */
  readonly shape: ShapeProperties | undefined;
}

const NO_CROP: Crop = { left: 0, top: 0, right: 0, bottom: 0 };

/** What is cut off the media of a clip at rest. */
export const cropAtRest = (clip: ResolvedClip): Crop => ('crop' in clip ? clip.crop : undefined) ?? NO_CROP;

/** Whether no keyframes change the box of a clip. Its edges are then on whole pixels. */
export const hasStaticBox = ({ keyframes = [] }: ResolvedClip): boolean =>
  keyframes.every(({ property }) => !/^(?:position|size|transform\.scale)\./.test(property));

const shapeAt = ({ shapeProperties, keyframes }: ResolvedClipOf<'shape'>, t: number): ShapeProperties => {
  const { stroke, fill, path, trim = 1, trimOffset = 0 } = shapeProperties;
  const at = (property: NumericProperty, fallback: number) => animated(keyframes, property, t, fallback);
  const outline = textAt(keyframes, 'shapeProperties.path', t) ?? path;
  return {
    ...shapeProperties,
    fill: textAt(keyframes, 'shapeProperties.fill', t) ?? fill,
    ...(outline !== undefined && { path: outline }),
    ...(stroke && { stroke: { ...stroke, width: at('shapeProperties.stroke.width', stroke.width) } }),
    trim: at('shapeProperties.trim', trim),
    trimOffset: at('shapeProperties.trimOffset', trimOffset),
  };
};

/** The appearance of a clip at `t` ms after its start, on a canvas (or in a group) of the given size. */
export const lookAt = (clip: ResolvedClip, t: number, canvas: Canvas): ClipLook => {
  const length = clip.timeFrame.end - clip.timeFrame.start;
  const at = (property: NumericProperty, fallback: number): number =>
    animated(clip.keyframes, property, t, fallback);
  const { position, size, transform, effects } = clip;
  const place = {
    position: { ...position, x: at('position.x', position.x), y: at('position.y', position.y) },
    size: { width: at('size.width', size.width), height: at('size.height', size.height) },
    transform: {
      ...transform,
      scale: {
        x: at('transform.scale.x', transform.scale.x),
        y: at('transform.scale.y', transform.scale.y),
      },
    },
  };
  const crop = cropAtRest(clip);
  const look: ClipLook = {
    box: hasStaticBox(clip) ? placementOf(clip).box : boxOf(place),
    rotation: at('transform.rotation', transform.rotation ?? 0),
    skew: {
      x: at('transform.skew.x', transform.skew?.x ?? 0),
      y: at('transform.skew.y', transform.skew?.y ?? 0),
    },
    flip: transform.flip ?? { x: false, y: false },
    opacity: at('effects.opacity', effects?.opacity ?? 1),
    zoom: 1,
    crop: {
      left: at('crop.left', crop.left),
      top: at('crop.top', crop.top),
      right: at('crop.right', crop.right),
      bottom: at('crop.bottom', crop.bottom),
    },
    view: clip.motion ? viewAt(clip.motion, t, length) : WHOLE,
    filters: (effects?.filters ?? []).map((filter, index) =>
      filter.type === 'lut'
        ? filter
        : withAmount(filter, at(`effects.filters[${index}].amount`, filter.amount)),
    ),
    borderRadius: pointsOf(clip.keyframes, 'effects.borderRadius')
      ? at('effects.borderRadius', 0)
      : (effects?.borderRadius ?? 0),
    transitionFilters: [],
    reveals: [],
    tint: undefined,
    shape: clip.type === 'shape' ? shapeAt(clip, t) : undefined,
  };
  return transitionsAt(clip.transition, t, length).reduce(
    (before, running) => withTransition(before, running, canvas),
    look,
  );
};

const withTransition = (look: ClipLook, running: RunningTransition, canvas: Canvas): ClipLook => {
  const { transition, side, p } = running;
  const faded = (doesFade: boolean): number => (doesFade ? look.opacity * clamped(p) : look.opacity);
  const reveal = (shape: Reveal['shape'], softness: number, doesFade: boolean, grain = 0): ClipLook => ({
    ...look,
    opacity: faded(doesFade),
    reveals: [...look.reveals, { shape, p: clamped(p), softness, isAway: side === 'out', grain }],
  });
  switch (transition.type) {
    case 'fade':
      return { ...look, opacity: faded(true) };
    case 'slide':
    case 'push': {
      const isSideways = transition.direction === 'left' || transition.direction === 'right';
      const across = isSideways ? canvas.width : canvas.height;
      const distance =
        transition.type === 'push' || transition.distance === 'canvas' ? across : transition.distance;
      const { x, y } = travelOf(transition.direction, distance, running);
      const box = { ...look.box, x: look.box.x + x, y: look.box.y + y };
      return { ...look, box, opacity: faded(transition.type === 'slide' && transition.fade) };
    }
    case 'wipe':
      return reveal(transition.direction, transition.softness, transition.fade);
    case 'circle':
    case 'radial':
      return reveal(transition.type, transition.softness, transition.fade);
    case 'dissolve':
      return reveal('dissolve', 0, false, transition.grain);
    case 'zoom': {
      const scale = Math.max(0, transition.from + (1 - transition.from) * p);
      return { ...zoomed(look, scale), opacity: faded(transition.fade) };
    }
    case 'spin': {
      const away = transition.angle * (1 - p);
      const rotation = look.rotation + (side === 'in' ? -away : away);
      return { ...look, rotation, opacity: faded(transition.fade) };
    }
    case 'blur': {
      const amount = Math.max(0, transition.radius * (1 - p));
      return {
        ...look,
        transitionFilters: [...look.transitionFilters, { type: 'blur', amount }],
        opacity: faded(transition.fade),
      };
    }
    case 'pixelate': {
      const amount = Math.max(1, 1 + (transition.size - 1) * (1 - p));
      return {
        ...look,
        transitionFilters: [...look.transitionFilters, { type: 'pixelate', amount }],
        opacity: faded(transition.fade),
      };
    }
    case 'color': {
      const half = clamped(p) * 2;
      const tint = { color: transition.color, amount: Math.min(1, 2 - half) };
      return { ...look, tint, opacity: look.opacity * Math.min(1, half) };
    }
  }
};

/** A look scaled about the centre of its box, with its filters and corners (spec of the composition format, §1). */
const zoomed = (look: ClipLook, scale: number): ClipLook => {
  const { box, zoom, filters, borderRadius } = look;
  return {
    ...look,
    box: scaled(box, scale),
    zoom: zoom * scale,
    filters: filters.map((filter) =>
      filter.type === 'blur' || filter.type === 'pixelate'
        ? withAmount(filter, filter.amount * scale)
        : filter,
    ),
    borderRadius:
      typeof borderRadius === 'number' ? borderRadius * scale : borderRadius.map((radius) => radius * scale),
  };
};

const scaled = ({ x, y, width, height }: Rect, scale: number): Rect => ({
  x: x + (width * (1 - scale)) / 2,
  y: y + (height * (1 - scale)) / 2,
  width: width * scale,
  height: height * scale,
});
