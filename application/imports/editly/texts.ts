import type { Anchor } from '../../../domain/composition/format/place.js';
import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { fileName } from '../reading/fonts.js';
import { clamped, type JsonObject, same } from '../reading/json-object.js';
import { anchorNamed, atAnchor, MARGIN } from '../reading/places.js';
import { isAddress, type Reader } from '../reading/reader.js';

export interface LayerContext {
  /** Of the clip, ms, if it is stated. */
  readonly length: number | undefined;
  /** When a layer starts in its clip and how long it is shown, ms; undefined if the media decide it. */
  readonly start: number;
  readonly lasts: number | undefined;
  /** Of the sound of videos. */
  readonly volume: number;
  /** Of the clip. */
  readonly index: number;
}

/** How long a layer is shown that moves all the time, ms. */
export const pace = (layer: Reader, { lasts }: LayerContext): number => {
  if (lasts === undefined)
    layer.differs('type', 'moves as in a clip of 4 s, because the length of this one is not known');
  return lasts ?? 4000;
};

/** When a text comes in that waits for a share of its time, and how long that takes, ms. */
const comingIn = (layer: Reader, context: LayerContext, share: number) => {
  const lasts = pace(layer, context);
  const wait = Math.round(lasts * clamped(0, 0.99, layer.number('delay') ?? 0));
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
export const zoomed = (layer: Reader, clip: JsonObject, motion: JsonObject | undefined): JsonObject => {
  if (!motion) return clip;
  const { canvas } = layer.shared;
  const { relativeTo, x, y } = clip['position'] as JsonObject;
  const corner = anchorFractions((relativeTo ?? 'topLeft') as Anchor);
  const focus = {
    x: clamped(0, 1, corner.x + Number(x) / canvas.width),
    y: clamped(0, 1, corner.y + Number(y) / canvas.height),
  };
  const [from, to] = ['from', 'to'].map((end) => ({ ...(motion[end] as JsonObject), ...focus }));
  return {
    type: 'group',
    size: canvas,
    motion: { from, to },
    clips: [{ ...clip, timeFrame: { end: 'video' } }],
  };
};

/** The point of a layer that lies at its place. */
export const originOf = (layer: Reader, across = 'left', down = 'top'): string => {
  const x = layer.choice('originX', same('left center right')) ?? across;
  const y = layer.choice('originY', same('top center bottom')) ?? down;
  return anchorNamed(`${y} ${x}`) ?? 'center';
};

/** Where a text or picture lies: at a named point, or at shares of the canvas. */
export const placeOf = (layer: Reader): JsonObject => {
  const { canvas } = layer.shared;
  if (!layer.isObject('position')) return atAnchor(layer.anchor('position') ?? 'center', canvas, MARGIN);
  const at = layer.child('position');
  const [x, y] = [at.number('x'), at.number('y')];
  const anchor = originOf(at, x === undefined ? 'center' : 'left', y === undefined ? 'center' : 'top');
  return { anchor, x: (x ?? 0.5) * canvas.width, y: (y ?? 0.5) * canvas.height };
};

const fontOf = (layer: Reader): JsonObject => {
  const { fonts } = layer.shared;
  const path = layer.text('fontPath');
  if (path !== undefined && isAddress(path)) {
    fonts.add(path, 'Imported');
    return { fontFamily: 'Imported' };
  }
  const name = path === undefined ? (layer.text('fontFamily') ?? 'sans-serif') : fileName(path);
  const field = path === undefined ? 'fontFamily' : 'fontPath';
  return fonts.fields(name, (message) => layer.differs(field, message));
};

const lettersOf = (layer: Reader, fontSize: number): JsonObject => ({
  content: layer.text('text') ?? '',
  ...fontOf(layer),
  fontSize: Math.max(1, fontSize),
  color: layer.color(layer.has('textColor') ? 'textColor' : 'color') ?? '#FFFFFF',
});

/** A title: it grows slowly, as pictures do. */
export const title = (layer: Reader): JsonObject => {
  const { canvas } = layer.shared;
  const least = Math.min(canvas.width, canvas.height);
  const text = {
    type: 'text',
    size: { width: canvas.width * 0.8, height: 'auto' },
    position: placeOf(layer),
    textProperties: {
      ...lettersOf(layer, Math.round(least * 0.1)),
      textAlign: 'center',
      lineHeight: 1.16,
    },
  };
  return zoomed(layer, text, zoomOf(layer, 'in', 0.2));
};

/** A band that fades in, and a text on it that moves in as well. */
export const subtitle = (layer: Reader, context: LayerContext): ReadonlyArray<JsonObject> => {
  const { canvas } = layer.shared;
  const least = Math.min(canvas.width, canvas.height);
  layer.ignore('position');
  const { timeFrame, timing } = comingIn(layer, context, 1);
  const backgroundColor = layer.color('backgroundColor') ?? '#0000004D';
  const text = {
    type: 'text',
    size: { width: canvas.width, height: 'auto' },
    position: { anchor: 'bottom', x: canvas.width / 2, y: canvas.height },
    timeFrame,
    textProperties: {
      ...lettersOf(layer, least / 20),
      padding: least * 0.05,
      textAlign: 'left',
      lineHeight: 1.16,
    },
  };
  // The band is as high as the text: it has the same one, which is not seen.
  const band = { 'textProperties.color': '#FFFFFF00', 'textProperties.backgroundColor': backgroundColor };
  const slide = { type: 'slide', direction: 'right', distance: least * 0.05, fade: true, ...timing };
  return [
    { ...text, ...band, 'transition.in': { type: 'fade', ...timing } },
    { ...text, 'transition.in': slide },
  ];
};

export const newsTitle = (layer: Reader, context: LayerContext): JsonObject => {
  const { canvas } = layer.shared;
  const least = Math.min(canvas.width, canvas.height);
  layer.ignore('position');
  const { timeFrame, timing } = comingIn(layer, context, 1 / 3);
  return {
    type: 'text',
    size: { width: 'auto', height: 'auto' },
    position: { x: least * 0.07, y: canvas.height * 0.08 },
    timeFrame,
    'transition.in': { type: 'slide', direction: 'right', distance: 'canvas', ...timing },
    textProperties: {
      ...lettersOf(layer, Math.round(least * 0.05)),
      letterSpacing: (canvas.width * 0.1 * least * 0.05) / 1000,
      textBackground: {
        color: layer.color('backgroundColor') ?? '#D02A42',
        paddingX: least * 0.07,
        paddingY: least * 0.03,
      },
    },
  };
};

/** It comes in after a tenth of its time, and is gone before the last tenth. */
export const slideInText = (layer: Reader, context: LayerContext): JsonObject => {
  const { canvas } = layer.shared;
  const size = Math.round(canvas.width * (layer.number('fontSize') ?? 0.05));
  const spacing = (canvas.width * (layer.number('charSpacing') ?? 0.1) * size) / 1000;
  const lasts = pace(layer, context);
  const share = (of: number) => Math.max(1, Math.round(lasts * of));
  return {
    type: 'text',
    size: { width: 'auto', height: 'auto' },
    position: placeOf(layer),
    timeFrame: { start: context.start + share(0.1), end: context.start + share(0.9) },
    transition: {
      in: { type: 'wipe', direction: 'right', softness: 0.2, duration: share(0.2), easing: 'easeInOutCubic' },
      out: { type: 'fade', duration: share(0.1) },
    },
    textProperties: { ...lettersOf(layer, size), letterSpacing: spacing },
  };
};
