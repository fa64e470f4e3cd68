import type { DraftClip } from '../draft.js';
import { htmlClip } from '../html/html-clip.js';
import { built, carried, type Fields, type FieldTable, rectangle } from '../reading/fields.js';
import { type Canvas, type JsonObject, same } from '../reading/json-object.js';
import { atAnchor, HORIZONTAL, MARGIN } from '../reading/places.js';
import { inTurns, type Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { namedTransition } from '../reading/transitions.js';
import { soundFades } from './sounds.js';

const TEXT: FieldTable = {
  text: rule.to('content', (asset, name) => asset.text(name)),
  font_family: rule.family,
  font_size: rule.number('fontSize', 1, 2000),
  color: rule.color('color'),
  background: rule.color('backgroundColor'),
  padding: rule.number('padding'),
  line_height: rule.number('lineHeight', 0.1, 10),
  align: rule.choice('textAlign', HORIZONTAL),
};
const PLAIN = {
  content: '',
  fontFamily: 'Inter',
  fontSize: 48,
  color: '#FFFFFF',
  lineHeight: 1.2,
  textAlign: 'center',
};

const MEDIA: FieldTable = {
  volume: rule.number('volume'),
  trim: rule.time('timeFrame.offset'),
  effect: soundFades,
};

const html = (asset: Reader, size: Canvas) => {
  asset.lacks('scripts are not run', 'script');
  asset.lacks('media in HTML is not drawn', 'media_refs');
  const document = { html: asset.text('html') ?? '', css: asset.text('css') };
  return htmlClip(asset, 'html', document, {
    ...size,
    base: { 'font-family': 'Inter', 'font-size': '16px', color: '#000000' },
  })?.fields;
};

const assetOf = (clip: Reader, asset: Reader): Fields | undefined => {
  const { canvas } = clip.shared;
  const scale = clip.number('scale') ?? 1;
  const full = { width: canvas.width * scale, height: canvas.height * scale };
  const fit = clip.choice('fit', same('cover contain stretch none')) ?? 'cover';
  const size = fit === 'none' ? { width: 'auto', height: 'auto' } : full;
  const kind = asset.text('type');
  switch (kind) {
    case 'video':
    case 'audio':
    case 'image': {
      const own = kind === 'image' ? {} : carried(asset, MEDIA, undefined);
      return { type: kind, source: asset.source('src'), ...(kind !== 'audio' && { fit, size }), ...own };
    }
    case 'color':
      return rectangle(full, asset.color('color') ?? '#000000');
    case 'text': {
      const text = built(PLAIN, carried(asset, TEXT, undefined));
      const fontSize = Number(text['fontSize']) * scale;
      return { type: 'text', size: { width: 'auto', height: 'auto' }, textProperties: { ...text, fontSize } };
    }
    case 'html':
      return html(asset, full);
    case undefined:
    default:
      return asset.cannotCarryOver(kind, 'clip');
  }
};

const placeOf = (clip: Reader, isFull: boolean): JsonObject => {
  const offset = clip.child('offset');
  const moved = { x: offset.number('x') ?? 0, y: offset.number('y') ?? 0 };
  return atAnchor(clip.anchor('position') ?? 'center', clip.shared.canvas, isFull ? 0 : MARGIN, moved);
};

const PICTURE: FieldTable = {
  opacity: rule.number('effects.opacity', 0, 1),
  transform: rule.inside({
    rotation: rule.number('transform.rotation'),
    skew_x: rule.number('transform.skew.x'),
    skew_y: rule.number('transform.skew.y'),
  }),
};

/** The transition of a clip. One to the next clip is that clip's way in. */
const transitionOf = (clip: Reader): Readonly<Partial<Record<'in' | 'out' | 'next', JsonObject>>> => {
  if (!clip.has('transition')) return {};
  const transition = clip.child('transition');
  const name = transition.text('name') ?? 'fade_in';
  transition.ignore('placement');
  const found = namedTransition(transition, 'name', name, transition.time('duration') ?? 1000);
  const side = /^fade[-_]?(in|out)$/i.exec(name)?.[1]?.toLowerCase() as 'in' | 'out' | undefined;
  if (side === undefined)
    transition.differs('name', 'runs over the start of the next clip instead of the end of this one');
  return { [side ?? 'next']: found };
};

/** When a clip ends, ms. */
export const endOf = (clip: Reader): number => (clip.time('start') ?? 0) + (clip.time('length') ?? 0);

export const vidapiTrack = (track: Reader, z: number): Promise<ReadonlyArray<DraftClip>> => {
  let into: JsonObject | undefined;
  return inTurns(track.children('clips'), (clip) => {
    const fields = assetOf(clip, clip.child('asset'));
    const move = transitionOf(clip);
    const look = carried(clip, PICTURE, undefined);
    const { width } = built(fields?.['size'] as JsonObject | undefined);
    const position = { ...placeOf(clip, width === clip.shared.canvas.width), z };
    const times = { timeFrame: { start: clip.time('start') ?? 0, end: endOf(clip) } };
    if (!fields) return [];
    const moves = { position, 'transition.in': move.in ?? into, 'transition.out': move.out };
    into = move.next;
    const picture = fields['type'] === 'audio' ? {} : { ...look, ...moves };
    return [{ path: clip.path, clip: built(fields, picture, times) }];
  });
};
