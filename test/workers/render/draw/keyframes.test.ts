import { expect } from 'chai';
import { greatestDifference } from '../../../support/pictures/ink.js';
import { frames, surface } from '../../../support/pictures/scenes.js';
import { BOX, METADATA, white } from '../../../support/pictures/moving-boxes.js';
import { track } from '../../../support/pictures/keyframes.js';

/** A picture whose every part looks different. */
const picture = surface(80, 40, (context) => {
  for (let x = 0; x < 80; x += 5)
    for (let y = 0; y < 40; y += 5) {
      context.fillStyle = `rgb(${x * 3}, ${y * 6}, ${255 - x * 3})`;
      context.fillRect(x, y, 5, 5);
    }
});
const image = (more: object) => ({
  type: 'image',
  source: 'picture',
  timeFrame: { start: 0, end: 1000 },
  ...BOX,
  fit: 'cover',
  ...more,
});
const path = { shape: 'path', path: 'M0 20H80', fill: 'transparent', stroke: { width: 6, color: '#FFFFFF' } };
const filters = (amount: number) => ({ effects: { filters: [{ type: 'brightness', amount }] } });

const stroke = { color: '#00FF00', cap: 'butt', join: 'miter' };
const line = (path: string) => white({ shapeProperties: { shape: 'path', fill: '#FF0000', path } });

/** A property, its values at the start and at the end, and a clip that has a value of it without keyframes. */
const PROPERTIES: ReadonlyArray<readonly [string, number, number, (value: number) => object]> = [
  ['position.x', 4, 20, (x) => image({ position: { ...BOX.position, x } })],
  ['position.y', 2, 30, (y) => image({ position: { ...BOX.position, y } })],
  ['size.width', 40, 60, (width) => image({ size: { ...BOX.size, width } })],
  ['size.height', 20, 60, (height) => image({ size: { ...BOX.size, height } })],
  ['transform.scale.x', 0.5, 1, (x) => image({ transform: { scale: { x, y: 1 } } })],
  ['transform.scale.y', 0.5, 1, (y) => image({ transform: { scale: { x: 1, y } } })],
  ['transform.rotation', -30, 90, (rotation) => image({ transform: { rotation } })],
  ['transform.skew.x', -20, 60, (x) => image({ transform: { skew: { x, y: 0 } } })],
  ['transform.skew.y', -20, 60, (y) => image({ transform: { skew: { x: 0, y } } })],
  ['effects.opacity', 0.2, 1, (opacity) => image({ effects: { opacity } })],
  ['effects.borderRadius', 0, 30, (borderRadius) => image({ effects: { borderRadius } })],
  ['effects.filters[0].amount', 0, 1, (amount) => image(filters(amount))],
  ['crop.left', 0, 0.5, (left) => image({ crop: { left, top: 0, right: 0, bottom: 0 } })],
  ['crop.top', 0, 0.5, (top) => image({ crop: { left: 0, top, right: 0, bottom: 0 } })],
  ['crop.right', 0, 0.5, (right) => image({ crop: { left: 0, top: 0, right, bottom: 0 } })],
  ['crop.bottom', 0, 0.5, (bottom) => image({ crop: { left: 0, top: 0, right: 0, bottom } })],
  ['shapeProperties.trim', 0.25, 0.75, (trim) => white({ shapeProperties: { ...path, trim } })],
  [
    'shapeProperties.trimOffset',
    0.1,
    0.8,
    (trimOffset) => white({ shapeProperties: { ...path, trim: 0.5, trimOffset } }),
  ],
  [
    'shapeProperties.stroke.width',
    2,
    12,
    (width) =>
      white({ shapeProperties: { shape: 'rectangle', fill: '#FF0000', stroke: { ...stroke, width } } }),
  ],
];

describe('Keyframes of each property', () => {
  for (const [property, from, to, clipWith] of PROPERTIES)
    it(`draw a clip as one that has their values: ${property}`, () => {
      const keyframes = [track(property, [0, from], [1000, to])];
      const at = frames(METADATA, [{ ...clipWith(from), keyframes }], { picture });
      // Half of the values are on whole pixels, where a clip without keyframes has its edges.
      for (const frame of [0, 5]) {
        const still = frames(METADATA, [clipWith(from + ((to - from) * frame) / 10)], { picture })(0);
        expect(greatestDifference(at(frame).rgba, still.rgba), `frame ${frame}`).to.be.at.most(1);
      }
      expect(greatestDifference(at(0).rgba, at(5).rgba), 'a change').to.be.above(20);
    });

  it('mix the colours of a fill, and the points of paths with the same commands', () => {
    const { rgba } = frames(METADATA, [
      white({ keyframes: [track('shapeProperties.fill', [0, '#FF0000'], [1000, '#0000FF'])] }),
    ])(5);
    const still = frames(METADATA, [white({ shapeProperties: { shape: 'rectangle', fill: '#800080' } })])(0);
    expect(greatestDifference(rgba, still.rgba)).to.be.at.most(1);
    const [from, to] = ['M0 0L40 0L40,40Z', 'M 20 0 L 60 10 L 40 60 Z'];
    const moved = frames(METADATA, [
      { ...line(from), keyframes: [track('shapeProperties.path', [0, from], [1000, to])] },
    ])(5);
    expect(
      greatestDifference(moved.rgba, frames(METADATA, [line('M10 0L50 5L40 50Z')])(0).rgba),
    ).to.be.at.most(1);
  });

  it('scale the points of a path with its box', () => {
    const keyframes = [
      track('transform.scale.x', [0, 0.5], [500, 1.5]),
      track('size.height', [0, 40], [500, 60]),
    ];
    const drawn = frames(METADATA, [{ ...line('M0 0H40V20H0Z'), keyframes }])(5);
    const still = frames(METADATA, [line('M0 0H60V30H0Z')])(0);
    expect(greatestDifference(drawn.rgba, still.rgba)).to.be.at.most(1);
  });

  it('stay in the range of their property where an easing overshoots', () => {
    // It passes the last value from the fourth frame on.
    const to = (property: string, from: number, value: number, more: object = {}) => {
      const keyframes = [track(property, [0, from], [1000, value, 'easeOutBack'])];
      return frames(METADATA, [image({ ...more, keyframes })], { picture });
    };
    const blurred = { effects: { filters: [{ type: 'blur', amount: 10 }] } };
    for (const [property, at, still] of [
      ['borderRadius', to('effects.borderRadius', 20, 0), image({ effects: { borderRadius: 0 } })],
      ['brightness', to('effects.filters[0].amount', 1, 0, filters(1)), image(filters(0))],
      ['blur', to('effects.filters[0].amount', 10, 0, blurred), image({})],
      ['crop', to('crop.left', 0.5, 0), image({})],
      ['opacity', to('effects.opacity', 1, 0), image({ effects: { opacity: 0 } })],
    ] as const) {
      const wanted = frames(METADATA, [still], { picture })(0);
      for (const frame of [6, 8])
        expect(greatestDifference(at(frame).rgba, wanted.rgba), `${property}, frame ${frame}`).to.be.at.most(
          1,
        );
    }
  });
});
