import { type Example, exampleOf } from './example.js';
import { box, CENTRE, FULL, keyframes, photo, TIME } from './example-clips.js';

const fitted = exampleOf('Fit and crop');
const placed = exampleOf('Position');
const transition = exampleOf('Transitions');
const moving = exampleOf('Movement');

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
  ...fits.map((fit) =>
    fitted(`fit-${fit}`, `\`fit: "${fit}"\``, [photo({ ...CENTRE, size: { width: 90, height: 120 }, fit })]),
  ),
  fitted('crop', '`crop`', [photo({ ...CENTRE, crop: { left: 0.5, top: 0, right: 0, bottom: 0.4 } })]),
  fitted(
    'size-auto',
    '`size.width: "auto"`: the side follows the media',
    [photo({ ...CENTRE, size: { width: 'auto', height: 100 } })],
    { isRendered: true },
  ),
  fitted(
    'size-auto-crop',
    '`size.height: "auto"` with `crop`: the side follows what is left of the media',
    [photo({ ...CENTRE, crop: { left: 0.5 }, size: { width: 80, height: 'auto' } })],
    { isRendered: true },
  ),
  placed('position-anchor', '`position.anchor` and `position.relativeTo`: 8 px from the corner', [
    box({
      position: { anchor: 'bottomRight', relativeTo: 'bottomRight', x: -8, y: -8 },
      size: { width: 80, height: 50 },
    }),
  ]),
  placed('position-units', 'Lengths in `%`, `vh` and `vmin`', [
    box({ position: { x: '10%', y: '10vh' }, size: { width: '50%', height: '20vmin' } }),
    box({
      position: { x: '10%', y: '60vh' },
      size: { width: '30vh', height: '30vh' },
      shapeProperties: { shape: 'ellipse', fill: '#FFD60A' },
    }),
  ]),
  ...transitions.map(([type, more]) =>
    transition(`transition-${type}`, `\`transition\`: ${type}`, [
      photo({ transition: { in: { type, duration: 1200, ...more } } }),
    ]),
  ),
  transition('transition-push', '`transition`: push', [
    photo({}),
    box({
      position: { x: 0, y: 0 },
      ...FULL,
      transition: { in: { type: 'push', direction: 'left', duration: 1200, easing: 'easeInOut' } },
    }),
  ]),
  transition('transition-push-out', '`transition.out`: push, and the clip below comes in', [
    photo({}),
    box({
      position: { x: 0, y: 0 },
      ...FULL,
      transition: { out: { type: 'push', direction: 'up', duration: 1200, easing: 'easeInOut' } },
    }),
  ]),
  transition('transition-out', '`transition.out`: the circle closes', [
    photo({ transition: { out: { type: 'circle', duration: 1200, softness: 0.1 } } }),
  ]),
  moving('motion', '`motion`: zoom and pan ("Ken Burns")', [
    photo({ fit: 'cover', motion: { from: { scale: 1 }, to: { scale: 1.6, x: 0.75, y: 0.3 } } }),
  ]),
  moving('motion-group', '`motion` of a group: its clips are cut off at its box', [
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
  ]),
  ...easings.map((easing) =>
    moving(`easing-${easing}`, `\`keyframes\` of \`position.x\`, easing \`${easing}\``, [
      box({
        position: { x: 20, y: 48 },
        size: { width: 40, height: 40 },
        keyframes: keyframes('position.x', 20, 180, easing),
      }),
    ]),
  ),
  moving('keyframes-rotation', '`keyframes` of `transform.rotation`', [
    box({ keyframes: keyframes('transform.rotation', 0, 180) }),
  ]),
  moving('trim', '`keyframes` of `shapeProperties.trim`: a stroke is drawn on', [
    box({
      shapeProperties: {
        shape: 'path',
        path: 'M10 70C30 -30 90 110 110 10',
        fill: 'transparent',
        stroke: { width: 6, color: '#FFD60A', cap: 'round' },
      },
      keyframes: keyframes('shapeProperties.trim', 0, 1),
    }),
  ]),
];
