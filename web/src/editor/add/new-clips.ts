import type { components } from '../../../../clients/typescript/core/client.js';
import { WHOLE_LINE, type Word } from '../caption-words.js';
import { freshId } from '../fresh-id.js';
import type { Places } from '../places.js';
import { t } from '../../words/words.js';
import { type ClipDraft, type Layout, layoutOf } from './preset-layout.js';

/** The facts about a source that the service has probed. */
export type SourceMedia = components['schemas']['Media'];

/** The default duration of new clips, in ms. */
const LENGTH = 3000;

export type NewKind = 'text' | 'shape' | 'caption' | 'speech';

type NewClip = Record<string, unknown> & { readonly id: string };

/** The times of a new clip: `length` ms from `ms` on, or less if the video ends before. */
const timesFrom = (ms: number, length: number, { duration }: Places) => {
  const start = Math.min(Math.floor(ms), Math.max(0, duration - 1)); // so that the current frame shows it
  return { start, end: Math.max(start + 1, Math.min(Math.round(start + length), duration)) };
};

const centred = (width: number, height: number, { canvas }: Places) => ({
  size: { width: Math.round(width), height: Math.round(height) },
  position: { x: Math.round((canvas.width - width) / 2), y: Math.round((canvas.height - height) / 2) },
});

const NEW: Readonly<Record<NewKind, (layout: Layout) => ClipDraft>> = {
  text: ({ text }) => text(t('New text'), [0.2, 0.4, 0.6, 0.2], 108, {}),
  shape: ({ bar }) => bar([0.35, 0.35, 0.3, 0.3], '#4c6fff'),
  speech: () => ({ type: 'audio', speech: { text: t('Your words here') } }),
  caption: ({ caption, px }) => caption({}, { fontSize: px(76), color: '#ffffff' }, { color: '#ffd400' }),
};

/** A clip of a kind that needs no source, on the canvas at a time. */
export const newClip = (kind: NewKind, ms: number, places: Places): NewClip => {
  const { start, end } = timesFrom(ms, LENGTH, places);
  return {
    ...NEW[kind](layoutOf(places.canvas)),
    id: freshId(kind === 'speech' ? 'audio' : kind),
    timeFrame: { start, end: kind === 'speech' ? 'source' : end },
  };
};

/** Captions of these words over the whole video. */
export const captionsOf = (words: ReadonlyArray<Word>, places: Places): NewClip => {
  const clip = newClip('caption', 0, places);
  const properties = clip['captionProperties'] as object;
  return {
    ...clip,
    timeFrame: { start: 0, end: places.duration },
    // Words that are divided into lines keep their lines.
    captionProperties: {
      ...properties,
      words,
      ...(words[0]?.line === undefined ? {} : { maxWordsInFrame: WHOLE_LINE }),
    },
  };
};

/** A text at a time, on the canvas. */
export const textOf = (content: string, ms: number, places: Places): NewClip => {
  const clip = newClip('text', ms, places);
  return { ...clip, textProperties: { ...(clip['textProperties'] as object), content } };
};

/** The scale at which a new clip shows its media: videos touch the edges of the canvas, images are only scaled down. */
export const scaleOnCanvas = (
  { kind, width, height }: { readonly kind: string; readonly width: number; readonly height: number },
  { canvas }: Places,
): number => Math.min(kind === 'video' ? Infinity : 1, canvas.width / width, canvas.height / height);

/** A clip of a probed source, centred on the canvas. */
export const mediaClip = (
  url: string,
  { kind, width, height, durationMs }: Pick<SourceMedia, 'kind' | 'width' | 'height' | 'durationMs'>,
  ms: number,
  places: Places,
): NewClip => {
  const id = freshId(kind);
  const timeFrame = timesFrom(ms, durationMs ?? LENGTH, places);
  if (kind === 'audio' || width === undefined || height === undefined)
    return { id, type: kind, source: url, timeFrame };
  const scale = scaleOnCanvas({ kind, width, height }, places);
  return { id, type: kind, source: url, timeFrame, ...centred(width * scale, height * scale, places) };
};
