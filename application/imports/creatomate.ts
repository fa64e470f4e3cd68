import { anchorOf, LENGTH, lengthOf, share, transitionsOf } from './creatomate-looks.js';
import { type Converter, type DraftClip, sourceOf } from './imported.js';
import { type JsonObject, present } from './json-object.js';
import { formatIn, outputOf } from './outputs.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { colorIn, even, ms } from './units.js';

// RenderScript of Creatomate: https://creatomate.com/docs/json/introduction

const WEIGHTS: Readonly<Record<string, number>> = table({ thin: 100, light: 300, normal: 400, bold: 700 });
const alignOf = (value: number | undefined, names: readonly [string, string, string]): string =>
  names[Math.round((value ?? 0) * 2)] ?? names[0];

const textOf = (element: Reader): JsonObject => {
  const weight = element.read('font_weight', LENGTH);
  const size = element.read('font_size', LENGTH);
  if (size === undefined) element.differs('font_size', 'is automatic: the largest size that fits is used');
  return present({
    content: element.text('text') ?? '',
    fontFamily: element.text('font_family'),
    fontSize: size === undefined ? 100 : lengthOf(element, 'font_size', 40),
    fitText: size === undefined ? { min: 10, max: 200 } : undefined,
    fontWeight:
      typeof weight === 'number' ? weight : (WEIGHTS[weight ?? ''] ?? (Number(weight) || undefined)),
    color: colorIn(element, 'fill_color') ?? '#000000',
    textAlign: alignOf(share(element, 'x_alignment'), ['left', 'center', 'right']),
    verticalAlign: alignOf(share(element, 'y_alignment'), ['top', 'middle', 'bottom']),
    textBackground: element.has('background_color')
      ? { color: colorIn(element, 'background_color') ?? '#00000000', paddingX: 12, paddingY: 6 }
      : undefined,
    strokeColor: colorIn(element, 'stroke_color'),
    strokeWidth: element.number('stroke_width'),
  });
};

/** What the type of an element adds to its clip; undefined if it cannot be carried over. */
const contentOf = (element: Reader): JsonObject | undefined => {
  const kind = element.text('type');
  const fit = element.text('fit');
  const media = { fit: fit === undefined ? 'cover' : fit === 'fill' ? 'stretch' : fit };
  const volume = share(element, 'volume');
  const fades = present({
    fadeIn: element.has('audio_fade_in') ? ms(element.number('audio_fade_in') ?? 0) : undefined,
    fadeOut: element.has('audio_fade_out') ? ms(element.number('audio_fade_out') ?? 0) : undefined,
  });
  const audio = Object.keys(fades).length === 0 ? undefined : fades;
  switch (kind) {
    case 'video':
      return { type: kind, source: sourceOf(element, 'source'), volume, audio, ...media };
    case 'audio':
      return { type: kind, source: sourceOf(element, 'source'), volume, audio };
    case 'image':
      return { type: kind, source: sourceOf(element, 'source'), ...media };
    case 'text':
      return { type: kind, textProperties: textOf(element) };
    case 'shape':
      if (element.has('path')) element.differs('path', 'is carried over as a rectangle');
      element.ignore('path');
      return {
        type: kind,
        shapeProperties: { shape: 'rectangle', fill: colorIn(element, 'fill_color') ?? '#000000' },
      };
    case 'composition':
      return { type: 'group' };
    case undefined:
    default:
      element.cannotCarryOver(kind, 'element');
      return undefined;
  }
};

interface Converted {
  readonly clips: ReadonlyArray<DraftClip>;
  /** When the last element ends, in ms; elements of unknown length do not count. */
  readonly endMs: number;
}

const DEEPEST = 8;

/** The elements of a composition. Elements of one track follow each other. */
const elementsOf = (parent: Reader, depth: number): Converted => {
  const ends = new Map<number, number>();
  const clips: Array<DraftClip> = [];
  let endMs = 0;
  for (const [index, element] of parent.children('elements').entries()) {
    const track = element.number('track') ?? index + 1;
    const [time, duration] = [element.read('time', LENGTH), element.read('duration', LENGTH)];
    const start = typeof time === 'number' ? ms(time) : (ends.get(track) ?? 0);
    const length = typeof duration === 'number' ? ms(duration) : undefined;
    element.ignore('id', 'name', 'dynamic', 'locked', 'z_index');
    const hidden = element.has('visible') && !element.flag('visible');
    const content = contentOf(element);
    const isMedia = content?.['type'] === 'video' || content?.['type'] === 'audio';
    const inner =
      content?.['type'] === 'group' && depth < DEEPEST ? elementsOf(element, depth + 1) : undefined;
    const end =
      length !== undefined
        ? start + length
        : inner && inner.endMs > 0
          ? start + inner.endMs
          : isMedia
            ? 'source'
            : 'video';
    if (typeof end === 'number') endMs = Math.max(endMs, end);
    else
      element.differs(
        'duration',
        `is automatic: the clip lasts until the end of the ${end === 'source' ? 'media' : 'video'}`,
      );
    ends.set(track, typeof end === 'number' ? end : start);
    if (content === undefined || hidden) continue;
    const opacity = share(element, 'opacity');
    const radius = element.has('border_radius') ? element.number('border_radius') : undefined;
    const rotation = element.read('z_rotation', LENGTH) ?? element.read('rotation', LENGTH);
    const trim = element.number('trim_start');
    const picture =
      content['type'] === 'audio'
        ? {}
        : present({
            position: {
              x: lengthOf(element, 'x', '50%'),
              y: lengthOf(element, 'y', '50%'),
              z: track,
              anchor: anchorOf(element),
            },
            size: { width: lengthOf(element, 'width', '100%'), height: lengthOf(element, 'height', '100%') },
            transform:
              rotation === undefined ? undefined : { rotation: Number.parseFloat(String(rotation)) || 0 },
            effects:
              opacity === undefined && radius === undefined
                ? undefined
                : present({ opacity, borderRadius: radius }),
            transition: transitionsOf(element),
          });
    clips.push({
      path: element.path,
      clip: {
        ...content,
        ...picture,
        ...(inner ? { clips: inner.clips.map(({ clip }) => present(clip)) } : {}),
        timeFrame: present({
          start,
          end,
          offset: trim === undefined ? undefined : ms(trim),
          loop: element.flag('loop') || undefined,
        }),
      },
    });
  }
  return { clips, endMs };
};

/** Converts a RenderScript. */
export const creatomate: Converter = (project) => {
  const script = project.has('source') ? project.child('source') : project;
  script.ignore('emoji_style');
  const format = formatIn(script, 'output_format');
  const snapshot = script.number('snapshot_time');
  const [width, height] = [script.number('width'), script.number('height')];
  const duration = script.read('duration', LENGTH);
  const { clips, endMs } = elementsOf(script, 1);
  return {
    metadata: {
      name: 'Imported from Creatomate',
      duration: typeof duration === 'number' ? ms(duration) : endMs > 0 ? endMs : 'auto',
      fps: script.number('frame_rate') ?? 60,
      canvas:
        width !== undefined && height !== undefined
          ? { width: even(width), height: even(height) }
          : undefined,
      backgroundColor: colorIn(script, 'fill_color'),
      output: outputOf({
        format,
        ...(snapshot === undefined
          ? {}
          : format === 'mp4' || format === 'gif'
            ? { poster: { at: ms(snapshot) } }
            : { at: ms(snapshot) }),
      }),
    },
    clips,
  };
};
