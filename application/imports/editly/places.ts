import type { Anchor } from '../../../domain/composition/fields/place.js';
import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { type Canvas, clamped, type JsonObject, same } from '../reading/json-object.js';
import { anchorNamed, HORIZONTAL, MARGIN } from '../reading/places.js';
import type { DeviationKind } from '../reading/deviations.js';
import type { Reader } from '../reading/reader.js';

// When and where layers of editly are shown, and how they move.

/** A length that is a share of the width, the height or the smaller side of the canvas, which may follow a video. */
export const shareOf = (share: number, unit: 'vw' | 'vh' | 'vmin'): string =>
  `${Number((share * 100).toFixed(6))}${unit}`;

/** The size of the canvas. */
export const WHOLE = { width: '100%', height: '100%' };

export interface LayerContext {
  /** Of the clip, ms, if it is stated. */
  readonly length: number | undefined;
  /** When a layer starts in its clip and how long it is shown, ms; undefined if the media decide it. */
  readonly start: number;
  readonly lasts: number | undefined;
  /** Of the sound of videos. */
  readonly volume: number;
  /** Whether the size of the canvas is not known. */
  readonly isAssumed: boolean;
  /** Of the clip. */
  readonly index: number;
}

/** The canvas where px are needed. It is assumed to have the usual shape and size if it follows a video. */
export const assumedCanvas = (layer: Reader, { isAssumed }: LayerContext, kind?: DeviationKind): Canvas => {
  const { canvas } = layer.shared;
  const { width, height } = canvas;
  if (isAssumed)
    layer.differs('type', `has spaces and angles as in a picture of ${width} × ${height} px`, kind);
  return canvas;
};

/** How long a layer is shown that moves all the time, ms. */
export const pace = (layer: Reader, { lasts }: LayerContext): number => {
  if (lasts === undefined)
    layer.differs('type', 'moves as in a clip of 4 s, because the length of this one is not known');
  return lasts ?? 4000;
};

/** When a text comes in that waits for a share of its time, and how long that takes, ms. */
export const comingIn = (layer: Reader, context: LayerContext, share: number) => {
  const lasts = pace(layer, context);
  const delay = layer.number('delay', 0) ?? 0;
  if (delay >= 1)
    layer.differs('delay', 'the text is never seen: it waits for longer than its clip', 'unseen');
  const wait = Math.min(lasts - 1, Math.round(lasts * delay));
  const duration = (lasts * share) / Math.max(0.001, layer.number('speed') ?? 1);
  return {
    timeFrame: { start: context.start + wait },
    timing: { duration: Math.round(clamped(1, lasts - wait, duration)), easing: 'easeOutExpo' },
  };
};

export const zoomOf = (layer: Reader, otherwise?: string, usual = 0.1): JsonObject | undefined => {
  const direction = layer.has('zoomDirection')
    ? layer.text('zoomDirection')
    : layer.peek('zoomDirection') === null
      ? undefined
      : otherwise;
  const scale = 1 + Math.max(0, layer.number('zoomAmount') ?? usual);
  if (direction === 'in') return { from: { scale: 1 }, to: { scale } };
  if (direction === 'out') return { from: { scale }, to: { scale: 1 } };
  if (direction === undefined || direction === 'null') return undefined;
  return layer.differs(
    'zoomDirection',
    `"${direction.slice(0, 50)}" is not known: the picture does not move`,
  );
};

/**
 * A text or picture that zooms as a whole about the point at which it lies, on a group as large as the canvas: a motion
 * of its own would cut it off at its box.
 */
export const zoomed = (clip: JsonObject, motion: JsonObject | undefined): JsonObject => {
  if (!motion) return clip;
  const { relativeTo = 'topLeft', x, y } = clip['position'] as JsonObject;
  const corner = anchorFractions(relativeTo as Anchor);
  const at = (from: number, length: unknown) => clamped(0, 1, from + Number.parseFloat(String(length)) / 100);
  const focus = { x: at(corner.x, x), y: at(corner.y, y) };
  const [from, to] = ['from', 'to'].map((end) => ({ ...(motion[end] as JsonObject), ...focus }));
  return {
    type: 'group',
    size: WHOLE,
    motion: { from, to },
    clips: [{ ...clip, timeFrame: { end: 'video' } }],
  };
};

/** The point of a layer that lies at its place. */
export const originOf = (layer: Reader, across = 'left', down = 'top'): string => {
  const x = layer.choice('originX', HORIZONTAL) ?? across;
  const y = layer.choice('originY', same('top center bottom')) ?? down;
  return anchorNamed(`${y} ${x}`) ?? 'center';
};

/** Where a text or picture lies: at a named point, or at shares of the canvas. */
export const placeOf = (layer: Reader): JsonObject => {
  if (!layer.isObject('position')) {
    const anchor = layer.anchor('position') ?? 'center';
    const inset = anchorFractions(anchor);
    return {
      anchor,
      relativeTo: anchor,
      x: shareOf((1 - 2 * inset.x) * MARGIN, 'vw'),
      y: shareOf((1 - 2 * inset.y) * MARGIN, 'vh'),
    };
  }
  const at = layer.child('position');
  const [x, y] = ['x', 'y'].map((name) => at.percentOf(name, 1) ?? at.number(name));
  const anchor = originOf(at, x === undefined ? 'center' : 'left', y === undefined ? 'center' : 'top');
  return { anchor, x: shareOf(x ?? 0.5, 'vw'), y: shareOf(y ?? 0.5, 'vh') };
};
