import { LIMITS } from '../../../domain/composition/limits.js';
import type { Converter, DraftClip } from '../draft.js';
import { htmlClip, PAGE } from '../html/html-clip.js';
import { captionsOver } from '../reading/captions.js';
import { built, carried, type Fields, type FieldTable, rectangle } from '../reading/fields.js';
import { type Canvas, type JsonObject, each, same, table } from '../reading/json-object.js';
import { canvasIn, formatIn, outputOf, qualityIn } from '../reading/outputs.js';
import { atAnchor, HORIZONTAL, MARGIN } from '../reading/places.js';
import { inTurns, type Reader } from '../reading/reader.js';
import * as rule from '../reading/rules.js';
import { variablesOf } from '../reading/variables.js';
import { soundFades, soundtrackOf } from './sounds.js';
import { type Shown, shownIn, transitionOf } from './vidapi-times.js';

// The composition of VidAPI, whose clips lie in tracks as those of Shotstack do. The last track is in front.

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
const WHITE = { fontFamily: 'Inter', color: '#FFFFFF' };
const PLAIN = { ...WHITE, content: '', fontSize: 48, lineHeight: 1.2, textAlign: 'center' };

const MEDIA = { volume: rule.number('volume'), trim: rule.time('timeFrame.offset'), effect: soundFades };

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
      const own = kind === 'image' ? {} : carried(asset, MEDIA);
      return { type: kind, source: asset.source('src'), ...(kind !== 'audio' && { fit, size }), ...own };
    }
    case 'color':
      return rectangle(full, asset.color('color') ?? '#000000');
    case 'text': {
      const text = built(PLAIN, carried(asset, TEXT));
      const fontSize = Number(text['fontSize']) * scale;
      return { type: 'text', size: { width: 'auto', height: 'auto' }, textProperties: { ...text, fontSize } };
    }
    case 'html': {
      asset.lacks('scripts are not run', 'script');
      asset.lacks('media in HTML is not drawn', 'media_refs');
      const document = { html: asset.text('html') ?? '', css: asset.text('css') };
      return htmlClip(asset, 'html', document, { ...full, base: PAGE })?.fields;
    }
    case undefined:
    default:
      return asset.cannotCarryOver(kind, 'clip');
  }
};

const PICTURE: FieldTable = {
  opacity: rule.number('effects.opacity', 0, 1),
  transform: rule.inside({
    rotation: rule.number('transform.rotation'),
    skew_x: rule.number('transform.skew.x'),
    skew_y: rule.number('transform.skew.y'),
  }),
};

const clipsOf = (track: Reader, z: number, shown: Shown): Promise<ReadonlyArray<DraftClip>> => {
  let into: JsonObject | undefined;
  return inTurns(track.children('clips'), (clip) => {
    const fields = assetOf(clip, clip.child('asset'));
    const move = transitionOf(clip);
    const look = carried(clip, PICTURE);
    const { width } = built(fields?.['size'] as JsonObject | undefined);
    const { canvas } = clip.shared;
    const offset = clip.child('offset');
    const moved = { x: offset.number('x') ?? 0, y: offset.number('y') ?? 0 };
    const margin = width === canvas.width ? 0 : MARGIN;
    const position = { ...atAnchor(clip.anchor('position') ?? 'center', canvas, margin, moved), z };
    const times = { timeFrame: shown(clip) };
    if (!fields) return [];
    const moves = { position, 'transition.in': move.in ?? into, 'transition.out': move.out };
    into = move.next;
    const picture = fields['type'] === 'audio' ? {} : { ...look, ...moves };
    return [{ path: clip.path, clip: built(fields, picture, times) }];
  });
};

const SIDES = table({ '360': 360, '480': 480, '720': 720, '1080': 1080, '4k': 2160 });
const SHAPES = table({ '16:9': [16 / 9, 1], '9:16': [1, 16 / 9], '1:1': [1, 1], '4:5': [1, 1.25] } as const);

const PRESETS: Readonly<Record<string, readonly [number, number, number]>> = table({
  ...each('tiktok reels shorts', [1080, 1920, 30]),
  youtube: [1920, 1080, 30],
  'square-ad': [1080, 1080, 30],
  'preview-low': [640, 360, 24],
});

const canvasOf = (output: Reader): Canvas & { readonly fps: number } => {
  const [presetWidth, presetHeight, fps] = output.choice('preset', PRESETS) ?? [1920, 1080, 30];
  const short = output.choice('resolution', SIDES);
  const side = short ?? 1080;
  const shape = output.choice('aspect_ratio', SHAPES);
  const [across, down] =
    shape ?? (short === undefined ? [presetWidth / side, presetHeight / side] : [16 / 9, 1]);
  return { ...canvasIn(output, across * side, down * side), fps: output.number('fps', 1, LIMITS.fps) ?? fps };
};

const outputIn = (output: Reader, captions: Reader | undefined): JsonObject | undefined => {
  const file = captions?.choice('format', table({ srt: 'srt', webvtt: 'vtt' })) ?? 'srt';
  // Captions are a file beside the video, unless they are to be drawn.
  const isFile = captions && captions.text('mode') !== 'burn-in';
  const format = output.text('format') === 'png-sequence' ? 'pngSequence' : formatIn(output, 'format');
  const poster = output.child('poster');
  const at = poster.time('timestamp');
  poster.lacks('the poster is not at a share of the length', 'timestamp_percent');
  if (poster.text('mode') !== 'disabled') poster.lacks('the frame is the one at the stated time', 'mode');
  return outputOf({
    format,
    quality: qualityIn(output, format),
    poster: at === undefined ? undefined : { at },
    captions: isFile && { sidecar: [file], burnIn: false },
  });
};

const CAPTION: FieldTable = {
  font_family: rule.family,
  font_size: rule.number('fontSize', 1, 2000),
  color: rule.opaque('color'),
  outline_color: rule.color('strokeColor'),
  background_color: rule.color('textBackground.color'),
};
const LETTERS = { ...WHITE, fontSize: 42, strokeColor: '#000000', strokeWidth: 2 };

/** Captions as a clip. */
const captionsOf = (project: Reader): ReadonlyArray<DraftClip> => {
  if (!project.has('captions')) return [];
  const captions = project.child('captions');
  const style = captions.child('style');
  const letters = built(LETTERS, carried(style, CAPTION));
  const words = captions.children('cues').map((cue, line) => {
    const start = cue.time('start') ?? 0;
    const end = cue.time('end') ?? start + (cue.time('duration') ?? 0);
    return { start, end, word: cue.text('text') ?? '', line };
  });
  const anchor = style.anchor('position') ?? 'bottom';
  const textAlign = style.choice('align', HORIZONTAL) ?? 'center';
  const place = [anchor, style.number('margin_v') ?? 48] as const;
  const width = project.shared.canvas.width * 0.9;
  return [{ path: captions.path, clip: captionsOver([letters, {}], place, width, { words, textAlign }) }];
};

export const vidapi: Converter = async (given) => {
  const merge = given.child('merge');
  const values = merge.names().map((name) => ({ name, value: merge.raw(name), path: merge.at(name) }));
  const [project, variables] = variablesOf(given, values);
  const [timeline, output] = [project.child('timeline'), project.child('output')];
  const { fps, ...canvas } = canvasOf(output);
  project.shared.canvas = canvas;
  project.ignore('callback', 'renderer', 'id', 'name');
  const tracks = timeline.children('tracks');
  const shown = shownIn(tracks);
  const ends = tracks.flatMap((track) => track.children('clips').map((clip) => shown(clip).end));
  const drawn = await inTurns(tracks, (track, index) => clipsOf(track, index + 1, shown));
  return {
    metadata: {
      name: 'Imported from VidAPI',
      duration: Math.max(0, ...ends) || 'auto',
      fps,
      canvas,
      backgroundColor: timeline.color('background') ?? '#000000',
      soundtrack: soundtrackOf(timeline),
      output: outputIn(output, project.has('captions') ? project.child('captions') : undefined),
    },
    clips: [...drawn, ...captionsOf(project)],
    variables,
  };
};
