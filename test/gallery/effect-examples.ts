import { type Example, exampleOf } from './example.js';
import { box, CENTRE, FULL, keyframes, photo, STOPS } from './example-clips.js';

const filter = exampleOf('Filters');
const edge = exampleOf('Edges');
const blend = exampleOf('Blend modes');

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
  ...filters.map(([type, amount]) =>
    filter(`filter-${type}`, `\`effects.filters\`: ${type}`, [
      photo({ effects: { filters: [{ type, amount }] } }),
    ]),
  ),
  filter('filter-lut', '`effects.filters`: lut', [
    photo({
      effects: { filters: [{ type: 'lut', source: 'https://example.com/evening.cube' }] },
    }),
  ]),
  filter('filter-keyframes', '`keyframes` of `effects.filters[0].amount`', [
    photo({
      effects: { filters: [{ type: 'blur', amount: 12 }] },
      keyframes: keyframes('effects.filters[0].amount', 12, 0),
    }),
  ]),
  edge('border-radius-corners', '`effects.borderRadius` of each corner', [
    photo({ ...CENTRE, effects: { borderRadius: [40, 0, 40, 8] } }),
  ]),
  ...(['alphaInverted', 'luma', 'lumaInverted'] as const).map((mode) =>
    edge(`mask-${mode}`, `\`effects.mask\`, \`mode: "${mode}"\``, [
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
    ]),
  ),
  edge('border-radius', '`effects.borderRadius` and `effects.border`', [
    photo({ ...CENTRE, effects: { borderRadius: 24, border: { width: 4, color: '#FFFFFF' } } }),
  ]),
  edge(
    'shadow',
    '`effects.shadow`',
    [photo({ ...CENTRE, effects: { borderRadius: 8, shadow: { x: 8, y: 8, blur: 16, color: '#000000' } } })],
    { metadata: { backgroundColor: '#E9ECEF' } },
  ),
  edge('mask', '`effects.mask`: another clip', [
    {
      id: 'cut',
      ...box({
        shapeProperties: { shape: 'star', sides: 7, fill: '#FFFFFF' },
        position: {},
        size: FULL.size,
      }),
    },
    photo({ effects: { mask: { clip: 'cut' } } }),
  ]),
  edge('chroma-key', '`effects.chromaKey`', [
    box({
      position: {},
      ...FULL,
      shapeProperties: { shape: 'rectangle', fill: { type: 'linear', angle: 45, stops: STOPS } },
    }),
    {
      ...photo({ ...CENTRE, effects: { chromaKey: { color: '#00B140', similarity: 0.15 } } }),
      source: 'https://example.com/green-screen.png',
    },
  ]),
  ...blends.map((blendMode) =>
    blend(`blend-${blendMode}`, `\`effects.blendMode: "${blendMode}"\``, [
      photo({}),
      box({ effects: { blendMode } }),
    ]),
  ),
];
