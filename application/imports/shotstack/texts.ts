import { built, carried, type FieldTable } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { RICH_TEXT, sizeOf, TEXT, type TextContext } from './text-fields.js';
import { html, title } from './titles.js';

/** A text whose style a table has, over defaults. */
const styledText = (
  clip: Reader,
  asset: Reader,
  context: TextContext,
  fields: FieldTable<TextContext>,
  defaults: JsonObject,
): JsonObject => {
  const { radius, ...own } = carried(asset, fields, context);
  const size = sizeOf(clip, asset, context.canvas);
  const standard = { textAlign: 'center', verticalAlign: 'middle', fontFamily: 'Open Sans', ...defaults };
  const properties = built({ content: asset.text('text') ?? '' }, standard, own);
  return built({ type: 'text', size, textProperties: properties, 'effects.borderRadius': radius });
};

/** What a text of any kind adds to its clip; undefined if it draws nothing, or the asset is no text. */
export const textOf = (
  kind: string,
  clip: Reader,
  asset: Reader,
  context: TextContext,
): JsonObject | undefined => {
  switch (kind) {
    case 'text':
      return styledText(clip, asset, context, TEXT, { fontSize: 32, color: '#FFFFFF', lineHeight: 1 });
    case 'rich-text':
      return styledText(clip, asset, context, RICH_TEXT, {
        fontSize: 24,
        color: '#000000',
        lineHeight: 1.2,
      });
    case 'title':
      return title(asset, context);
    case 'html':
    case 'html5':
      return html(clip, asset, context);
    default:
      return undefined;
  }
};
