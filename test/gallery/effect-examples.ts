import type { Example } from './example.js';
import { box, CENTRE, FULL, keyframes, photo, STOPS } from './example-clips.js';

const filters: ReadonlyArray<readonly [string, number]> = [
  ['blur', 5],
  ['brightness', 1.5],
  ['contrast', 1.8],
  ['saturate', 2.5],
  ['grayscale', 1],
  ['sepia', 1],
  ['invert', 1],
  ['hueRotate', 120],
  ['vignette', 1],
  ['noise', 0.4],
  ['sharpen', 1],
  ['pixelate', 10],
  ['temperature', 0.8],
];
const blends =
  'multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity'.split(
    ' ',
  );
/** Ten frames of noise are a large file: one shows it as well. */
export const SHOWN_STILL: ReadonlySet<string> = new Set(['filter-noise']);

/** What effects make of a picture. */
export const EFFECT_EXAMPLES: ReadonlyArray<Example> = [
  ...filters.map(([type, amount]) => ({
    section: 'Filters',
    name: `filter-${type}`,
    title: `\`effects.filters\`: ${type}`,
    clips: [photo({ effects: { filters: [{ type, amount }] } })],
  })),
  {
    section: 'Filters',
    name: 'filter-lut',
    title: '`effects.filters`: lut',
    clips: [
      photo({
        effects: { filters: [{ type: 'lut', source: 'https://example.com/evening.cube' }] },
      }),
    ],
  },
  {
    section: 'Filters',
    name: 'filter-keyframes',
    title: '`keyframes` of `effects.filters[0].amount`',
    clips: [
      photo({
        effects: { filters: [{ type: 'blur', amount: 12 }] },
        keyframes: keyframes('effects.filters[0].amount', 12, 0),
      }),
    ],
  },
  {
    section: 'Edges',
    name: 'border-radius-corners',
    title: '`effects.borderRadius` of each corner',
    clips: [photo({ ...CENTRE, effects: { borderRadius: [40, 0, 40, 8] } })],
  },
  ...(['alphaInverted', 'luma', 'lumaInverted'] as const).map((mode) => ({
    section: 'Edges',
    name: `mask-${mode}`,
    title: `\`effects.mask\`, \`mode: "${mode}"\``,
    clips: [
      {
        id: 'cut',
        ...box({
          shapeProperties: {
            shape: 'ellipse',
            fill: {
              type: 'linear',
              angle: 90,
              stops: [
                { offset: 0, color: '#000000' },
                { offset: 1, color: '#FFFFFF' },
              ],
            },
          },
          position: {},
          size: FULL.size,
        }),
      },
      photo({ effects: { mask: { clip: 'cut', mode } } }),
    ],
  })),
  {
    section: 'Edges',
    name: 'border-radius',
    title: '`effects.borderRadius` and `effects.border`',
    clips: [photo({ ...CENTRE, effects: { borderRadius: 24, border: { width: 4, color: '#FFFFFF' } } })],
  },
  {
    section: 'Edges',
    name: 'shadow',
    title: '`effects.shadow`',
    clips: [
      photo({ ...CENTRE, effects: { borderRadius: 8, shadow: { x: 8, y: 8, blur: 16, color: '#000000' } } }),
    ],
    metadata: { backgroundColor: '#E9ECEF' },
  },
  {
    section: 'Edges',
    name: 'mask',
    title: '`effects.mask`: another clip',
    clips: [
      {
        id: 'cut',
        ...box({
          shapeProperties: { shape: 'star', sides: 7, fill: '#FFFFFF' },
          position: {},
          size: FULL.size,
        }),
      },
      photo({ effects: { mask: { clip: 'cut' } } }),
    ],
  },
  {
    section: 'Edges',
    name: 'chroma-key',
    title: '`effects.chromaKey`',
    clips: [
      box({
        position: {},
        ...FULL,
        shapeProperties: { shape: 'rectangle', fill: { type: 'linear', angle: 45, stops: STOPS } },
      }),
      {
        ...photo({ ...CENTRE, effects: { chromaKey: { color: '#00B140', similarity: 0.15 } } }),
        source: 'https://example.com/green-screen.png',
      },
    ],
  },
  ...blends.map((blendMode) => ({
    section: 'Blend modes',
    name: `blend-${blendMode}`,
    title: `\`effects.blendMode: "${blendMode}"\``,
    clips: [photo({}), box({ effects: { blendMode } })],
  })),
];
