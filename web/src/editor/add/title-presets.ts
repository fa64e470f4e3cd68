import { t } from '../../words/words.js';
import type { Look } from './preset-layout.js';
import { fade, pop, rise, wipe, words } from './preset-motions.js';

/** Titles, in the middle of the canvas. */
export const TITLES: ReadonlyArray<Look> = [
  {
    name: t('Poster'),
    shown: [1.7, 50, 50],
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
    shown: [1.15, 48, 50],
    clips: ({ text, px }) => [
      text(t('The story'), [0.1, 0.33, 0.8, 0.07], 34, {
        fontFamily: 'Inter',
        fontWeight: 600,
        letterSpacing: px(7),
        textTransform: 'uppercase',
        color: '#f2b880',
        transition: fade,
      }),
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
    shown: [2.2, 50, 50],
    clips: ({ text, bar }) => [
      text('Anna & Tom', [0.1, 0.36, 0.8, 0.18], 130, {
        fontFamily: 'Playfair Display',
        fontStyle: 'italic',
        textAlign: 'center',
        verticalAlign: 'middle',
        animation: { ...words('fade'), unit: 'letter', stagger: 50 },
      }),
      bar([0.44, 0.56, 0.12, 0.003], '#ffffff', { transition: wipe }),
      text(t('Saturday, 12 June'), [0.1, 0.585, 0.8, 0.07], 40, {
        fontFamily: 'Lora',
        textAlign: 'center',
        transition: fade,
      }),
    ],
  },
  {
    name: t('Label'),
    shown: [2.8, 50, 50],
    clips: ({ text, px }) => [
      text(t('New this week'), [0.1, 0.43, 0.8, 0.14], 60, {
        textAlign: 'center',
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
    name: t('Headline'),
    shown: [2, 4, 50],
    clips: ({ text, bar }) => [
      bar([0.08, 0.36, 0.012, 0.28], '#ff6b4a', { transition: wipe }),
      text(t('Built to last'), [0.11, 0.34, 0.78, 0.32], 120, {
        fontFamily: 'Archivo',
        fontWeight: 800,
        lineHeight: 1.05,
        verticalAlign: 'middle',
        animation: words('slide'),
      }),
    ],
  },
  {
    name: t('Chapter'),
    shown: [1.9, 5, 43],
    clips: ({ text, px }) => [
      text('01', [0.1, 0.24, 0.8, 0.3], 260, {
        fontFamily: 'Bebas Neue',
        color: '#f2b880',
        transition: rise,
      }),
      text(t('Where it begins'), [0.1, 0.56, 0.8, 0.12], 72, {
        fontFamily: 'Manrope',
        fontWeight: 600,
        letterSpacing: px(1),
        transition: fade,
      }),
    ],
  },
  {
    name: t('Quote'),
    shown: [1.25, 45, 48],
    clips: ({ text }) => [
      text('“', [0.1, 0.2, 0.2, 0.22], 300, {
        fontFamily: 'Playfair Display',
        color: '#5ccfc2',
        transition: fade,
      }),
      text(t('We wanted a chair that feels like a good morning.'), [0.14, 0.36, 0.72, 0.3], 76, {
        fontFamily: 'Lora',
        fontStyle: 'italic',
        lineHeight: 1.2,
        verticalAlign: 'middle',
        animation: words('fade'),
      }),
      text('Maya Lindqvist', [0.14, 0.68, 0.72, 0.07], 38, {
        fontFamily: 'Inter',
        fontWeight: 600,
        color: '#c9d4d3',
        transition: fade,
      }),
    ],
  },
  {
    name: t('Offer'),
    shown: [1.6, 50, 50],
    clips: ({ text, bar }) => [
      bar([0.22, 0.3, 0.56, 0.4], '#ffd83d', { transition: pop, transform: { rotation: -4 } }),
      text('−40 %', [0.22, 0.32, 0.56, 0.24], 200, {
        fontFamily: 'Anton',
        color: '#171b1c',
        textAlign: 'center',
        verticalAlign: 'middle',
        transition: pop,
        transform: { rotation: -4 },
      }),
      text(t('only this weekend'), [0.22, 0.56, 0.56, 0.1], 52, {
        fontFamily: 'Manrope',
        fontWeight: 800,
        color: '#171b1c',
        textAlign: 'center',
        verticalAlign: 'middle',
        transition: pop,
        transform: { rotation: -4 },
      }),
    ],
  },
  {
    name: t('Half and half'),
    shown: [1.5, 0, 56],
    clips: ({ text, bar }) => [
      bar([0, 0, 0.46, 1], '#0b6e69', { transition: wipe }),
      text(t('Autumn menu'), [0.05, 0.3, 0.37, 0.3], 100, {
        fontFamily: 'DM Sans',
        fontWeight: 700,
        lineHeight: 1.05,
        verticalAlign: 'bottom',
        animation: words('slide'),
      }),
      text(t('Pumpkin, plums and late apples'), [0.05, 0.62, 0.37, 0.16], 40, {
        fontFamily: 'DM Sans',
        color: '#cfeeea',
        lineHeight: 1.25,
        transition: fade,
      }),
    ],
  },
  {
    name: t('Typewriter'),
    shown: [1.45, 6, 50],
    clips: ({ text }) => [
      text(t('> it works on my machine'), [0.1, 0.42, 0.8, 0.16], 68, {
        fontFamily: 'JetBrains Mono',
        color: '#8df0c8',
        verticalAlign: 'middle',
        animation: { type: 'typewriter', unit: 'letter', at: 'in', duration: 40, stagger: 55 },
      }),
    ],
  },
];
