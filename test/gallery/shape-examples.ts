import { type Example, exampleOf } from './example.js';
import { box, CENTRE, keyframes, photo, STOPS, TIME } from './example-clips.js';

const drawn = exampleOf('Gradients and shapes');
const geometric = exampleOf('Groups and geometry');

const shapes: ReadonlyArray<readonly [string, object]> = [
  ['rectangle', {}],
  ['ellipse', {}],
  ['polygon', { sides: 6 }],
  ['star', { sides: 5, innerRadius: 0.45 }],
  ['path', { path: 'M10 70C30 -30 90 110 110 10' }],
];

/** Gradients, shapes and groups. */
export const SHAPE_EXAMPLES: ReadonlyArray<Example> = [
  ...['linear', 'radial', 'conic'].map((type) =>
    drawn(`gradient-${type}`, `A ${type} gradient behind all`, [], {
      metadata: { backgroundColor: { type, angle: 45, stops: STOPS } },
    }),
  ),
  ...shapes.map(([shape, more]) =>
    drawn(`shape-${shape}`, `\`shape: "${shape}"\``, [
      box({ shapeProperties: { shape, fill: '#FF6B35', stroke: { width: 3, color: '#FFFFFF' }, ...more } }),
    ]),
  ),
  drawn('shape-line', '`shape: "line"`', [
    box({
      shapeProperties: {
        shape: 'line',
        points: [
          { x: 0, y: 70 },
          { x: 40, y: 10 },
          { x: 80, y: 60 },
          { x: 120, y: 0 },
        ],
        stroke: { width: 6, color: '#FFD60A', cap: 'round', join: 'round' },
      },
    }),
  ]),
  drawn(
    'svg',
    'An image clip with `svg`: the document itself, instead of a `source`',
    [
      {
        type: 'image',
        svg: `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'><circle cx='30' cy='20' r='17' fill='#FFD60A'/><path d='M22 23a9 9 0 0 0 16 0M24 14v3M36 14v3' fill='none' stroke='#1B1B3A' stroke-width='3' stroke-linecap='round'/></svg>`,
        ...TIME,
        ...CENTRE,
      },
    ],
    { isRendered: true },
  ),
  drawn('progress', 'A `progress` clip', [
    photo({}),
    {
      type: 'progress',
      ...TIME,
      position: { x: 0, y: 128 },
      size: { width: '100%', height: 8 },
      progressProperties: { color: '#FFD60A', backgroundColor: '#00000080' },
    },
  ]),
  geometric('group', 'A `group` turns as one', [
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
  ]),
  geometric('flip', '`transform.flip`', [photo({ transform: { flip: { x: true, y: false } } })]),
  geometric('skew', '`transform.skew`', [photo({ ...CENTRE, transform: { skew: { x: 20, y: 0 } } })]),
];
