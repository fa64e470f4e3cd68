import { fileName } from '../reading/fonts.js';
import { clamped, type JsonObject } from '../reading/json-object.js';
import { isAddress, type Reader } from '../reading/reader.js';
import * as places from './places.js';

const fontOf = (layer: Reader): JsonObject => {
  const { fonts } = layer.shared;
  const path = layer.text('fontPath');
  if (path !== undefined && isAddress(path)) {
    fonts.add(path, 'Imported');
    return { fontFamily: 'Imported' };
  }
  if (path !== undefined)
    return fonts.fields(fileName(path), (message) => layer.differs('fontPath', message, 'toDo'));
  return fonts.fields(layer.text('fontFamily') ?? 'sans-serif', (message) =>
    layer.differs('fontFamily', message),
  );
};

const lettersOf = (layer: Reader, fontSize: string): JsonObject => ({
  content: layer.text('text') ?? '',
  ...fontOf(layer),
  fontSize,
  color: layer.color(layer.has('textColor') ? 'textColor' : 'color') ?? '#FFFFFF',
});

/** A title: it grows slowly, as pictures do. */
export const title = (layer: Reader): JsonObject => {
  const text = {
    type: 'text',
    size: { width: '80%', height: 'auto' },
    position: places.placeOf(layer),
    textProperties: { ...lettersOf(layer, '10vmin'), textAlign: 'center', lineHeight: 1.16 },
  };
  return places.zoomed(text, places.zoomOf(layer, 'in', 0.2));
};

/** A band that fades in, and a text on it that moves in as well. */
export const subtitle = (layer: Reader, context: places.LayerContext): ReadonlyArray<JsonObject> => {
  layer.ignore('position');
  const { timeFrame, timing } = places.comingIn(layer, context, 1);
  const backgroundColor = layer.color('backgroundColor') ?? '#0000004D';
  const text = {
    type: 'text',
    size: { width: '100%', height: 'auto' },
    position: { anchor: 'bottom', x: '50%', y: '100%' },
    timeFrame,
    textProperties: { ...lettersOf(layer, '5vmin'), padding: '5vmin', textAlign: 'left', lineHeight: 1.16 },
  };
  // The band is as high as the text: it has the same one, which is not seen.
  const band = { 'textProperties.color': '#FFFFFF00', 'textProperties.backgroundColor': backgroundColor };
  const fade = { 'transition.in': { type: 'fade', ...timing } };
  const slide = [
    { time: 0, value: '-5vmin' },
    { time: timing.duration, value: 0, easing: timing.easing },
  ];
  return [
    { ...text, ...band, ...fade },
    {
      ...text,
      ...fade,
      position: { anchor: 'bottomLeft', relativeTo: 'bottomLeft' },
      keyframes: [{ property: 'position.x', points: slide }],
    },
  ];
};

export const newsTitle = (layer: Reader, context: places.LayerContext): JsonObject => {
  const canvas = places.assumedCanvas(layer, context);
  const least = Math.min(canvas.width, canvas.height);
  layer.ignore('position');
  const { timeFrame, timing } = places.comingIn(layer, context, 1 / 3);
  return {
    type: 'text',
    size: { width: 'auto', height: 'auto' },
    position: { x: '7vmin', y: '8vh' },
    timeFrame,
    'transition.in': { type: 'slide', direction: 'right', distance: 'canvas', ...timing },
    textProperties: {
      ...lettersOf(layer, '5vmin'),
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
export const slideInText = (layer: Reader, context: places.LayerContext): JsonObject => {
  const { width } = places.assumedCanvas(layer, context);
  const size = clamped(0, 1, layer.number('fontSize') ?? 0.05);
  const spacing = (width * (layer.number('charSpacing') ?? 0.1) * width * size) / 1000;
  const lasts = places.pace(layer, context);
  const share = (of: number) => Math.max(1, Math.round(lasts * of));
  return {
    type: 'text',
    size: { width: 'auto', height: 'auto' },
    position: places.placeOf(layer),
    timeFrame: { start: context.start + share(0.1), end: context.start + share(0.9) },
    transition: {
      in: { type: 'wipe', direction: 'right', softness: 0.2, duration: share(0.2), easing: 'easeInOutCubic' },
      out: { type: 'fade', duration: share(0.1) },
    },
    textProperties: {
      ...lettersOf(layer, places.shareOf(Math.max(0.001, size), 'vw')),
      letterSpacing: spacing,
    },
  };
};
