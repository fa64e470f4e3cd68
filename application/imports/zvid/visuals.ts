import type { DraftClip } from '../draft.js';
import { styleFields } from '../html/css.js';
import { escaped, htmlClip } from '../html/html-clip.js';
import { noteStyle } from '../html/styles.js';
import type { HtmlClip } from '../html/text-clip.js';
import { built, carried, type Fields, type FieldTable } from '../reading/fields.js';
import { type JsonObject, present } from '../reading/json-object.js';
import { anchorFractions } from '../../../domain/composition/geometry/anchors.js';
import { inTurns, type Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { namedTransition } from '../reading/transitions.js';
import { condition } from '../reading/variables.js';
import { boxOf, filters, media, zoomOf } from './media.js';

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
  const html = item.text('html') || undefined;
  const text = item.text('text');
  const css = code.text('css') ?? '';
  const style = styleFields(item.child('style'));
  noteStyle(item, 'style', style);
  const document = { html: html ?? escaped(text ?? ''), css };
  const base = { ...DEFAULT_STYLE, ...style };
  return htmlClip(item, html === undefined ? 'style' : 'html', document, { width, height, base });
};

const contentOf = (item: Reader): HtmlClip | undefined => {
  const kind = item.knownText('type')?.toUpperCase() ?? '';
  if (/VIDE?O?/.test(kind)) return media('video', item);
  if (/IMA?GE?/.test(kind) || kind === 'GIF') return media('image', item);
  if (kind === 'TEXT') {
    const shown = item.has('html') ? 'html' : 'text';
    return textOf(item) ?? item.differs(shown, 'shows nothing: the element was left out');
  }
  if (kind === 'SVG') {
    item.lacks('the drawing does not move', 'customCode');
    item.child('filter').lacks('there is no tint', 'colorTint');
    const drawing = item.has('svg') ? { svg: item.text('svg') } : { source: item.source('src') };
    const box = boxOf(item);
    return { fields: { type: 'image', ...drawing, ...box, motion: zoomOf(item) } };
  }
  return item.cannotCarryOver(kind, 'element');
};

/** A transition that is stated, and not `none`. */
export const effectIn = (item: Reader, name: string): string | undefined => {
  const effect = item.text(name);
  return effect === 'none' ? undefined : effect || undefined;
};

/** The way in or out: slides of one element move it across the canvas. */
const animationOf = (item: Reader, name: string, duration: number): JsonObject | undefined => {
  const effect = effectIn(item, name);
  if (effect === undefined) return undefined;
  if (duration <= 0) return item.differs(name, 'has no effect, because no length of it is stated', 'unseen');
  const transition = namedTransition(item, name, effect, duration);
  return transition['type'] === 'push' ? { ...transition, type: 'slide', distance: 'canvas' } : transition;
};

const VISUAL: FieldTable = {
  ...rule.each('id name zIndex groupId locked', rule.unseen),
  condition,
  angle: rule.number('transform.rotation'),
  flipH: rule.flag('transform.flip.x'),
  flipV: rule.flag('transform.flip.y'),
  opacity: rule.number('effects.opacity', 0, 1),
  radius: (item, name) => {
    const radius = item.child(name);
    return { 'effects.borderRadius': ['tl', 'tr', 'br', 'bl'].map((corner) => radius.number(corner) ?? 0) };
  },
  chromaKey: rule.keyed('similarity', 'blend'),
};

/** Of videos and pictures. */
const MEDIA: FieldTable = { ...VISUAL, filter: filters };

/**
 * How long what is around visuals lasts: of the project or scene, ms; undefined if its media decide it, `scenes` if those
 * of the project do.
 */
export type Around = number | 'scenes' | undefined;

const timeOf = (item: Reader, isVideo: boolean, length: Around): Fields => {
  const begin = item.time('enterBegin') ?? 0;
  const entered = Math.max(begin, item.time('enterEnd') ?? 0);
  const exit = item.time('exitEnd');
  const leaves = item.time('exitBegin');
  const [from, until] = isVideo ? [item.time('videoBegin') ?? 0, item.time('videoEnd')] : [0, undefined];
  const speed = item.number('speed', 0.1, 10);
  const played = until === undefined ? undefined : (until - from) / (speed ?? 1);
  const end = exit ?? (played === undefined ? undefined : begin + played);
  if (exit !== undefined && played !== undefined && played < exit - begin - 50)
    item.differs('videoEnd', 'the media plays on until the element leaves');
  const known = end ?? length;
  const out = leaves === undefined || typeof known !== 'number' ? 0 : Math.max(0, known - leaves);
  const lasts = isVideo && length === undefined ? 'source' : 'video';
  return {
    timeFrame: present({ start: begin, end: end ?? lasts, offset: from || undefined, speed }),
    'transition.in': animationOf(item, 'enterAnimation', entered - begin),
    'transition.out': animationOf(item, 'exitAnimation', out),
  };
};

/** What a video gets that turns into another one, which it names, when that enters; and what the other one gets. */
const turned = (video: Reader, others: ReadonlyArray<Reader>): Fields => {
  const isNamed = (by: Reader, one: Reader): boolean =>
    by !== one && one.has('id') && one.peek('id') === by.peek('transitionId') && !!effectIn(by, 'transition');
  const next = others.find((other) => isNamed(video, other));
  const before = others.find((other) => isNamed(other, video));
  const [own = 500, given = 500] = [video, before].map((one) => one?.time('transitionDuration'));
  video.ignore('transitionId');
  if (!next && effectIn(video, 'transition'))
    video.lacks('it does not turn into another video', 'transition');
  return {
    'timeFrame.end': next && (next.time('enterBegin') ?? 0) + own,
    'transition.in': before && namedTransition(before, 'transition', before.text('transition') ?? '', given),
  };
};

const placeOf = (item: Reader, inset: { readonly x: number; readonly y: number }): JsonObject => {
  const preset = item.anchor('position');
  const anchor = item.anchor('anchor') ?? preset ?? 'topLeft';
  const share = anchorFractions(anchor);
  const at = (axis: 'x' | 'y') => (preset === undefined ? (item.number(axis) ?? 0) : 0);
  if (preset !== undefined) item.ignore('x', 'y');
  return present({
    x: at('x') + (1 - 2 * share.x) * inset.x,
    y: at('y') + (1 - 2 * share.y) * inset.y,
    z: item.number('track') ?? 0,
    anchor,
    relativeTo: preset,
  });
};

/** The clips of the visuals of a project or a scene. */
export const visualsOf = (parent: Reader, length: Around): Promise<ReadonlyArray<DraftClip>> => {
  const items = parent.children('visuals');
  return inTurns(items, (item) => {
    const content = contentOf(item);
    if (!content) {
      item.ignore('id', 'name');
      return [];
    }
    const { fields, inset = { x: 0, y: 0 } } = content;
    const isMedia = !/^text$/i.test(item.knownText('type') ?? '');
    const clip = built(
      fields,
      timeOf(item, fields['type'] === 'video', length),
      fields['type'] === 'video' ? turned(item, items) : {},
      { position: placeOf(item, inset) },
      carried(item, isMedia ? MEDIA : VISUAL),
    );
    return [{ path: item.path, clip }];
  });
};
