/** Generated videos, edits of them, and the layers that the renderer plans for a frame. */
import * as fc from 'fast-check';
import { movementOf } from '../../../domain/composition/animation/movement.js';
import { type ClipPath, clipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { frameRate, instantOf } from '../../../domain/composition/timeline.js';
import type { LocalSource } from '../../../workers/render/plan/local-source.js';
import { planRender } from '../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../support/renders/render.js';

const CANVAS = { width: 64, height: 36 };
export const FPS = 10;
export const rate = frameRate(FPS);

export interface SentClip {
  readonly id: string;
  readonly type: string;
  readonly timeFrame: { readonly start: number; readonly end: number };
  readonly [field: string]: unknown;
}
export interface Sent {
  readonly duration: number;
  readonly clips: ReadonlyArray<SentClip>;
}

export const composed = ({ duration, clips }: Sent, metadata: object = {}): Composition =>
  compositionOf({ duration, fps: FPS, canvas: CANVAS, ...metadata }, clips);

const time = fc.integer({ min: 0, max: 20 }).map((tenths) => tenths * 100);
const timeFrame = fc
  .tuple(time, fc.integer({ min: 1, max: 20 }))
  .map(([start, tenths]) => ({ start, end: start + tenths * 100 }));

const style = { fontSize: 10 };
const content = fc.oneof(
  fc.constantFrom('a', 'b').map((text) => ({ type: 'text', textProperties: { content: text } })),
  fc.constant({ type: 'text', textProperties: { content: 'a b', animation: { type: 'typewriter' } } }),
  fc.constant({ type: 'shape', shapeProperties: { shape: 'rectangle', fill: '#FF0000' } }),
  fc.constantFrom('a.gif', 'b.gif').map((source) => ({ type: 'image', source })),
  fc.constantFrom('a.mp4', 'b.mp4').map((source) => ({ type: 'video', source })),
  fc.constant({
    type: 'caption',
    captionProperties: {
      words: [
        { start: 0, end: 300, word: 'one' },
        { start: 300, end: 900, word: 'two' },
      ],
      highlightTextProperties: style,
      nonHighlightTextProperties: style,
    },
  }),
);
const extras = fc.constantFrom<object>(
  {},
  {},
  { transition: { in: { type: 'fade', duration: 300 } } },
  { transition: { in: { type: 'push', duration: 300 }, out: { type: 'fade', duration: 200 } } },
  { transition: { out: { type: 'push', duration: 300 } } },
  { motion: { from: { scale: 1 }, to: { scale: 2 } } },
  {
    keyframes: [
      {
        property: 'position.x',
        points: [
          { time: 0, value: 0 },
          { time: 500, value: 9 },
        ],
      },
    ],
  },
);
const clip = fc
  .record({
    content,
    extras,
    timeFrame,
    z: fc.integer({ min: 0, max: 1 }),
    offset: fc.constantFrom(undefined, 200),
  })
  .map(({ content, extras, timeFrame, z, offset }) => ({
    ...content,
    ...extras,
    timeFrame: { ...timeFrame, ...(offset === undefined ? {} : { offset }) },
    size: { width: 40, height: 20 },
    position: { x: 0, y: 0, z },
  }));
export const sent: fc.Arbitrary<Sent> = fc.record({
  duration: fc.integer({ min: 5, max: 30 }).map((tenths) => tenths * 100),
  clips: fc
    .array(clip, { minLength: 1, maxLength: 5 })
    .map((clips) => clips.map((one, index) => ({ ...one, id: `clip-${index}` }))),
});

type Edit = (clips: ReadonlyArray<SentClip>, at: number, other: SentClip) => ReadonlyArray<SentClip>;
const EDITS: Readonly<Record<string, Edit>> = {
  none: (clips) => clips,
  replaced: (clips, at, other) => clips.map((one, index) => (index === at ? other : one)),
  removed: (clips, at) => clips.filter((_, index) => index !== at),
  added: (clips, at, other) => clips.toSpliced(at, 0, { ...other, id: 'another' }),
  swapped: (clips, at) => [...clips.slice(at), ...clips.slice(0, at)],
  trimmed: (clips, at) =>
    clips.map((one, index) =>
      index === at ? { ...one, timeFrame: { ...one.timeFrame, end: one.timeFrame.end + 300 } } : one,
    ),
  shifted: (clips, at) =>
    clips.map((one, index) => {
      const { start, end } = one.timeFrame;
      return index === at
        ? { ...one, timeFrame: { ...one.timeFrame, start: start + 200, end: end + 200 } }
        : one;
    }),
  renamed: (clips, at) =>
    clips.map((one, index) => (index === at ? { ...one, id: 'renamed', name: 'x', volume: 0.5 } : one)),
};
export const edited = fc
  .tuple(sent, fc.constantFrom(...Object.keys(EDITS)), fc.nat(), clip, fc.constantFrom(0, 0, 0, 500))
  .map(([before, edit, n, other, longer]) => {
    const at = n % before.clips.length;
    const clips = EDITS[edit]?.(before.clips, at, { ...other, id: `clip-${at}` }) ?? [];
    return { edit, before, after: { duration: before.duration + longer, clips } };
  });

const probedOf = (source: string): LocalSource['probed'] =>
  source.endsWith('.mp4')
    ? {
        _tag: 'Media',
        container: 'mov',
        duration: 1500,
        video: {
          stream: 0,
          codec: 'h264',
          ...CANVAS,
          pixelFormat: 'yuv420p',
          color: { matrix: 'bt709', range: 'tv' },
          hasAlpha: false,
          firstFrame: 0,
          lastFrame: 1400,
          timeBase: 1000 / 90_000,
        },
      }
    : { _tag: 'Image', ...CANVAS, pageDurations: [100, 200, 300], plays: 2 };

/**
 * The layers that are planned for a frame, without invisible properties: indices, ids, names, the times of still clips, and
 * the rectangles of drawn layers, which depend on the whole movement.
 */
export const plannedAt = (composition: Composition, frame: number): unknown => {
  const sources = new Map<ClipPath, LocalSource>(
    composition.clips.flatMap((one, index) =>
      'source' in one && one.source !== undefined
        ? [[clipPath(index), { path: one.source, probed: probedOf(one.source) }] as const]
        : [],
    ),
  );
  const { pieces, layerSources } = planRender(resolvedOf(composition), sources, {
    pieceSeconds: 5,
    onlyFrameAt: instantOf(frame, rate),
  });
  const seen = (clip: ResolvedClip): unknown => {
    const { id: _, name: __, volume: ___, ...rest } = clip;
    const isStill = movementOf(clip).length === 0;
    const { start, end: ____, ...playing } = rest.timeFrame;
    const isTimeless = clip.type === 'shape' || clip.type === 'text';
    const times = isStill ? (isTimeless ? {} : { ...playing, start }) : rest.timeFrame;
    return { ...rest, timeFrame: times };
  };
  const visibleProperties = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visibleProperties);
    if (typeof value !== 'object' || value === null) return value;
    const isDrawn = '_tag' in value && (value._tag === 'Drawn' || value._tag === 'Scene');
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, field]): ReadonlyArray<readonly [string, unknown]> => {
        if (key === 'layerSource' && typeof field === 'number')
          return [[key, visibleProperties(layerSources[field]?.layerSource)]];
        if (key === 'clip' && typeof field === 'object') return [[key, seen(field as ResolvedClip)]];
        if (key === 'rect' && isDrawn) return [];
        // The paths of clips, which depend on their indices, and the length of the video, which nothing here shows.
        return ['clip', 'clips', 'duration'].includes(key) ? [] : [[key, visibleProperties(field)]];
      }),
    );
  };
  return visibleProperties(pieces.flatMap(({ layers }) => layers));
};
