import type { DemoMedia } from './media.js';
import { SPEECH } from './media.js';

export const DURATION_MS = 8000;

/** Spreads the words over the speech in proportion to their length, which is accurate enough to read along. */
const captionWords = (speechMs: number) => {
  const words = SPEECH.split(' ');
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let start = 0;
  return words.map((word) => {
    const end = start + ((word.length + 1) / letters) * speechMs;
    const timed = { word, start: Math.round(start), end: Math.round(end) };
    start = end;
    return timed;
  });
};

/** A project with five clip types that overlap in time and in layers. Sources are below the base URL. */
// oxlint-disable-next-line max-lines-per-function -- one document
export const demoProject = (media: DemoMedia, base: string) => ({
  metadata: {
    name: 'Framewright demo',
    backgroundColor: '#101828',
    duration: DURATION_MS,
    fps: 30,
    canvas: { width: 1280, height: 720 },
  },
  clips: [
    {
      type: 'image',
      name: 'backdrop',
      source: `${base}/${media.image}`,
      timeFrame: { start: 0, end: DURATION_MS },
      position: { x: 0, y: 0, z: 0 },
      size: { width: 1280, height: 720 },
    },
    {
      type: 'video',
      name: 'moving picture, tilted',
      source: `${base}/${media.video}`,
      volume: 0.15,
      timeFrame: { start: 1000, end: 6500, offset: 250 },
      position: { x: 560, y: 110, z: 1 },
      transform: { scale: { x: 1, y: 1 }, rotation: 6 },
      size: { width: 640, height: 360 },
    },
    {
      type: 'text',
      name: 'title',
      timeFrame: { start: 500, end: 7500 },
      position: { x: 60, y: 60, z: 2 },
      size: { width: 460, height: 260 },
      textProperties: {
        content: 'Framewright\nfrom JSON to MP4 ✨',
        fontFamily: 'Montserrat',
        fontSize: 52,
        fontWeight: 700,
        color: '#FFFFFF',
        backgroundColor: '#101828B0',
        padding: 24,
        strokeWidth: 2,
        strokeColor: '#00000080',
        borderWidth: 3,
        borderColor: '#FFD27F',
      },
    },
    {
      type: 'audio',
      name: 'speech',
      source: `${base}/${media.speech}`,
      timeFrame: { start: 1500, end: 1500 + media.speechMs },
    },
    {
      type: 'caption',
      name: 'captions',
      timeFrame: { start: 1500, end: 1500 + media.speechMs },
      position: { x: 240, y: 560, z: 3 },
      size: { width: 800, height: 120 },
      captionProperties: {
        words: captionWords(media.speechMs),
        maxWidth: 800,
        maxWordsInFrame: 4,
        highlightTextProperties: { fontSize: 44, fontWeight: 800, color: '#FFD27F', strokeWidth: 3 },
        nonHighlightTextProperties: { fontSize: 44, fontWeight: 800, color: '#FFFFFF', strokeWidth: 3 },
      },
    },
  ],
});
