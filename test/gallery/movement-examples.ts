import type { Example } from './example.js';
import { box, CENTRE, FULL, keyframes, photo, TIME } from './example-clips.js';

const fits = ['stretch', 'cover', 'contain', 'containBlur', 'none'];
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

/** How a picture fits its box, where it is, and how it comes in and moves. */
export const MOVEMENT_EXAMPLES: ReadonlyArray<Example> = [
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
  {
    section: 'Fit and crop',
    name: 'size-auto',
    title: '`size.width: "auto"`: the side follows the media',
    clips: [photo({ ...CENTRE, size: { width: 'auto', height: 100 } })],
    isRendered: true,
  },
  {
    section: 'Fit and crop',
    name: 'size-auto-crop',
    title: '`size.height: "auto"` with `crop`: the side follows what is left of the media',
    clips: [photo({ ...CENTRE, crop: { left: 0.5 }, size: { width: 80, height: 'auto' } })],
    isRendered: true,
  },
  {
    section: 'Position',
    name: 'position-anchor',
    title: '`position.anchor` and `position.relativeTo`: 8 px from the corner',
    clips: [
      box({
        position: { anchor: 'bottomRight', relativeTo: 'bottomRight', x: -8, y: -8 },
        size: { width: 80, height: 50 },
      }),
    ],
  },
  {
    section: 'Position',
    name: 'position-units',
    title: 'Lengths in `%`, `vh` and `vmin`',
    clips: [
      box({ position: { x: '10%', y: '10vh' }, size: { width: '50%', height: '20vmin' } }),
      box({
        position: { x: '10%', y: '60vh' },
        size: { width: '30vh', height: '30vh' },
        shapeProperties: { shape: 'ellipse', fill: '#FFD60A' },
      }),
    ],
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
    section: 'Transitions',
    name: 'transition-push-out',
    title: '`transition.out`: push, and the clip below comes in',
    clips: [
      photo({}),
      box({
        position: { x: 0, y: 0 },
        ...FULL,
        transition: { out: { type: 'push', direction: 'up', duration: 1200, easing: 'easeInOut' } },
      }),
    ],
  },
  {
    section: 'Transitions',
    name: 'transition-out',
    title: '`transition.out`: the circle closes',
    clips: [photo({ transition: { out: { type: 'circle', duration: 1200, softness: 0.1 } } })],
  },
  {
    section: 'Movement',
    name: 'motion',
    title: '`motion`: zoom and pan ("Ken Burns")',
    clips: [photo({ fit: 'cover', motion: { from: { scale: 1 }, to: { scale: 1.6, x: 0.75, y: 0.3 } } })],
  },
  {
    section: 'Movement',
    name: 'motion-group',
    title: '`motion` of a group: its clips are cut off at its box',
    clips: [
      {
        type: 'group',
        ...TIME,
        ...CENTRE,
        size: { width: 180, height: 90 },
        clips: [
          photo({ size: { width: 180, height: 90 }, fit: 'cover' }),
          box({
            position: { x: 20, y: 40 },
            size: { width: 40, height: 40 },
            shapeProperties: { shape: 'star', fill: '#FFD60A' },
          }),
        ],
        motion: { from: { scale: 1 }, to: { scale: 2, x: 0, y: 1 } },
      },
    ],
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
];
