import { type Canvas, type JsonObject, present, presentOrNone } from '../reading/json-object.js';
import { keyframeList, keyframesOf } from '../reading/keyframes.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { animated } from './tweens.js';

// How clips of Shotstack look and move, as its Studio SDK draws them.

const FILTERS: Readonly<Record<string, ReadonlyArray<JsonObject>>> = table({
  none: [],
  blur: [{ type: 'blur', amount: 8 }],
  boost: [
    { type: 'contrast', amount: 1.2 },
    { type: 'saturate', amount: 1.4 },
  ],
  contrast: [{ type: 'contrast', amount: 1.4 }],
  darken: [{ type: 'brightness', amount: 0.7 }],
  greyscale: [{ type: 'grayscale', amount: 1 }],
  lighten: [{ type: 'brightness', amount: 1.3 }],
  muted: [
    { type: 'saturate', amount: 0.6 },
    { type: 'contrast', amount: 0.8 },
  ],
  negative: [{ type: 'invert', amount: 1 }],
});
const EXACT: ReadonlySet<string> = new Set(['none', 'greyscale', 'negative']);

const LENGTHS: Readonly<Record<string, readonly [slow: number, normal: number, fast: number]>> = table({
  fade: [2000, 1000, 500],
  reveal: [2000, 1000, 500],
  wipe: [2000, 1000, 500],
  slide: [2000, 500, 250],
  carousel: [2000, 500, 250],
  shuffle: [2000, 1000, 500],
  zoom: [400, 400, 400],
});

/** The soft edge of a wipe, as a share of the width. */
const WIPE_SOFTNESS = 0.85;

/** A transition such as `slideLeftFast`. */
const transitionOf = (transition: Reader, name: 'in' | 'out', canvas: Canvas): JsonObject | undefined => {
  const given = transition.knownText(name);
  if (given === undefined || given === 'none' || given === '') return undefined;
  const [, kind = '', direction, speed] =
    /^(fade|reveal|wipe|slide|carousel|shuffle|zoom)(Left|Right|Up|Down|(?:Top|Right|Bottom|Left)(?:Top|Right|Bottom|Left))?(Slow|Fast|VeryFast)?$/.exec(
      given,
    ) ?? [];
  const [slow, normal, fast] = LENGTHS[kind] ?? [1000, 1000, 1000];
  const duration = speed === 'Slow' ? slow : speed === 'Fast' ? fast : speed === 'VeryFast' ? 250 : normal;
  const towards = /^(Left|Right|Up|Down)$/.test(direction ?? '') ? direction?.toLowerCase() : undefined;
  const isUpright = towards === 'up' || towards === 'down';
  switch (kind) {
    case 'fade':
      return { type: 'fade', duration, easing: 'easeInOut' };
    case 'zoom':
      return { type: 'zoom', duration, from: 10, fade: true };
    case 'reveal':
      return { type: 'wipe', duration, direction: 'right', easing: 'ease' };
    case 'wipe':
      return {
        type: 'wipe',
        duration,
        direction: towards ?? 'right',
        softness: WIPE_SOFTNESS,
        easing: 'easeInOut',
      };
    case 'slide':
      return {
        type: 'slide',
        duration,
        direction: towards ?? 'left',
        distance: (isUpright ? canvas.height : canvas.width) * 0.025,
        fade: true,
      };
    case 'carousel':
      return { type: 'slide', duration, direction: towards ?? 'left', distance: 'canvas' };
    default:
      transition.differs(name, `"${given.slice(0, 50)}" has no counterpart: the clip fades instead`);
      return { type: 'fade', duration };
  }
};

export const transitionsOf = (clip: Reader, canvas: Canvas): JsonObject | undefined => {
  const transition = clip.child('transition');
  return presentOrNone({
    in: transitionOf(transition, 'in', canvas),
    out: transitionOf(transition, 'out', canvas),
  });
};

const SPEED: Readonly<Record<string, readonly [zoom: number, pan: number]>> = table({
  Slow: [1.1, 0.03],
  '': [1.3, 0.12],
  Fast: [1.7, 0.2],
});

/**
 * A zoom or pan over the whole clip. A clip that fills the canvas moves inside its box; a smaller one grows.
 * @param length of the clip, ms, if it is known
 */
export const effectOf = (clip: Reader, fills: boolean, length: number | undefined): JsonObject => {
  const effect = clip.knownText('effect');
  if (effect === undefined || effect === 'none' || effect === '') return {};
  const [, kind, direction, speed = ''] =
    /^(zoom|slide)(In|Out|Left|Right|Up|Down)(Slow|Fast)?$/.exec(effect) ?? [];
  const [zoom = 1.3, pan = 0.12] = SPEED[speed] ?? [];
  if (kind === 'zoom' && /In|Out/.test(direction ?? '')) {
    const [from, to] = direction === 'In' ? [1, zoom] : [zoom, 1];
    if (fills || length === undefined) return { motion: { from: { scale: from }, to: { scale: to } } };
    const points = [
      { time: 0, value: from },
      { time: length, value: to },
    ];
    return { keyframes: ['x', 'y'].map((axis) => keyframesOf(`transform.scale.${axis}`, points)) };
  }
  if (kind === 'slide' && !/In|Out/.test(direction ?? '')) {
    const axis = direction === 'Left' || direction === 'Right' ? 'x' : 'y';
    const [from, to] = direction === 'Left' || direction === 'Up' ? [0, 1] : [1, 0];
    const scale = 1 + pan * 2;
    if (!fills) clip.differs('effect', 'moves the picture inside its box instead of the box');
    return { motion: { from: { scale, [axis]: from }, to: { scale, [axis]: to } } };
  }
  clip.differs('effect', `"${effect.slice(0, 50)}" has no counterpart: the clip does not move`);
  return {};
};

/** Filters and opacity, and the keyframes of the opacity. */
export const looksOf = (
  clip: Reader,
): { readonly effects: JsonObject | undefined; readonly keyframes: JsonObject | undefined } => {
  const name = clip.knownText('filter');
  const filters = clip.choice('filter', FILTERS) ?? [];
  if (filters.length > 0 && !EXACT.has(name ?? ''))
    clip.differs('filter', 'is carried over with a strength that comes near it');
  const opacity = animated(clip, 'opacity', 'effects.opacity');
  return {
    effects: presentOrNone({ opacity: opacity.value, filters: filters.length > 0 ? filters : undefined }),
    keyframes: opacity.keyframes,
  };
};

const ANCHORS: Readonly<Record<string, string>> = table({
  top: 'top',
  topRight: 'topRight',
  right: 'right',
  bottomRight: 'bottomRight',
  bottom: 'bottom',
  bottomLeft: 'bottomLeft',
  left: 'left',
  topLeft: 'topLeft',
  center: 'center',
});

/** The position of a clip, and its rotation, skew and mirroring. Shotstack counts offsets upwards. */
export const placeOf = (
  clip: Reader,
  z: number,
  canvas: Canvas,
): JsonObject & { readonly anchor: string } => {
  const anchor = clip.choice('position', ANCHORS) ?? 'center';
  const offset = clip.child('offset');
  const x = animated(offset, 'x', 'position.x', (share) => share * canvas.width);
  const y = animated(offset, 'y', 'position.y', (share) => -share * canvas.height || 0);
  const transform = clip.child('transform');
  const rotation = animated(transform.child('rotate'), 'angle', 'transform.rotation');
  const skew = transform.child('skew');
  const skewX = animated(skew, 'x', 'transform.skew.x');
  const skewY = animated(skew, 'y', 'transform.skew.y');
  const flip = transform.child('flip');
  return {
    anchor,
    position: { anchor, relativeTo: anchor, x: x.value ?? 0, y: y.value ?? 0, z },
    transform: presentOrNone({
      rotation: rotation.value,
      skew: presentOrNone({ x: skewX.value, y: skewY.value }),
      flip: presentOrNone({ x: flip.flag('horizontal'), y: flip.flag('vertical') }),
    }),
    keyframes: keyframeList(x.keyframes, y.keyframes, rotation.keyframes, skewX.keyframes, skewY.keyframes),
  };
};

/** Fades of sounds by the name of their effect. */
const FADES: Readonly<Record<string, JsonObject>> = table({
  none: {},
  fadeIn: { fadeIn: 2000 },
  fadeOut: { fadeOut: 2000 },
  fadeInFadeOut: { fadeIn: 2000, fadeOut: 2000 },
});

export const fadesOf = (reader: Reader, name: string): JsonObject =>
  present(reader.choice(name, FADES) ?? {});
