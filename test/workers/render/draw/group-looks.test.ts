import { expect } from 'chai';
import { CANVAS, level, METADATA, white } from '../../../support/pictures/moving-boxes.js';
import { type Drawn, frames, surface } from '../../../support/pictures/scenes.js';
import { track } from '../../../support/pictures/keyframes.js';

const TIME = { timeFrame: { end: 1000 } };
const SIZE = { width: 60, height: 40 };
const quarters = surface(60, 40, (context) => {
  for (const [index, color] of ['#FF0000', '#00FF00', '#0000FF', '#FFFFFF'].entries()) {
    context.fillStyle = color;
    context.fillRect((index % 2) * 30, Math.floor(index / 2) * 20, 30, 20);
  }
});
const picture = { type: 'image', source: 'quarters', ...TIME, size: SIZE };
const below = white({
  position: { x: 0, y: 0 },
  size: CANVAS,
  shapeProperties: { shape: 'rectangle', fill: '#A05020' },
});
const mask = {
  ...white({ size: { width: 40, height: 40 }, shapeProperties: { shape: 'ellipse', fill: '#FFF' } }),
  id: 'm',
};

const filters: Readonly<Record<string, object>> = {
  blur: { amount: 4 },
  brightness: { amount: 0.5 },
  contrast: { amount: 2 },
  saturate: { amount: 0.3 },
  grayscale: {},
  sepia: {},
  invert: {},
  hueRotate: { amount: 80 },
  vignette: {},
  sharpen: {},
  pixelate: { amount: 9 },
  temperature: { amount: 0.5 },
};
const transitions = 'fade slide push wipe circle radial zoom spin blur pixelate dissolve color'.split(' ');
const keyframes: ReadonlyArray<readonly [string, number, number]> = [
  ['position.x', 0, 60],
  ['position.y', 5, 50.5],
  ['size.width', 20, 100],
  ['size.height', 10, 80],
  ['transform.scale.x', 0.3, 1.6],
  ['transform.scale.y', 0.3, 1.6],
  ['transform.rotation', 0, 200],
  ['transform.skew.x', -50, 50],
  ['transform.skew.y', -50, 50],
  ['effects.opacity', 0, 1],
  ['effects.borderRadius', 0, 20],
];

const LOOKS: ReadonlyArray<readonly [string, object]> = [
  ['opacity', { effects: { opacity: 0.4 } }],
  ['corners', { effects: { borderRadius: [20, 0, 10, 5] } }],
  ['a border', { effects: { border: { width: 5, color: '#FFFF00' } } }],
  ['a shadow', { effects: { shadow: { x: 5, y: 8, blur: 10, color: '#000000' } } }],
  ['a mask', { effects: { mask: { clip: 'm' } } }],
  ['a key', { effects: { chromaKey: { color: '#00FF00', spill: false } } }],
  ['a motion', { motion: { from: { scale: 1 }, to: { scale: 2, x: 0, y: 1 } } }],
  ['a mirror image', { transform: { flip: { x: true } } }],
  ...Object.entries(filters).map(
    ([type, more]) => [`filter ${type}`, { effects: { filters: [{ type, ...more }] } }] as const,
  ),
  ...['multiply', 'screen', 'difference', 'luminosity'].map(
    (blendMode) => [blendMode, { effects: { blendMode } }] as const,
  ),
  ...transitions.flatMap((type) =>
    ['in', 'out'].map(
      (side) => [`${type} ${side}`, { transition: { [side]: { type, duration: 900 } } }] as const,
    ),
  ),
  ...keyframes.map(
    ([property, from, to]) =>
      [
        `keyframes of ${property}`,
        {
          keyframes: [track(property, [0, from], [900, to])],
        },
      ] as const,
  ),
];

const distance = (a: Drawn, b: Drawn): number =>
  a.rgba.reduce((sum, value, index) => sum + Math.abs(value - (b.rgba[index] ?? 0)), 0) / a.rgba.length;

describe('A group', () => {
  for (const [name, look] of LOOKS)
    it(`takes what its content would take as one clip: ${name}`, () => {
      const drawn = (clip: object) =>
        frames(METADATA, [below, mask, { ...clip, position: { x: 30, y: 20 }, ...look }], { quarters });
      const [alone, plain] = [
        drawn(picture),
        frames(METADATA, [below, { ...picture, position: { x: 30, y: 20 } }], { quarters }),
      ];
      const grouped = drawn({ type: 'group', ...TIME, size: SIZE, clips: [picture] });
      const nested = drawn({
        type: 'group',
        ...TIME,
        size: SIZE,
        clips: [{ type: 'group', ...TIME, size: SIZE, clips: [picture] }],
      });
      let changed = 0;
      for (const frame of [0, 2, 5, 9]) {
        expect(distance(grouped(frame), alone(frame)), `frame ${frame}`).to.be.below(0.7);
        expect(distance(nested(frame), alone(frame)), `frame ${frame}, nested`).to.be.below(0.7);
        changed = Math.max(changed, distance(alone(frame), plain(frame)));
      }
      expect(changed, 'what the look changes').to.be.above(1.5);
    });

  it('is one layer: where its clips overlap, nothing shows through that one of them covers', () => {
    const clips = [white({ position: { x: 0, y: 0 } }), white({ position: { x: 20, y: 10 } })];
    const at = frames(METADATA, [{ type: 'group', ...TIME, size: CANVAS, clips, effects: { opacity: 0.5 } }]);
    for (const [x, y] of [
      [10, 5],
      [50, 30],
      [95, 45],
    ] as const)
      expect(level(at(0), x, y)).to.be.closeTo(128, 1);
  });
});
