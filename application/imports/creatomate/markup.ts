import { weightOf } from '../html/css-values.js';
import { colorOf } from '../reading/colors.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { type Surroundings, lengthOf, pxOf, type Timed } from './values.js';

/** What texts of a script are read with. */
export interface MarkupContext extends Timed {
  /** The ids of the clips that speak texts, by the ids and names of their elements. */
  readonly voices: ReadonlyMap<unknown, string>;
}

export interface SizedContext extends MarkupContext {
  /** Of the letters, px. */
  readonly size: number;
}

/** A share of the font size in px. */
export const ofFontSize = (
  value: number | string | undefined,
  size: number,
  frame: Surroundings,
): number | undefined =>
  typeof value === 'string' && value.endsWith('%')
    ? (Number.parseFloat(value) / 100) * size
    : pxOf(value, 'width', frame);

export const TAG =
  /\[(\/?)(weight|color|size|style|family|font-family|underline|strikethrough)(?:\s+([^\]]{1,100}))?\]/g;

/** The most tags that are open at a time, and the longest text whose tags are read. */
const [MAX_TAGS, LONGEST] = [20, 20_000];

/** The style that a tag of Creatomate's markup stands for. */
const styleOf = (name: string, value: string, { size, frame }: SizedContext, element: Reader): JsonObject => {
  if (name.endsWith('family'))
    return present(element.shared.fonts.fields(value, (message) => element.differs('text', message)));
  const styles: Readonly<Record<string, JsonObject>> = {
    weight: { fontWeight: weightOf(value) },
    color: { color: colorOf(value) },
    size: { fontSize: ofFontSize(lengthOf(value), size, frame) },
    style: { fontStyle: value === 'italic' ? 'italic' : undefined },
    underline: { underline: true },
    strikethrough: { lineThrough: true },
  };
  return present(styles[name] ?? {});
};

type Span = JsonObject & { readonly text: string };

/** A text with markup such as `[weight 700]bold[/weight]`, as spans. */
export const spansOf = (text: string, context: SizedContext, element: Reader): ReadonlyArray<Span> => {
  const spans: Span[] = [];
  const open: Array<readonly [name: string, style: JsonObject]> = [];
  let at = 0;
  const add = (part: string): void => {
    if (part !== '') spans.push(Object.assign({ text: part }, ...open.map(([, style]) => style)) as Span);
  };
  if (text.length > LONGEST)
    return element.differs('text', 'is too long for its tags to be read') ?? [{ text }];
  for (const match of text.matchAll(TAG)) {
    add(text.slice(at, match.index));
    at = match.index + match[0].length;
    const [, closes, name = '', value = ''] = match;
    const last = open.findLastIndex(([opened]) => opened === name);
    if (closes !== '/') {
      if (open.length < MAX_TAGS) open.push([name, styleOf(name, value.trim(), context, element)]);
    } else if (last >= 0) open.splice(last, 1);
  }
  add(text.slice(at));
  return spans;
};
