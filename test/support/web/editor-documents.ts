import type { Document } from '../../../web/src/editor/document.js';
import { FRESH_END } from '../../../web/src/editor/fresh-id.js';
import { CLIP_TYPES } from '../../../web/src/editor/form/schema.js';

/** The ids, `a*` for a fresh one that was made for `a`. */
export const stems = (clips: ReadonlyArray<{ readonly id?: string | undefined }>): ReadonlyArray<string> =>
  clips.map(({ id = '' }) => id.replace(FRESH_END, '*'));

/** A text clip that contains its id. */
export const textClip = (id: string, x: number) => ({
  id,
  type: 'text',
  timeFrame: { start: 0, end: 1000 },
  position: { x },
  textProperties: { content: id },
});

/** What the editor edits: a video with these clips. */
export const documentWith = (name: string, ...clips: ReadonlyArray<object>): Document =>
  ({ metadata: { name, duration: 1000 }, clips }) as unknown as Document;

const STYLE = { fontSize: 20, color: '#ffffff' };

/** What clips of a type need besides their times. */
const NEEDED: Readonly<Record<string, object>> = {
  video: { source: 'http://127.0.0.1:9/a.mp4' },
  audio: { source: 'http://127.0.0.1:9/a.mp3' },
  image: { source: 'http://127.0.0.1:9/a.png' },
  text: { textProperties: { content: 'a' } },
  caption: {
    captionProperties: {
      words: [{ word: 'a', start: 0, end: 500 }],
      highlightTextProperties: STYLE,
      nonHighlightTextProperties: STYLE,
    },
  },
  shape: { shapeProperties: { shape: 'ellipse' } },
  progress: { progressProperties: {} },
  waveform: { waveformProperties: { clip: 'a-audio' } },
  group: { clips: [] },
};

/** A video of one second with a clip of each type, `a-text` and so on. */
export const ALL_TYPES = {
  metadata: { name: 'All', duration: 1000 },
  clips: CLIP_TYPES.map((type) => ({
    id: `a-${type}`,
    type,
    timeFrame: { start: 0, end: 1000 },
    ...NEEDED[type],
  })),
};
