import type { components } from '../../../../clients/typescript/core/client.js';
import type { Document } from '../document.js';
import { freshId } from '../edits.js';
import type { Places } from '../places.js';
import { t } from '../../words/words.js';

/** What the service found a source to be. */
export type Media = components['schemas']['Media'];

/** How long new clips play, ms, if nothing says how long. */
const LENGTH = 3000;

export type NewKind = 'text' | 'shape' | 'caption' | 'speech';

type NewClip = Record<string, unknown> & { readonly id: string };

/** A new clip lasts `LENGTH` from the playhead, or until the end of the video. */
const timesFrom = (ms: number, length: number, { duration }: Places) => {
  const start = Math.min(Math.floor(ms), Math.max(0, duration - 1)); // it is on the frame shown now
  return { start, end: Math.max(start + 1, Math.min(Math.round(start + length), duration)) };
};

const centred = (width: number, height: number, { canvas }: Places) => ({
  size: { width: Math.round(width), height: Math.round(height) },
  position: { x: Math.round((canvas.width - width) / 2), y: Math.round((canvas.height - height) / 2) },
});

/** A clip of a kind that needs no source, in the middle of the canvas at a time. */
export const newClip = (kind: NewKind, document: Document, ms: number, places: Places): NewClip => {
  const { width, height } = places.canvas;
  const id = freshId(document, kind === 'speech' ? 'audio' : kind);
  const timeFrame = timesFrom(ms, LENGTH, places);
  switch (kind) {
    case 'text':
      return {
        id,
        type: 'text',
        timeFrame,
        ...centred(width * 0.6, height * 0.2, places),
        textProperties: { content: t('New text'), fontSize: Math.round(height / 10), color: '#ffffff' },
      };
    case 'shape':
      return {
        id,
        type: 'shape',
        timeFrame,
        ...centred(width * 0.3, height * 0.3, places),
        shapeProperties: { shape: 'rectangle', fill: '#4c6fff' },
      };
    case 'speech':
      return {
        id,
        type: 'audio',
        timeFrame: { start: timeFrame.start, end: 'source' },
        speech: { text: t('Your words here') },
      };
    case 'caption': {
      const style = { fontSize: Math.round(height / 14), color: '#ffffff' };
      return {
        id,
        type: 'caption',
        timeFrame,
        size: { width: Math.round(width * 0.8), height: Math.round(height * 0.2) },
        position: { x: Math.round(width * 0.1), y: Math.round(height * 0.75) },
        captionProperties: {
          words: t('Your words here')
            .split(' ')
            .map((word, index) => ({
              word,
              start: index * 500,
              end: (index + 1) * 500,
            })),
          highlightTextProperties: { ...style, color: '#ffd400' },
          nonHighlightTextProperties: style,
          maxWidth: Math.round(width * 0.8),
        },
      };
    }
  }
};

/** A clip of a source that was probed, as large as it is or as the canvas permits. */
export const mediaClip = (
  url: string,
  { kind, width, height, durationMs }: Pick<Media, 'kind' | 'width' | 'height' | 'durationMs'>,
  document: Document,
  ms: number,
  places: Places,
): NewClip => {
  const id = freshId(document, kind);
  const timeFrame = timesFrom(ms, durationMs ?? LENGTH, places);
  if (kind === 'audio' || width === undefined || height === undefined)
    return { id, type: kind, source: url, timeFrame };
  const scale = Math.min(1, places.canvas.width / width, places.canvas.height / height);
  return { id, type: kind, source: url, timeFrame, ...centred(width * scale, height * scale, places) };
};
