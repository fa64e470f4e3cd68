import { t } from '../../words/words.js';
import type { Look } from './preset-layout.js';
import { fade, rise, soft, wipe } from './preset-motions.js';

/** Names, places and facts in the lower left of the canvas. */
export const LOWER_THIRDS: ReadonlyArray<Look> = [
  {
    name: t('Name and role'),
    clips: ({ text, bar }) => [
      bar([0.06, 0.76, 0.007, 0.13], '#5ccfc2', { transition: wipe }),
      text('Maya Lindqvist', [0.08, 0.755, 0.6, 0.08], 58, {
        fontFamily: 'Sora',
        fontWeight: 700,
        verticalAlign: 'middle',
        shadow: soft,
        transition: wipe,
      }),
      text(t('Head of design, Nordlicht'), [0.08, 0.835, 0.6, 0.06], 36, {
        fontFamily: 'Sora',
        verticalAlign: 'middle',
        shadow: soft,
        transition: fade,
      }),
    ],
  },
  {
    name: t('News bar'),
    clips: ({ text, bar }) => [
      bar([0.05, 0.74, 0.62, 0.1], '#ffffff', { transition: wipe }),
      bar([0.05, 0.84, 0.46, 0.06], '#c8321f', { transition: wipe }),
      text(t('Storm reaches the coast'), [0.07, 0.74, 0.58, 0.1], 56, {
        fontFamily: 'Archivo',
        fontWeight: 800,
        color: '#171b1c',
        verticalAlign: 'middle',
        transition: fade,
      }),
      text(t('Ferries wait in the harbour'), [0.07, 0.84, 0.42, 0.06], 34, {
        fontFamily: 'Archivo',
        fontWeight: 500,
        verticalAlign: 'middle',
        transition: fade,
      }),
    ],
  },
  {
    name: t('Place'),
    clips: ({ text, bar, px }) => [
      bar([0.06, 0.79, 0.1, 0.004], '#ffffff', { transition: wipe }),
      text(t('Bergen, Norway'), [0.06, 0.805, 0.7, 0.08], 40, {
        fontFamily: 'Raleway',
        fontWeight: 700,
        letterSpacing: px(8),
        textTransform: 'uppercase',
        verticalAlign: 'middle',
        shadow: soft,
        transition: fade,
      }),
    ],
  },
  {
    name: t('Handle'),
    clips: ({ text, px }) => [
      text('@nordlicht', [0.06, 0.8, 0.6, 0.1], 48, {
        fontFamily: 'Manrope',
        fontWeight: 700,
        color: '#171b1c',
        verticalAlign: 'middle',
        textBackground: { color: '#ffffff', paddingX: px(26), paddingY: px(12), borderRadius: px(36) },
        transition: rise,
      }),
    ],
  },
  {
    name: t('Fact'),
    clips: ({ text, bar, px }) => [
      bar([0.06, 0.72, 0.54, 0.18], '#10201fd9', {
        transition: rise,
        effects: { borderRadius: px(24) },
      }),
      text(t('Did you know?'), [0.085, 0.735, 0.49, 0.06], 32, {
        fontFamily: 'Space Grotesk',
        fontWeight: 700,
        color: '#5ccfc2',
        verticalAlign: 'middle',
        transition: rise,
      }),
      text(t('A bee visits 1,500 flowers a day.'), [0.085, 0.79, 0.49, 0.1], 42, {
        fontFamily: 'Space Grotesk',
        lineHeight: 1.15,
        verticalAlign: 'middle',
        transition: rise,
      }),
    ],
  },
];
