import { cssFilters } from '../html/css-values.js';
import type { Fields, FieldTable, TimedValue, FieldRule } from '../reading/fields.js';
import { evenly, keyframesOf } from '../reading/fields.js';
import { each, type Canvas, clamped, type JsonObject, table } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';

// How clips of Shotstack look and move, as its Studio SDK draws them.

/** Filters as CSS has them. */
const FILTERS: Readonly<Record<string, string>> = table({
  none: '',
  blur: 'blur(8px)',
  boost: 'contrast(1.2) saturate(1.4)',
  contrast: 'contrast(1.4)',
  darken: 'brightness(0.85)',
  greyscale: 'grayscale(1)',
  lighten: 'brightness(1.15)',
  muted: 'saturate(0.6) contrast(0.8)',
  negative: 'invert(1)',
});
/** Those of known strength: in a published render, darkened white is 85 % as bright, and colours keep their tone. */
const EXACT: ReadonlySet<string> = new Set(['none', 'darken', 'greyscale', 'negative']);

const filter: FieldRule = (clip, name) => {
  const filters = clip.choice(name, FILTERS, true) ?? '';
  if (filters !== '' && !EXACT.has(clip.knownText(name) ?? ''))
    clip.differs(name, 'is carried over with a strength that comes near it');
  return { 'effects.filters': cssFilters(filters) };
};

const LENGTHS: Readonly<Record<string, readonly [slow: number, normal: number, fast: number]>> = table({
  ...each('slide carousel', [2000, 500, 250]),
  zoom: [400, 400, 400],
});

/** The soft edge of a wipe, as a share of the width. */
const WIPE_SOFTNESS = 0.85;

const NAMED =
  /^(fade|reveal|wipe|slide|carousel|shuffle|zoom)(Left|Right|Up|Down|(?:Top|Right|Bottom|Left){2})?(Slow|Fast|VeryFast)?$/;

/** A transition such as `slideLeftFast`. */
const transition: FieldRule = (clip, name) => {
  const given = clip.knownText(name);
  if (given === undefined || given === 'none' || given === '') return undefined;
  const [, kind, towards = '', speed] = NAMED.exec(given) ?? [];
  if (kind === undefined) return clip.unknown(name, given, true, 'the clip appears or ends at once');
  const [slow, normal, fast] = LENGTHS[kind] ?? [2000, 1000, 500];
  const duration = speed === 'Slow' ? slow : speed === 'Fast' ? fast : speed === 'VeryFast' ? 250 : normal;
  const side = /^(Left|Right|Up|Down)$/.test(towards) ? towards.toLowerCase() : undefined;
  const moved =
    (side === 'up' || side === 'down' ? clip.shared.canvas.height : clip.shared.canvas.width) * 0.025;
  const kinds: Readonly<Record<string, JsonObject>> = table({
    fade: { type: 'fade', easing: 'easeInOut' },
    zoom: { type: 'zoom', from: 10, fade: true },
    reveal: { type: 'wipe', direction: 'right', easing: 'ease' },
    wipe: { type: 'wipe', direction: side ?? 'right', softness: WIPE_SOFTNESS, easing: 'easeInOut' },
    slide: { type: 'slide', direction: side ?? 'left', distance: moved, fade: true },
    carousel: { type: 'slide', direction: side ?? 'left', distance: 'canvas' },
  });
  if (!kinds[kind]) clip.differs(name, `"${given.slice(0, 50)}" has no counterpart: the clip fades instead`);
  return { [`transition.${name}`]: { ...(kinds[kind] ?? { type: 'fade' }), duration } };
};

/** Shotstack's names for easings that are named alike here. */
const EASING = /^ease((In|Out|InOut)(Sine|Quad|Cubic|Quart|Quint|Expo|Circ|Back)?)?$/;

const easingOf = (tween: Reader): string => {
  const kind =
    tween.choice('interpolation', table({ linear: 'linear', bezier: 'bezier', constant: 'hold' })) ??
    'linear';
  const name = tween.text('easing');
  if (kind !== 'bezier') return kind;
  if (name === undefined || EASING.test(name)) return name ?? 'ease';
  tween.differs('easing', `"${name.slice(0, 50)}" is not known: ease is used`);
  return 'ease';
};

/** A number, or a list of tweens from one value to another, which become keyframes. */
export const tweened =
  (path: string, converted: (value: number, canvas: Canvas) => number = (value) => value): FieldRule =>
  (reader, name) => {
    const { canvas } = reader.shared;
    if (!reader.isList(name)) {
      const value = reader.number(name);
      return { [path]: value === undefined ? undefined : converted(value, canvas) };
    }
    const points = reader.children(name).flatMap((tween): ReadonlyArray<TimedValue> => {
      const [start, length] = [tween.time('start') ?? 0, tween.time('length') ?? 0];
      const [from, end] = [tween.number('from') ?? 0, tween.number('to') ?? 0];
      return [
        { time: start, value: converted(from, canvas), easing: 'hold' },
        { time: start + length, value: converted(end, canvas), easing: easingOf(tween) },
      ];
    });
    return { [path]: points[0]?.value, keyframes: keyframesOf(path, points) };
  };

/** A skew in degrees of one that moves an edge by a share of a side of the canvas. */
const skew =
  (axis: 'x' | 'y', along: 'width' | 'height', across: 'width' | 'height'): FieldRule =>
  (reader, name, context) =>
    tweened(`transform.skew.${axis}`, (share, canvas) => {
      const angle = Math.round((Math.atan((share * canvas[along]) / canvas[across]) * 18000) / Math.PI) / 100;
      const limited = clamped(-80, 80, angle);
      if (limited !== angle) reader.differs(name, `skews by ${limited} instead of ${angle} degrees`);
      return limited;
    })(reader, name, context);

/** How a clip lies, looks and moves. Shotstack counts offsets upwards. */
export const PICTURE: FieldTable = {
  offset: rule.inside({
    x: tweened('position.x', (share, { width }) => share * width),
    y: tweened('position.y', (share, { height }) => -share * height || 0),
  }),
  transform: rule.inside({
    rotate: rule.inside({ angle: tweened('transform.rotation') }),
    skew: rule.inside({ x: skew('x', 'width', 'height'), y: skew('y', 'height', 'width') }),
    flip: rule.inside({ horizontal: rule.flag('transform.flip.x'), vertical: rule.flag('transform.flip.y') }),
  }),
  opacity: tweened('effects.opacity'),
  filter,
  transition: rule.inside({ in: transition, out: transition }),
};

/** How far a clip moves along an axis at its start, px; as far to the other side at its end. */
export interface Moves {
  readonly axis: 'x' | 'y';
  readonly by: number;
  /** The factor by which media is longer than the canvas along the axis, if it fills that. */
  readonly grows?: number | undefined;
}

const SPEED: Readonly<Record<string, readonly [zoom: number, pan: number]>> = table({
  Slow: [1.1, 0.03],
  '': [1.3, 0.12],
  Fast: [1.7, 0.2],
});

/**
 * A zoom or pan over the whole clip. A clip that fills the canvas moves inside its box; a smaller one grows.
 * @param length of the clip, ms, if it is known
 */
export const effectOf = (
  clip: Reader,
  fills: boolean,
  length: number | undefined,
): Fields & { readonly moves?: Moves } => {
  const effect = clip.knownText('effect');
  if (effect === undefined || effect === 'none' || effect === '') return {};
  const [, kind, direction = '', speed = ''] =
    /^(zoom(?=In|Out)|slide(?!In|Out))(In|Out|Left|Right|Up|Down)(Slow|Fast)?$/.exec(effect) ?? [];
  const [zoom = 1.3, pan = 0.12] = SPEED[speed] ?? [];
  if (kind === 'zoom') {
    const [from, end] = direction === 'In' ? [1, zoom] : [zoom, 1];
    const motion = { from: { scale: from }, to: { scale: end } };
    if (!fills && length === undefined) clip.differs('effect', 'zooms the picture inside its box');
    if (fills || length === undefined) return { motion };
    return { keyframes: ['x', 'y'].map((axis) => evenly(`transform.scale.${axis}`, from, end, length)) };
  }
  if (kind === 'slide') {
    const axis = direction === 'Left' || direction === 'Right' ? 'x' : 'y';
    const [from, end] = direction === 'Left' || direction === 'Up' ? [0, 1] : [1, 0];
    const scale = 1 + pan * 2;
    // The box of a smaller picture moves by a share of the canvas.
    const by = { x: clip.shared.canvas.width * pan, y: clip.shared.canvas.height * pan }[axis];
    if (length !== undefined) {
      const moves = { axis, by: by * (end - from), grows: fills ? scale : undefined } as const;
      if (!fills) return { 'transform.scale': { x: scale, y: scale }, moves };
      // In Shotstack, all of a wide picture passes across a narrow canvas. Most media is wide, so here a part is missing.
      const { width, height } = clip.shared.canvas;
      const [wide = 0, high = 0] = ['width', 'height'].map((name) => Number(clip.child('asset').peek(name)));
      const isLong = !(wide * height <= high * width * scale * 1.05);
      const isNarrow = axis === 'x' && width <= height && isLong;
      clip.differs('effect', 'shows no more of a much longer picture', isNarrow ? 'near' : 'unseen');
      return { moves };
    }
    if (!fills) clip.differs('effect', 'moves the picture inside its box instead of the box');
    return { motion: { from: { scale, [axis]: from }, to: { scale, [axis]: end } } };
  }
  clip.unknown('effect', effect, true, 'the clip does not move');
  return {};
};

/** The size of media that moves along a canvas. */
export const grown = ({ width, height }: Canvas, factor: number, moves: Moves | undefined): Canvas => {
  const along = (axis: Moves['axis']) => factor * (moves?.axis === axis ? (moves.grows ?? 1) : 1);
  return { width: width * along('x'), height: height * along('y') };
};
