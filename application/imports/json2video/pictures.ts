import { colorIn } from '../reading/colors.js';
import { type Canvas, type JsonObject, presentOrNone } from '../reading/json-object.js';
import { keyframesOf } from '../reading/keyframes.js';
import type { Reader } from '../reading/reader.js';
import { sourceOf } from '../reading/sources.js';
import { table } from '../reading/table.js';

/** The space between an element at an edge and the edge, as a share of the canvas. */
const MARGIN = 0.05;

const POSITIONS: Readonly<
  Record<string, readonly [anchor: string, right: number, down: number] | undefined>
> = table({
  custom: undefined,
  'top-left': ['topLeft', 1, 1],
  'top-center': ['top', 0, 1],
  'top-right': ['topRight', -1, 1],
  'center-left': ['left', 1, 0],
  'center-center': ['center', 0, 0],
  'center-right': ['right', -1, 0],
  'bottom-left': ['bottomLeft', 1, -1],
  'bottom-center': ['bottom', 0, -1],
  'bottom-right': ['bottomRight', -1, -1],
});

export const placeOf = (element: Reader, size: JsonObject, z: number, canvas: Canvas): JsonObject => {
  const preset = element.choice('position', POSITIONS);
  const [x, y] = [element.number('x') ?? 0, element.number('y') ?? 0];
  if (!preset) return { x, y, z };
  const [anchor, right, down] = preset;
  const isFull = size['width'] === canvas.width && size['height'] === canvas.height;
  const margin = isFull ? 0 : MARGIN;
  return {
    anchor,
    relativeTo: anchor,
    x: right * margin * canvas.width + x,
    y: down * margin * canvas.height + y,
    z,
  };
};

/** The box of an element: stated sides, of which one may follow the media, or the canvas. */
export const sizeOf = (element: Reader, canvas: Canvas, hasMedia: boolean): JsonObject => {
  const scale = element.child('scale');
  const side = (name: 'width' | 'height'): number | undefined => {
    const given = scale.number(name) ?? element.number(name) ?? -1;
    return given > 0 ? given : undefined;
  };
  const [width, height] = [side('width'), side('height')];
  if (width === undefined && height === undefined) return { width: canvas.width, height: canvas.height };
  if (hasMedia) return { width: width ?? 'auto', height: height ?? 'auto' };
  return { width: width ?? canvas.width, height: height ?? canvas.height };
};

export const rotationOf = (
  element: Reader,
): { readonly rotation?: number | undefined; readonly keyframes?: JsonObject | undefined } => {
  if (!element.has('rotate')) return {};
  const rotate = element.child('rotate');
  const angle = rotate.number('angle') ?? 0;
  const seconds = rotate.number('speed') ?? 0;
  if (seconds <= 0) return { rotation: angle };
  return {
    rotation: 0,
    keyframes: keyframesOf('transform.rotation', [
      { time: 0, value: 0 },
      { time: seconds * 1000, value: angle },
    ]),
  };
};

const PANS: Readonly<Record<string, readonly [across: number, down: number]>> = table({
  left: [1, 0],
  right: [-1, 0],
  top: [0, 1],
  bottom: [0, -1],
  'top-left': [1, 1],
  'top-right': [-1, 1],
  'bottom-left': [1, -1],
  'bottom-right': [-1, -1],
});

/** Zoom from -10 to 10, of which 1 is a tenth of the size, and pan. */
export const motionOf = (element: Reader): JsonObject | undefined => {
  const zoom = element.numberIn('zoom', -10, 10) ?? 0;
  const [across, down] = element.choice('pan', PANS) ?? [0, 0];
  const distance = element.number('pan-distance') ?? 0.1;
  element.ignore('pan-crop');
  const isPanned = across !== 0 || down !== 0;
  if (zoom === 0 && !isPanned) return undefined;
  if (isPanned)
    element.differs(
      'pan',
      'shows the same part of the picture at its start and end, but may be a little larger',
    );
  const least = isPanned ? 1 + distance * 2 : 1;
  const zoomed = least * (1 + Math.abs(zoom) / 10);
  const [from, to] = zoom < 0 ? [zoomed, least] : [least, zoom > 0 ? zoomed : least];
  // A picture that moves left shows its left part first.
  const focus = (direction: number, end: number): number =>
    direction === 0 ? 0.5 : direction > 0 === (end === 1) ? 1 : 0;
  const point = (scale: number, end: number) => ({ scale, x: focus(across, end), y: focus(down, end) });
  return { from: point(from, 0), to: point(to, 1) };
};

const correctionsOf = (element: Reader): ReadonlyArray<JsonObject> => {
  if (!element.has('correction')) return [];
  const correction = element.child('correction');
  correction.lacks('the mid tones stay as they are', 'gamma');
  const brightness = correction.number('brightness');
  if (brightness !== undefined && brightness !== 0)
    correction.differs('brightness', 'multiplies the brightness instead of adding to it');
  return [
    ...(brightness === undefined ? [] : [{ type: 'brightness', amount: Math.max(0, 1 + brightness) }]),
    ...['contrast', 'saturation'].flatMap((name) => {
      const amount = correction.number(name);
      return amount === undefined
        ? []
        : [{ type: name === 'saturation' ? 'saturate' : name, amount: Math.max(0, amount) }];
    }),
  ];
};

export const looksOf = (element: Reader): JsonObject | undefined => {
  const key = element.child('chroma-key');
  const filters = correctionsOf(element);
  return presentOrNone({
    chromaKey: element.has('chroma-key')
      ? {
          color: colorIn(key, 'color') ?? '#00FF00',
          similarity: Math.min(1, (key.number('tolerance') ?? 25) / 100),
        }
      : undefined,
    mask: element.has('mask') ? { source: sourceOf(element, 'mask'), mode: 'luma' } : undefined,
    filters: filters.length === 0 ? undefined : filters,
  });
};

export const cropOf = (element: Reader): void => {
  if (element.has('crop'))
    element.lacks('the whole picture is shown, because a crop in px needs its size', 'crop');
};
