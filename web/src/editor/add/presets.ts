import type { Document } from '../document.js';
import { freshIds, lasting, withAdded } from '../edits.js';
import type { Places } from '../places.js';
import { type Fields, type Layout, layoutOf } from './preset-layout.js';
import { t } from '../../words/words.js';

/** How long what is added plays, ms. */
const LENGTH = 4000;

const fade = { in: { type: 'fade', duration: 400 }, out: { type: 'fade', duration: 300 } };
const wipe = {
  in: { type: 'wipe', direction: 'right', duration: 500, easing: 'easeOutCubic' },
  out: { type: 'fade', duration: 300 },
};
const words = (type: string) => ({
  type,
  unit: 'word',
  at: 'in',
  duration: 600,
  stagger: 90,
  easing: 'easeOutCubic',
});
const soft = { x: 0, y: 4, blur: 18, color: '#00000066' };

/** A look that is added with one click. */
export interface Preset {
  readonly name: string;
  readonly kind: 'Titles' | 'Lower thirds' | 'Captions';
  readonly clips: (layout: Layout) => ReadonlyArray<Fields>;
}

export const PRESETS: ReadonlyArray<Preset> = [
  {
    name: t('Poster'),
    kind: 'Titles',
    clips: ({ text }) => [
      text(t('Make it loud'), [0.08, 0.32, 0.84, 0.36], 190, {
        fontFamily: 'Anton',
        textTransform: 'uppercase',
        textAlign: 'center',
        verticalAlign: 'middle',
        lineHeight: 1.05,
        animation: words('slide'),
      }),
    ],
  },
  {
    name: t('Editorial'),
    kind: 'Titles',
    clips: ({ text, px }) => [
      text(
        t('The story'),
        [0.1, 0.33, 0.8, 0.07],
        34,
        {
          fontFamily: 'Inter',
          fontWeight: 600,
          letterSpacing: px(7),
          textTransform: 'uppercase',
          color: '#f2b880',
        },
        { transition: fade },
      ),
      text(t('A quiet morning by the sea'), [0.1, 0.4, 0.8, 0.3], 116, {
        fontFamily: 'Fraunces',
        fontWeight: 600,
        lineHeight: 1.08,
        animation: words('blur'),
      }),
    ],
  },
  {
    name: t('Elegant'),
    kind: 'Titles',
    clips: ({ text, bar }) => [
      text('Anna & Tom', [0.1, 0.36, 0.8, 0.18], 130, {
        fontFamily: 'Playfair Display',
        fontStyle: 'italic',
        textAlign: 'center',
        verticalAlign: 'middle',
        animation: { ...words('fade'), unit: 'letter', stagger: 50 },
      }),
      bar([0.44, 0.56, 0.12, 0.003], '#ffffff', { transition: wipe }),
      text(
        t('Saturday, 12 June'),
        [0.1, 0.585, 0.8, 0.07],
        40,
        { fontFamily: 'Lora', textAlign: 'center' },
        { transition: fade },
      ),
    ],
  },
  {
    name: t('Label'),
    kind: 'Titles',
    clips: ({ text, px }) => [
      text(t('New this week'), [0.3, 0.43, 0.6, 0.14], 60, {
        fontFamily: 'Manrope',
        fontWeight: 800,
        color: '#10201f',
        verticalAlign: 'middle',
        textBackground: { color: '#5ccfc2', paddingX: px(28), paddingY: px(14), borderRadius: px(40) },
        animation: { ...words('scale'), unit: 'line', easing: 'easeOutBack' },
      }),
    ],
  },
  {
    name: t('Name and role'),
    kind: 'Lower thirds',
    clips: ({ text, bar }) => [
      bar([0.06, 0.76, 0.007, 0.13], '#5ccfc2', { transition: wipe }),
      text(
        'Maya Lindqvist',
        [0.08, 0.755, 0.6, 0.08],
        58,
        { fontFamily: 'Sora', fontWeight: 700, verticalAlign: 'middle', shadow: soft },
        { transition: wipe },
      ),
      text(
        t('Head of design, Nordlicht'),
        [0.08, 0.835, 0.6, 0.06],
        36,
        { fontFamily: 'Sora', verticalAlign: 'middle', shadow: soft },
        { transition: fade },
      ),
    ],
  },
  {
    name: t('News bar'),
    kind: 'Lower thirds',
    clips: ({ text, bar }) => [
      bar([0.05, 0.74, 0.62, 0.1], '#ffffff', { transition: wipe }),
      bar([0.05, 0.84, 0.46, 0.06], '#c8321f', { transition: wipe }),
      text(
        t('Storm reaches the coast'),
        [0.07, 0.74, 0.58, 0.1],
        56,
        { fontFamily: 'Archivo', fontWeight: 800, color: '#171b1c', verticalAlign: 'middle' },
        { transition: fade },
      ),
      text(
        t('Ferries wait in the harbour'),
        [0.07, 0.84, 0.42, 0.06],
        34,
        { fontFamily: 'Archivo', fontWeight: 500, verticalAlign: 'middle' },
        { transition: fade },
      ),
    ],
  },
  {
    name: t('Pop'),
    kind: 'Captions',
    clips: ({ caption, px }) => [
      caption(
        { animation: 'pop', maxWordsInFrame: 3 },
        {
          fontFamily: 'Montserrat',
          fontWeight: 800,
          fontSize: px(84),
          color: '#ffffff',
          strokeWidth: px(8),
          strokeColor: '#000000',
        },
        { color: '#ffd83d' },
      ),
    ],
  },
  {
    name: t('Box'),
    kind: 'Captions',
    clips: ({ caption, px }) => [
      caption(
        { animation: 'box', maxWordsInFrame: 5 },
        { fontFamily: 'Poppins', fontWeight: 700, fontSize: px(66), color: '#ffffff', shadow: soft },
        { backgroundColor: '#0b6e69' },
      ),
    ],
  },
];

/** The clips of a preset on a canvas, from a time on, ms. */
export const clipsOfPreset = (
  preset: Preset,
  canvas: Places['canvas'],
  start: number,
): ReadonlyArray<Fields> =>
  preset.clips(layoutOf(canvas)).map((clip) => ({ ...clip, timeFrame: { start, end: start + LENGTH } }));

/** The document with the clips of a preset on top, and their ids. A video that is too short for it gets longer. */
export const withPreset = (
  document: Document,
  preset: Preset,
  { canvas }: Places,
  start: number,
): { readonly document: Document; readonly ids: ReadonlyArray<string> } => {
  const fresh = freshIds(document);
  const clips = clipsOfPreset(preset, canvas, start).map((clip) => ({
    ...clip,
    id: fresh(String(clip['type'])),
  }));
  return {
    document: clips.reduce((before, clip) => withAdded(before, clip), lasting(document, start + LENGTH)),
    ids: clips.map(({ id }) => id),
  };
};
