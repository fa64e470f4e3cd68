import { type ClipLook, isPlaced, lookAt } from '../../../../domain/composition/animation/look.js';
import { progressWithin } from '../../../../domain/composition/animation/easing.js';
import {
  pointsOf,
  type Range,
  rangeAmong,
  valuesWithin,
} from '../../../../domain/composition/animation/interpolation.js';
import { travelOf, windowsOf } from '../../../../domain/composition/animation/transitions.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import type { NumericProperty } from '../../../../domain/composition/format/keyframes.js';
import type { Transition } from '../../../../domain/composition/format/transition.js';
import { boxOf, centreOf, type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import { SAME_INSTANT } from '../../../../domain/composition/timeline.js';
import { drawnBeforeTurn } from '../../draw/covered.js';

/** A time of a clip, in ms from its start; both ends belong to it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const sum = (a: Range, b: Range): Range => ({ least: a.least + b.least, most: a.most + b.most });

/** The products of two ranges without negative numbers. */
const product = (a: Range, b: Range): Range => ({ least: a.least * b.least, most: a.most * b.most });

const times = ({ least, most }: Range, factor: number): Range => rangeAmong([least * factor, most * factor]);

const only = (value: number): Range => ({ least: value, most: value });

const farthest = ({ least, most }: Range): number => Math.max(Math.abs(least), Math.abs(most));

/** The looks of a clip during a stretch, as ranges of what decides which part of the canvas it covers. */
interface Looks {
  readonly centre: { readonly x: Range; readonly y: Range };
  readonly width: Range;
  readonly height: Range;
  readonly rotation: Range;
  readonly opacity: Range;
  readonly zoom: Range;
  /** A look with the filters that reach the farthest and the greatest skew. */
  readonly widest: ClipLook;
}

/** The looks of a clip without its transitions. */
const looksAtRest = (clip: ResolvedClip, { from, to }: Stretch): Looks => {
  const { position, size, transform, effects, keyframes = [] } = clip;
  const within = (property: NumericProperty, otherwise: number): Range => {
    const points = pointsOf(keyframes, property);
    return points ? valuesWithin({ property, points }, from, to) : only(otherwise);
  };
  // The canvas counts in transitions only.
  const { transition: _transition, ...still } = clip;
  const first = lookAt(still, from, clip.size);
  const width = product(within('size.width', size.width), within('transform.scale.x', transform.scale.x));
  const height = product(within('size.height', size.height), within('transform.scale.y', transform.scale.y));
  const unit = { ...clip, size: { width: 1, height: 1 }, transform: { ...transform, scale: { x: 1, y: 1 } } };
  const anchored = centreOf(boxOf({ ...unit, position: { ...position, x: 0, y: 0 } }));
  const placed = isPlaced(clip);
  const at = centreOf(first.box);
  return {
    centre: placed
      ? { x: only(at.x), y: only(at.y) }
      : {
          x: sum(within('position.x', position.x), times(width, anchored.x)),
          y: sum(within('position.y', position.y), times(height, anchored.y)),
        },
    width: placed ? only(first.box.width) : width,
    height: placed ? only(first.box.height) : height,
    rotation: within('transform.rotation', transform.rotation ?? 0),
    opacity: within('effects.opacity', effects?.opacity ?? 1),
    zoom: only(1),
    widest: {
      ...first,
      skew: {
        x: farthest(within('transform.skew.x', transform.skew?.x ?? 0)),
        y: farthest(within('transform.skew.y', transform.skew?.y ?? 0)),
      },
      filters: first.filters.map((filter, index) =>
        filter.type === 'lut'
          ? filter
          : { ...filter, amount: within(`effects.filters[${index}].amount`, filter.amount).most },
      ),
    },
  };
};

const zoomed = (looks: Looks, scale: Range): Looks => ({
  ...looks,
  width: product(looks.width, scale),
  height: product(looks.height, scale),
  zoom: product(looks.zoom, scale),
  widest: {
    ...looks.widest,
    filters: looks.widest.filters.map((filter) =>
      filter.type === 'blur' || filter.type === 'pixelate'
        ? { ...filter, amount: filter.amount * scale.most }
        : filter,
    ),
  },
});

/** The looks while a transition is in progress. @param p its progress */
const inTransition = (
  looks: Looks,
  transition: Transition,
  side: 'in' | 'out',
  p: Range,
  canvas: Canvas,
): Looks => {
  const { centre, widest } = looks;
  switch (transition.type) {
    case 'slide':
    case 'push': {
      const isSideways = transition.direction === 'left' || transition.direction === 'right';
      const across = isSideways ? canvas.width : canvas.height;
      const distance =
        transition.type === 'push' || transition.distance === 'canvas' ? across : transition.distance;
      const ends = [p.least, p.most].map((p) => travelOf(transition.direction, distance, { side, p }));
      return {
        ...looks,
        centre: {
          x: sum(centre.x, rangeAmong(ends.map(({ x }) => x))),
          y: sum(centre.y, rangeAmong(ends.map(({ y }) => y))),
        },
      };
    }
    case 'zoom':
      return zoomed(
        looks,
        rangeAmong([p.least, p.most].map((p) => Math.max(0, transition.from + (1 - transition.from) * p))),
      );
    case 'spin': {
      const away = times({ least: 1 - p.most, most: 1 - p.least }, transition.angle);
      return { ...looks, rotation: sum(looks.rotation, side === 'in' ? times(away, -1) : away) };
    }
    case 'blur': {
      const amount = Math.max(0, transition.radius * (1 - p.least));
      return { ...looks, widest: { ...widest, softening: [...widest.softening, { type: 'blur', amount }] } };
    }
    case 'pixelate': {
      const amount = Math.max(1, 1 + (transition.size - 1) * (1 - p.least));
      const softening = [...widest.softening, { type: 'pixelate' as const, amount }];
      return { ...looks, widest: { ...widest, softening } };
    }
    case 'fade':
    case 'wipe':
    case 'circle':
    case 'radial':
    case 'dissolve':
    case 'color':
      return looks;
  }
};

/** The looks of a clip during a stretch. Where a transition begins or ends, it counts as in progress. */
const looksDuring = (clip: ResolvedClip, stretch: Stretch, canvas: Canvas): Looks => {
  const { timeFrame, transition = {} } = clip;
  const length = timeFrame.end - timeFrame.start;
  const windows = windowsOf(transition, length);
  const rest = looksAtRest(clip, stretch);
  const { from, to } = stretch;
  const entering =
    transition.in && from < windows.in + SAME_INSTANT
      ? inTransition(
          rest,
          transition.in,
          'in',
          progressWithin(transition.in.easing, from / windows.in, to / windows.in),
          canvas,
        )
      : rest;
  if (!transition.out || length - to >= windows.out + SAME_INSTANT) return entering;
  const left = progressWithin(
    transition.out.easing,
    (length - to) / windows.out,
    (length - from) / windows.out,
  );
  return inTransition(entering, transition.out, 'out', left, canvas);
};

/** The cosines of all angles of a range, in degrees. */
const cosines = ({ least, most }: Range): Range => {
  const reaches = (angle: number): boolean => Math.floor((most - angle) / 360) * 360 + angle >= least;
  const ends = [least, most].map((degrees) => Math.cos((degrees * Math.PI) / 180));
  return rangeAmong([...ends, ...(reaches(0) ? [1] : []), ...(reaches(180) ? [-1] : [])]);
};

/** How far to the right a point is about the origin when it is turned by any angle of a range. */
const turned = (x: number, y: number, angles: Range): Range => {
  const own = (Math.atan2(y, x) * 180) / Math.PI;
  return times(cosines(sum(angles, only(own))), Math.hypot(x, y));
};

/** Bounds are whole px; see `boundsOfRotated`. */
const TOLERANCE = 1e-6;

/**
 * The part of the canvas that a clip can cover during a stretch, in whole px: at least all that it covers at any of its
 * instants. Undefined if the clip is transparent all the time. `part` is as for `boundsOf`.
 */
export const sweptArea = (
  clip: ResolvedClip,
  stretch: Stretch,
  canvas: Canvas,
  part: Rect | undefined,
): Rect | undefined => {
  const looks = looksDuring(clip, stretch, canvas);
  if (looks.opacity.most <= 0) return undefined;
  const { width, height, rotation, centre } = looks;
  const sizes = [width.least, width.most].flatMap((w) =>
    [height.least, height.most].map((h) => ({ width: w, height: h })),
  );
  // Wherever the box is, what is drawn is where it is relative to the centre of the box.
  const drawn = unionOf(
    sizes.map((size) => {
      const box = { x: -size.width / 2, y: -size.height / 2, ...size };
      return drawnBeforeTurn(clip, { ...looks.widest, box, zoom: looks.zoom.most }, part);
    }),
  );
  if (!drawn) return undefined;
  const corners = [drawn.x, drawn.x + drawn.width].flatMap((x) =>
    [drawn.y, drawn.y + drawn.height].map((y) => ({ x, y })),
  );
  const isTurned = rotation.least !== rotation.most || rotation.least !== 0;
  const across = corners.map(({ x, y }) => sum(isTurned ? turned(x, y, rotation) : only(x), centre.x));
  // A point is as far down as the same point, a quarter turn earlier, is to the right.
  const down = corners.map(({ x, y }) => sum(isTurned ? turned(y, -x, rotation) : only(y), centre.y));
  const left = Math.floor(Math.min(...across.map(({ least }) => least)) + TOLERANCE);
  const top = Math.floor(Math.min(...down.map(({ least }) => least)) + TOLERANCE);
  return {
    x: left,
    y: top,
    width: Math.ceil(Math.max(...across.map(({ most }) => most)) - TOLERANCE) - left,
    height: Math.ceil(Math.max(...down.map(({ most }) => most)) - TOLERANCE) - top,
  };
};
