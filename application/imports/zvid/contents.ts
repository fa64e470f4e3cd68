import { styleFields } from '../html/css.js';
import { escaped, htmlClip } from '../html/html-clip.js';
import { styleOf } from '../html/styles.js';
import type { HtmlClip } from '../html/text-clip.js';
import { type JsonObject, same } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';

// The visuals of Zvid: https://docs.zvid.io/docs/structure/

const DEFAULT_STYLE: Readonly<Record<string, string>> = {
  'font-family': 'Poppins',
  'font-size': '42px',
  color: '#000000',
  'line-height': '1.2',
};

const textOf = (item: Reader): HtmlClip | undefined => {
  const code = item.child('customCode');
  code.lacks('scripts are not run', 'js');
  code.ignore('animationDuration');
  item.ignore('imageSrc', 'designer');
  if (item.flag('fitToBox') === true) item.differs('fitToBox', 'the text keeps its size');
  const [width, height] = [item.number('width'), item.number('height')];
  const html = item.text('html');
  const text = item.text('text');
  const css = code.text('css') ?? '';
  const style = styleFields(item.child('style'));
  styleOf(
    style,
    { fontSize: 16 },
    {
      canvas: item.shared.canvas,
      differs: (message) => item.differs('style', message),
    },
  );
  if (html !== undefined && text !== undefined && text !== '')
    item.differs('text', 'is not shown beside html');
  const document = { html: html ?? escaped(text ?? ''), css };
  const base = { ...DEFAULT_STYLE, ...style };
  return htmlClip(item, html === undefined ? 'style' : 'html', document, { width, height, base });
};

/** The box of media, into which `resize` fits it: the canvas if it states no sides. */
const boxOf = (item: Reader): JsonObject => {
  const fit = item.choice('resize', same('cover contain'));
  const [width, height] = [item.number('width'), item.number('height')];
  const isFull = fit !== undefined && width === undefined && height === undefined;
  const size = isFull ? item.shared.canvas : { width: width ?? 'auto', height: height ?? 'auto' };
  return { fit, size };
};

const zoomOf = (item: Reader): JsonObject | undefined => {
  if (!item.isObject('zoom') && item.flag('zoom') !== true) return undefined;
  const scale = (item.isObject('zoom') && item.child('zoom').number('depth', 1, 10)) || 1.2;
  return { from: { scale: 1 }, to: { scale } };
};

const media = (type: 'video' | 'image', item: Reader): HtmlClip => {
  item.lacks('the whole picture is shown, because a crop in px needs its size', 'cropParams');
  const volume = type === 'video' ? item.number('volume', 0, 10) : undefined;
  item.ignore('hasAudio', 'frameRate', 'videoDuration', 'inputNumber');
  const source = item.source('src');
  return { fields: { type, source, ...boxOf(item), motion: zoomOf(item), volume } };
};

export const contentOf = (item: Reader): HtmlClip | undefined => {
  const kind = item.knownText('type')?.toUpperCase() ?? '';
  if (/VIDE?O?/.test(kind)) return media('video', item);
  if (/IMA?GE?/.test(kind) || kind === 'GIF') return media('image', item);
  if (kind === 'TEXT') {
    const shown = item.has('html') ? 'html' : 'text';
    return textOf(item) ?? item.differs(shown, 'shows nothing: the element was left out');
  }
  if (kind === 'SVG') {
    item.lacks('the drawing does not move', 'customCode');
    const drawing = item.has('svg') ? { svg: item.text('svg') } : { source: item.source('src') };
    const box = boxOf(item);
    return { fields: { type: 'image', ...drawing, ...box, motion: zoomOf(item) } };
  }
  return item.cannotCarryOver(kind, 'element');
};
