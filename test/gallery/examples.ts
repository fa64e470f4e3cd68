import type { Example } from './example.js';
import { SOUND_EXAMPLES } from './sound-examples.js';
import { TEXT_EXAMPLES } from './text-examples.js';
import { TIME_EXAMPLES } from './time-examples.js';

const FULL = { size: { width: '100%', height: '100%' } };
const TIME = { timeFrame: { end: 'video' } };
const photo = (more: object) => ({
  type: 'image',
  source: 'https://example.com/photo.png',
  ...TIME,
  ...FULL,
  ...more,
});
const CENTRE = { position: { anchor: 'center', relativeTo: 'center' }, size: { width: 120, height: 80 } };
const box = (more: object) => ({
  type: 'shape',
  ...TIME,
  ...CENTRE,
  shapeProperties: { shape: 'rectangle', fill: '#FF6B35' },
  ...more,
});
const keyframes = (property: string, from: number, to: number, easing = 'easeInOut') => [
  {
    property,
    points: [
      { time: 0, value: from },
      { time: 1400, value: to, easing },
    ],
  },
];

const transitions: ReadonlyArray<readonly [string, object]> = [
  ['fade', {}],
  ['slide', { direction: 'right', distance: 120, fade: true, easing: 'easeOutCubic' }],
  ['wipe', { direction: 'right', softness: 0.3 }],
  ['circle', { softness: 0.1 }],
  ['radial', {}],
  ['zoom', { from: 0.5, easing: 'easeOutBack' }],
  ['spin', { angle: 180, easing: 'easeOutCubic' }],
  ['blur', { radius: 20 }],
  ['pixelate', { size: 30 }],
  ['dissolve', { grain: 4 }],
  ['color', { color: '#FFFFFF' }],
];
const easings = ['linear', 'easeInOut', 'easeOutBack', 'easeOutElastic', 'easeOutBounce'];
/** Ten frames of noise are a large file: one shows it as well. */
export const SHOWN_STILL: ReadonlySet<string> = new Set(['filter-noise']);
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
const fits = ['stretch', 'cover', 'contain', 'containBlur', 'none'];
const blends =
  'multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity'.split(
    ' ',
  );
const shapes: ReadonlyArray<readonly [string, object]> = [
  ['rectangle', {}],
  ['ellipse', {}],
  ['polygon', { sides: 6 }],
  ['star', { sides: 5, innerRadius: 0.45 }],
  ['path', { path: 'M10 70C30 -30 90 110 110 10' }],
];
const STOPS = [
  { offset: 0, color: '#3A0CA3' },
  { offset: 0.5, color: '#F72585' },
  { offset: 1, color: '#FFD60A' },
];

/** All examples, in the order of the page. */
export const EXAMPLES: ReadonlyArray<Example> = [
  ...fits.map((fit) => ({
    section: 'Fit and crop',
    name: `fit-${fit}`,
    title: `\`fit: "${fit}"\``,
    clips: [photo({ ...CENTRE, size: { width: 90, height: 120 }, fit })],
  })),
  {
    section: 'Fit and crop',
    name: 'crop',
    title: '`crop`',
    clips: [photo({ ...CENTRE, crop: { left: 0.5, top: 0, right: 0, bottom: 0.4 } })],
  },
  ...transitions.map(([type, more]) => ({
    section: 'Transitions',
    name: `transition-${type}`,
    title: `\`transition\`: ${type}`,
    clips: [photo({ transition: { in: { type, duration: 1200, ...more } } })],
  })),
  {
    section: 'Transitions',
    name: 'transition-push',
    title: '`transition`: push',
    clips: [
      photo({}),
      box({
        position: { x: 0, y: 0 },
        ...FULL,
        transition: { in: { type: 'push', direction: 'left', duration: 1200, easing: 'easeInOut' } },
      }),
    ],
  },
  {
    section: 'Movement',
    name: 'motion',
    title: '`motion`: zoom and pan ("Ken Burns")',
    clips: [photo({ fit: 'cover', motion: { from: { scale: 1 }, to: { scale: 1.6, x: 0.75, y: 0.3 } } })],
  },
  ...easings.map((easing) => ({
    section: 'Movement',
    name: `easing-${easing}`,
    title: `\`keyframes\` of \`position.x\`, easing \`${easing}\``,
    clips: [
      box({
        position: { x: 20, y: 48 },
        size: { width: 40, height: 40 },
        keyframes: keyframes('position.x', 20, 180, easing),
      }),
    ],
  })),
  {
    section: 'Movement',
    name: 'keyframes-rotation',
    title: '`keyframes` of `transform.rotation`',
    clips: [box({ keyframes: keyframes('transform.rotation', 0, 180) })],
  },
  {
    section: 'Movement',
    name: 'trim',
    title: '`keyframes` of `shapeProperties.trim`: a stroke is drawn on',
    clips: [
      box({
        shapeProperties: {
          shape: 'path',
          path: 'M10 70C30 -30 90 110 110 10',
          fill: 'transparent',
          stroke: { width: 6, color: '#FFD60A', cap: 'round' },
        },
        keyframes: keyframes('shapeProperties.trim', 0, 1),
      }),
    ],
  },
  ...filters.map(([type, amount]) => ({
    section: 'Filters',
    name: `filter-${type}`,
    title: `\`effects.filters\`: ${type}`,
    clips: [photo({ effects: { filters: [{ type, amount }] } })],
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
  ...['linear', 'radial', 'conic'].map((type) => ({
    section: 'Gradients and shapes',
    name: `gradient-${type}`,
    title: `A ${type} gradient behind all`,
    clips: [],
    metadata: { backgroundColor: { type, angle: 45, stops: STOPS } },
  })),
  ...shapes.map(([shape, more]) => ({
    section: 'Gradients and shapes',
    name: `shape-${shape}`,
    title: `\`shape: "${shape}"\``,
    clips: [
      box({ shapeProperties: { shape, fill: '#FF6B35', stroke: { width: 3, color: '#FFFFFF' }, ...more } }),
    ],
  })),
  {
    section: 'Gradients and shapes',
    name: 'progress',
    title: 'A `progress` clip',
    clips: [
      photo({}),
      {
        type: 'progress',
        ...TIME,
        position: { x: 0, y: 128 },
        size: { width: '100%', height: 8 },
        progressProperties: { color: '#FFD60A', backgroundColor: '#00000080' },
      },
    ],
  },
  {
    section: 'Groups and geometry',
    name: 'group',
    title: 'A `group` turns as one',
    clips: [
      {
        type: 'group',
        ...TIME,
        ...CENTRE,
        clip: true,
        clips: [
          photo({ size: { width: 120, height: 80 } }),
          box({ position: { x: 70, y: 40 }, size: { width: 60, height: 60 } }),
        ],
        keyframes: keyframes('transform.rotation', -20, 20),
      },
    ],
  },
  {
    section: 'Groups and geometry',
    name: 'flip',
    title: '`transform.flip`',
    clips: [photo({ transform: { flip: { x: true, y: false } } })],
  },
  {
    section: 'Groups and geometry',
    name: 'skew',
    title: '`transform.skew`',
    clips: [photo({ ...CENTRE, transform: { skew: { x: 20, y: 0 } } })],
  },
  ...TEXT_EXAMPLES,
  ...TIME_EXAMPLES,
  ...SOUND_EXAMPLES,
];
