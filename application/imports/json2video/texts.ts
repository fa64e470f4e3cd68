import { htmlClip } from '../html/html-clip.js';
import { noteUnknownCss } from '../html/unknown-css.js';
import type { Css } from '../html/css.js';
import { styleFields } from '../html/style-fields.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { isAddress } from '../reading/sources.js';
import { table } from '../reading/table.js';
import type { ElementContext } from './context.js';

interface TextStyle {
  readonly css: Css;
  readonly animation?: JsonObject;
  readonly differs?: string;
}

const SHADOW = '2px 2px rgba(33,33,33,0.5)';
const PLAIN: Css = {
  'font-size': '4vw',
  'font-family': 'Roboto',
  'font-weight': '400',
  'text-shadow': SHADOW,
  color: '#FFFFFF',
};
const styled = (animation: JsonObject, differs?: string, css: Css = {}): TextStyle => ({
  css: { ...PLAIN, ...css },
  animation: { at: 'in', ...animation },
  ...(differs === undefined ? {} : { differs }),
});

/** The styles of texts: https://json2video.com/docs/v2/reference/text-styles */
const STYLES: Readonly<Record<string, TextStyle>> = table({
  '001': { css: { ...PLAIN, 'font-family': 'Inter' } },
  '002': styled({ type: 'fade', unit: 'line', duration: 2000, stagger: 0 }),
  '003': styled({ type: 'fade', unit: 'word', duration: 500, stagger: 400 }),
  '004': styled({ type: 'fade', unit: 'letter', duration: 300, stagger: 70 }),
  '005': styled(
    { type: 'wave', unit: 'letter', duration: 600, stagger: 60 },
    'letters bob up instead of jumping',
  ),
  '006': styled(
    { type: 'slide', unit: 'letter', duration: 750, stagger: 50, easing: 'easeOutExpo' },
    'letters slide up instead of being uncovered',
    { 'font-family': 'Anton', 'letter-spacing': '0.5em' },
  ),
  '007': styled({ type: 'scale', unit: 'letter', duration: 700, stagger: 50 }, 'letters grow'),
  '008': styled({ type: 'slide', unit: 'word', duration: 600, stagger: 150 }, 'words slide up'),
  '009': styled({ type: 'blur', unit: 'letter', duration: 600, stagger: 40 }, 'letters come out of a blur'),
  '010': styled(
    { type: 'typewriter', unit: 'letter', duration: 60, stagger: 60 },
    'letters appear one after the other',
  ),
  '011': styled({ type: 'fade', unit: 'letter', duration: 600, stagger: 40 }, 'letters fade in'),
  '012': styled({ type: 'scale', unit: 'word', duration: 500, stagger: 200 }, 'words grow'),
});

const ALIGN: Readonly<Record<string, string>> = { left: 'left', center: 'center', right: 'right' };
const VERTICAL = table({ top: 'top', center: 'middle', bottom: 'bottom' } as const);

/** Settings that CSS has under other names, or that are read by themselves. */
const RENAMED: Readonly<Record<string, string | undefined>> = {
  'font-color': 'color',
  'text-color': 'color',
  'vertical-position': undefined,
  'vertical-align': undefined,
  'horizontal-position': undefined,
  'horizontal-align': undefined,
  text: undefined,
};

/** The settings of a text as CSS. */
export const cssOf = (settings: Reader): Css => styleFields(settings, RENAMED);

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/\r?\n/g, '<br>');

/** The clip of a text element. */
export const textOf = (
  element: Reader,
  size: JsonObject,
  { canvas, fonts }: ElementContext,
): JsonObject | undefined => {
  const style = element.choice('style', STYLES) ?? STYLES['001'];
  if (style?.differs !== undefined) element.differs('style', style.differs);
  const settings = element.child('settings');
  const vertical =
    settings.choice('vertical-position', VERTICAL) ?? settings.choice('vertical-align', VERTICAL) ?? 'middle';
  const across = settings.text('horizontal-position') ?? settings.text('horizontal-align') ?? 'center';
  const own = cssOf(settings);
  noteUnknownCss(Object.entries(own), (message) => settings.differs('', message));
  const css = { ...style?.css, ...own };
  const text = element.text('text') ?? '';
  const family = css['font-family'] ?? '';
  if (isAddress(family)) fonts.add(family, 'Imported', undefined, undefined);
  const drawn = htmlClip(escaped(text), '', {
    canvas,
    fonts,
    width: Number(size['width']),
    height: Number(size['height']),
    base: {
      'font-size': '16px',
      ...css,
      ...(isAddress(family) ? { 'font-family': 'Imported' } : {}),
      'background-color': css['background-color'] ?? css['background'] ?? 'transparent',
      display: 'inline-block',
      'white-space': 'pre-line',
    },
    align: ALIGN[across] ?? 'center',
    verticalAlign: vertical,
    differs: (message) => settings.differs('', message),
  });
  if (!drawn) {
    element.differs('text', 'is empty: the element was left out');
    return undefined;
  }
  const properties = drawn.fields['textProperties'] as JsonObject | undefined;
  const align = ALIGN[own['text-align'] ?? ''] ?? ALIGN[across] ?? 'center';
  if (ALIGN[across] !== undefined && across !== align && settings.has('horizontal-position'))
    settings.differs('horizontal-position', `the lines are aligned ${align} in the whole box`);
  const animation = style?.animation && text.length <= 2000 ? style.animation : undefined;
  return present({
    ...drawn.fields,
    size,
    textProperties: properties && present({ ...properties, animation }),
  });
};
