import { captionClip, FILLED_LATER, SPOKEN } from '../reading/captions.js';
import { carried, type FieldTable } from '../reading/fields.js';
import { family, type TextContext } from '../reading/fonts.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';

const CAPTION: FieldTable<TextContext> = {
  font: rule.inside<TextContext>({
    family,
    size: rule.number('fontSize', 1, 2000),
    color: rule.opaque('color'),
    stroke: rule.color('strokeColor'),
    strokeWidth: rule.number('strokeWidth'),
  }),
  background: rule.inside({ color: rule.opaque('backgroundColor'), padding: rule.number('padding') }),
  style: rule.inside({ letterSpacing: rule.positive('letterSpacing'), textTransform: rule.textCase }),
};

/** Captions from a subtitle file, else to be filled by transcription. */
export const captionOf = (asset: Reader, context: TextContext, z: number): JsonObject => {
  const { canvas } = context;
  const source = asset.text('src') ?? '';
  const kind = asset.text('type');
  const isSpoken = source === '' || source.startsWith('alias://');
  if (isSpoken) asset.differs('src', FILLED_LATER);
  const margin = asset.child('margin');
  const side = (name: string, otherwise: number) => margin.number(name) ?? otherwise;
  const [start, end] = [side('left', 0.1) * canvas.width, side('right', 0.1) * canvas.width];
  const top = side('top', 0.8) * canvas.height;
  const defaults = { fontFamily: 'Open Sans', fontSize: kind === 'caption' ? 16 : 24, color: '#FFFFFF' };
  const letters = { ...defaults, ...carried(asset, CAPTION, context) };
  const width = Math.max(1, canvas.width - start - end);
  const least = letters.fontSize * 3;
  const spoken = { color: asset.child('active').child('font').color('color') };
  return captionClip(letters, spoken, {
    size: { width, height: Math.max(least, canvas.height - top) },
    position: { z, x: start, y: Math.min(top, canvas.height - least) },
    'timeFrame.offset': asset.time('trim') || undefined,
    captionProperties: present({
      ...(isSpoken ? { words: [] } : { subtitles: { source: asset.source('src') } }),
      maxWidth: width,
      textAlign: 'center',
      animation: asset.child('animation').choice('style', SPOKEN),
    }),
  });
};
