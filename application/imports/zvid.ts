import * as t from 'io-ts';
import { ANCHORS } from './anchors.js';
import { type Converter, type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import { formatIn, outputOf } from './outputs.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { colorIn, even, ms } from './units.js';

// The project of Zvid: https://docs.zvid.io/docs/structure/

const anyText = t.union([t.number, t.string]);

const PRESETS: Readonly<Record<string, readonly [number, number]>> = table({
  sd: [640, 480],
  hd: [1280, 720],
  'full-hd': [1920, 1080],
  '4k': [3840, 2160],
  'instagram-post': [1080, 1080],
  'instagram-story': [1080, 1920],
  'instagram-reel': [1080, 1920],
  'youtube-video': [1920, 1080],
  'youtube-short': [1080, 1920],
  tiktok: [1080, 1920],
});

const DIRECTIONS: Readonly<Record<string, string>> = table({
  left: 'left',
  right: 'right',
  up: 'up',
  down: 'down',
});

/** A transition that comes near an effect of ffmpeg's `xfade`. */
const transitionOf = (item: Reader, name: string, duration: number): JsonObject | undefined => {
  const effect = item.text(name);
  if (effect === undefined || duration <= 0) return undefined;
  const direction = DIRECTIONS[/(left|right|up|down)$/.exec(effect)?.[1] ?? ''];
  if (effect.startsWith('slide') && direction)
    return { type: 'slide', duration, direction, distance: 'canvas' };
  if ((effect.startsWith('wipe') || effect.startsWith('smooth')) && direction)
    return { type: 'wipe', duration, direction };
  if (effect.startsWith('circle')) return { type: 'circle', duration };
  if (effect === 'radial') return { type: 'radial', duration };
  if (effect === 'dissolve') return { type: 'dissolve', duration };
  if (effect === 'pixelize') return { type: 'pixelate', duration };
  if (effect === 'zoomin') return { type: 'zoom', duration };
  if (effect !== 'fade') item.differs(name, `has no equivalent for ${effect.slice(0, 50)}: a fade is used`);
  return { type: 'fade', duration };
};

const textOf = (item: Reader): JsonObject => {
  const style = item.child('style');
  const px = (name: string): number | undefined => {
    const value = Number.parseFloat(String(style.read(name, anyText) ?? ''));
    return Number.isFinite(value) ? value : undefined;
  };
  const weight = style.read('fontWeight', anyText);
  if (item.has('html'))
    item.differs('html', 'is not drawn as HTML: its text is carried over in a plain style');
  const content = item.text('text') ?? (item.text('html') ?? '').replaceAll(/<[^<>]*>/g, ' ').trim();
  return present({
    content,
    fontFamily: style.text('fontFamily'),
    fontSize: px('fontSize') ?? 40,
    fontWeight: weight === 'bold' ? 700 : Number(weight) || undefined,
    color: colorIn(style, 'color') ?? '#000000',
    backgroundColor: colorIn(style, style.has('backgroundColor') ? 'backgroundColor' : 'background'),
    textAlign: style.text('textAlign'),
    padding: px('padding'),
    letterSpacing: px('letterSpacing'),
  });
};

const contentOf = (item: Reader): JsonObject | undefined => {
  const kind = item.text('type');
  const resize = item.text('resize');
  const fit = resize === 'cover' || resize === 'contain' ? resize : undefined;
  switch (kind) {
    case 'VIDEO':
      return { type: 'video', source: sourceOf(item, 'src'), volume: item.number('volume'), fit };
    case 'IMAGE':
    case 'GIF':
      return { type: 'image', source: sourceOf(item, 'src'), fit };
    case 'SVG':
      return item.has('svg')
        ? { type: 'image', svg: item.text('svg') }
        : { type: 'image', source: sourceOf(item, 'src') };
    case 'TEXT':
      return { type: 'text', textProperties: textOf(item) };
    case undefined:
    default:
      item.cannotCarryOver(kind, 'element');
      return undefined;
  }
};

/** The visuals of a project or a scene that starts at `base` and lasts `length`, both in s. */
const visualsOf = (parent: Reader, base: number, length: number): ReadonlyArray<DraftClip> =>
  parent.children('visuals').flatMap((item, index) => {
    const begin = item.number('enterBegin') ?? 0;
    const end = item.number('exitEnd') ?? length;
    const content = contentOf(item);
    if (content === undefined) return [];
    const transition = present({
      in: transitionOf(item, 'enterAnimation', ms((item.number('enterEnd') ?? begin) - begin)),
      out: transitionOf(item, 'exitAnimation', ms(end - (item.number('exitBegin') ?? end))),
    });
    const preset = ANCHORS[item.text('position') ?? ''];
    const anchor = ANCHORS[item.text('anchor') ?? ''] ?? preset ?? 'topLeft';
    const [width, height] = [item.number('width'), item.number('height')];
    const rotation = item.number('angle');
    const opacity = item.number('opacity');
    const cut = item.number('videoBegin');
    item.ignore('id', 'name', 'zIndex');
    const flip = { x: item.flag('flipH'), y: item.flag('flipV') };
    return [
      {
        path: item.path,
        clip: present({
          ...content,
          timeFrame: present({
            start: ms(base + begin),
            end: ms(base + end),
            offset: cut === undefined ? undefined : ms(cut),
            speed: item.number('speed'),
          }),
          position: {
            x: preset === undefined ? (item.number('x') ?? 0) : 0,
            y: preset === undefined ? (item.number('y') ?? 0) : 0,
            z: item.number('track') ?? index,
            anchor,
            ...(preset === undefined ? {} : { relativeTo: preset }),
          },
          size: { width: width ?? 'auto', height: height ?? 'auto' },
          transform: rotation === undefined && !flip.x && !flip.y ? undefined : present({ rotation, flip }),
          effects: opacity === undefined ? undefined : { opacity },
          transition: Object.keys(transition).length === 0 ? undefined : transition,
        }),
      },
    ];
  });

const audiosOf = (parent: Reader, base: number, length: number): ReadonlyArray<DraftClip> =>
  parent.children('audios').map((audio) => {
    const cut = audio.number('audioBegin');
    return {
      path: audio.path,
      clip: present({
        type: 'audio',
        source: sourceOf(audio, 'src'),
        volume: audio.number('volume'),
        timeFrame: present({
          start: ms(base + (audio.number('enter') ?? 0)),
          end: ms(base + (audio.number('exit') ?? length)),
          offset: cut === undefined ? undefined : ms(cut),
          speed: audio.number('speed'),
        }),
      }),
    };
  });

/** Converts a project. */
export const zvid: Converter = (request) => {
  const project = request.has('payload') ? request.child('payload') : request;
  const [width, height] = PRESETS[project.text('resolution') ?? ''] ?? [
    project.number('width') ?? 1280,
    project.number('height') ?? 720,
  ];
  project.ignore('thumbnail', 'width', 'height');
  const scenes = project.children('scenes');
  const clips: Array<DraftClip> = [];
  let base = 0;
  for (const scene of scenes) {
    const length = scene.number('duration') ?? 5;
    clips.push(...visualsOf(scene, base, length), ...audiosOf(scene, base, length));
    scene.ignore('id', 'name');
    base += length;
  }
  const length = Math.max(base, project.number('duration') ?? (base > 0 ? base : 10));
  clips.push(...visualsOf(project, 0, length), ...audiosOf(project, 0, length));
  return {
    metadata: {
      name: project.text('name') ?? 'Imported from Zvid',
      duration: ms(length),
      fps: project.number('frameRate') ?? 30,
      canvas: { width: even(width), height: even(height) },
      backgroundColor: colorIn(project, 'backgroundColor') ?? '#FFFFFF',
      output: outputOf({ format: formatIn(project, 'outputFormat') }),
    },
    clips,
  };
};
