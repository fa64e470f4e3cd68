import { Anchor } from '../../domain/composition/format/place.js';
import { type JsonObject, present } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';

// How clips of Shotstack look and move.

/** A picture, in px. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}

const SPEEDS: Readonly<Record<string, number>> = table({ Slow: 2000, Fast: 500 });

/** A transition such as `slideLeftFast`, with the nearest type of this format. */
export const transitionOf = (transition: Reader, name: 'in' | 'out'): JsonObject | undefined => {
  const given = transition.text(name);
  if (given === undefined || given === 'none') return undefined;
  const [, kind = '', direction, speed] = /^([a-z]+)(Left|Right|Up|Down)?(Slow|Fast)?$/.exec(given) ?? [];
  const duration = SPEEDS[speed ?? ''] ?? 1000;
  const towards = direction?.toLowerCase();
  if (kind === 'fade') return { type: 'fade', duration };
  if (kind === 'zoom') return { type: 'zoom', duration };
  if ((kind === 'wipe' || kind === 'reveal') && given !== 'reveal')
    return { type: 'wipe', duration, direction: towards ?? 'right' };
  if (kind === 'reveal') return { type: 'wipe', duration, direction: 'right' };
  if (kind === 'slide' && towards !== undefined)
    return { type: 'slide', duration, direction: towards, distance: 'canvas' };
  transition.differs(name, `has no equivalent for ${given.slice(0, 50)}: a fade is used`);
  return { type: 'fade', duration };
};

/** Motion that comes near an effect such as `zoomIn` or `slideLeft`. */
export const motionOf = (clip: Reader): JsonObject | undefined => {
  const effect = clip.text('effect');
  if (effect === undefined || effect === 'none') return undefined;
  const base = effect.replace(/(Slow|Fast)$/, '');
  const direction = /^slide(Left|Right|Up|Down)$/.exec(base)?.[1]?.toLowerCase();
  if (base !== 'zoomIn' && base !== 'zoomOut' && direction === undefined) {
    clip.differs('effect', `has no equivalent for ${effect.slice(0, 50)}`);
    return undefined;
  }
  clip.differs('effect', 'is carried over as a motion that comes near it');
  const zoomed = { scale: 1.3 };
  if (base === 'zoomIn') return { from: { scale: 1 }, to: zoomed };
  if (base === 'zoomOut') return { from: zoomed, to: { scale: 1 } };
  const axis = direction === 'left' || direction === 'right' ? 'x' : 'y';
  const [from, to] = direction === 'left' || direction === 'up' ? [0, 1] : [1, 0];
  return { from: { ...zoomed, [axis]: from }, to: { ...zoomed, [axis]: to } };
};

const FILTERS: Readonly<Record<string, ReadonlyArray<JsonObject>>> = table({
  blur: [{ type: 'blur', amount: 8 }],
  boost: [
    { type: 'contrast', amount: 1.2 },
    { type: 'saturate', amount: 1.4 },
  ],
  contrast: [{ type: 'contrast', amount: 1.4 }],
  darken: [{ type: 'brightness', amount: 0.7 }],
  greyscale: [{ type: 'grayscale', amount: 1 }],
  lighten: [{ type: 'brightness', amount: 1.3 }],
  muted: [{ type: 'saturate', amount: 0.5 }],
  negative: [{ type: 'invert', amount: 1 }],
});

export const effectsOf = (clip: Reader): JsonObject | undefined => {
  const filter = clip.text('filter');
  const filters = filter === undefined || filter === 'none' ? undefined : FILTERS[filter];
  if (filters !== undefined) clip.differs('filter', 'is carried over with strengths that come near it');
  const opacity = clip.number('opacity');
  return opacity === undefined && filters === undefined ? undefined : present({ opacity, filters });
};

/** Position, size and fit: the picture fills a box that is scaled and placed on the canvas. */
export const placeOf = (clip: Reader, z: number, canvas: Canvas, own: Partial<Canvas>): JsonObject => {
  const position = clip.text('position') ?? 'center';
  const anchor = Anchor.is(position) ? position : 'center';
  const offset = clip.child('offset');
  const scale = clip.number('scale') ?? 1;
  const width = (own.width ?? clip.number('width') ?? canvas.width) * scale;
  const height = (own.height ?? clip.number('height') ?? canvas.height) * scale;
  return {
    size: { width, height },
    position: {
      anchor,
      relativeTo: anchor,
      x: (offset.number('x') ?? 0) * canvas.width,
      y: -(offset.number('y') ?? 0) * canvas.height, // Shotstack counts upwards
      z,
    },
  };
};
