import { expect } from 'chai';
import { areaOf, frames, surface } from '../../../support/pictures/scenes.js';
import { BOX, draw, FULL, METADATA, near, shape } from '../../../support/pictures/looks.js';

describe('Fills and shapes', () => {
  it('draws linear, radial and conic gradients as CSS does', () => {
    const stops = [
      { offset: 0, color: '#000000' },
      { offset: 1, color: '#FFFFFF' },
    ];
    const linear = draw([shape({ type: 'linear', angle: 90, stops })]);
    for (const x of [5, 60, 115]) near(linear.at(x, 40), [(255 * (x + 0.5)) / 120], 2, `linear ${x}`);
    const steep = draw([shape({ type: 'linear', angle: 0, stops })]);
    near(steep.at(60, 10), [255 * (1 - 10.5 / 80)], 2, 'upwards');
    const conic = draw([shape({ type: 'conic', angle: 0, stops })]);
    near(conic.at(100, 40), [255 * 0.25], 4, 'conic right');
    near(conic.at(60, 75), [255 * 0.5], 6, 'conic below');
    // CSS Images 3, 3.2: an ellipse that reaches the farthest corner, with the proportions of the box.
    const radial = draw([shape({ type: 'radial', angle: 0, stops })]);
    for (const [x, y] of [
      [90, 40],
      [60, 60],
      [100, 70],
    ] as const) {
      const share = Math.hypot((x + 0.5 - 60) / 60, (y + 0.5 - 40) / 40) / Math.SQRT2;
      near(radial.at(x, y), [255 * share], 3, `radial ${x},${y}`);
    }
    const behind = draw([], { backgroundColor: { type: 'radial', angle: 0, stops } });
    near(behind.at(100, 70), radial.at(100, 70), 1, 'background');
    const color = { type: 'radial', angle: 0, stops };
    const edge = draw([
      shape('transparent', {
        shapeProperties: { shape: 'rectangle', fill: 'transparent', stroke: { width: 24, color } },
      }),
    ]);
    for (const [x, y] of [
      [60, 5],
      [5, 40],
      [110, 74],
    ] as const)
      near(edge.at(x, y), radial.at(x, y), 1, `stroke ${x},${y}`);
    const bar = draw([
      {
        type: 'progress',
        timeFrame: { end: 1000 },
        ...FULL,
        progressProperties: { color: '#000000', backgroundColor: color },
      },
    ]);
    near(bar.at(100, 70), radial.at(100, 70), 1, 'progress');
  });

  it('continues radial gradients beyond the box of a shape, as others are', () => {
    const stops = [
      { offset: 0, color: '#FF0000' },
      { offset: 0.5, color: '#00FF00' },
    ];
    const box = { position: { x: 20, y: 20 }, size: { width: 40, height: 20 } };
    const points = [
      { x: -15, y: -15 },
      { x: 95, y: -15 },
      { x: 95, y: 55 },
      { x: -15, y: 55 },
    ];
    const path = 'M-15 -15H95V55H-15Z';
    const fill = { type: 'radial', stops };
    for (const outline of [
      { shape: 'path', path },
      { shape: 'polygon', points },
    ])
      for (const transform of [{}, { rotation: 180, flip: { x: true, y: true } }]) {
        const picture = draw([shape('', { ...box, transform, shapeProperties: { ...outline, fill } })]);
        near(picture.at(40, 30), [255, 0, 0], 40, 'centre');
        for (const [x, y] of [
          [7, 7],
          [113, 7],
          [113, 73],
          [7, 73],
        ] as const)
          near(picture.at(x, y), [0, 255, 0], 2, `${x},${y}`);
        near(picture.at(2, 40), [0, 0, 0], 2, 'outside');
      }
  });

  it('interpolates gradient colours with premultiplied alpha', () => {
    const stops = [
      { offset: 0, color: '#FF0000' },
      { offset: 1, color: '#0000FF00' },
    ];
    const picture = draw([shape({ type: 'linear', angle: 90, stops })], { backgroundColor: '#000000' });
    for (const x of [20, 60, 100]) near(picture.at(x, 40), [255 * (1 - (x + 0.5) / 120), 0, 0], 4, `${x}`);
  });

  it('draws every shape with the area of its geometry, and trims strokes', () => {
    const of = (properties: object) =>
      draw([shape('#FFFFFF', { ...BOX, shapeProperties: { fill: '#FFFFFF', ...properties } })]);
    expect(areaOf(of({ shape: 'ellipse' }))).to.be.closeTo(Math.PI * 40 * 20, 6);
    expect(areaOf(of({ shape: 'polygon', sides: 6 }))).to.be.closeTo(((3 * Math.sqrt(3)) / 2) * 40 * 20, 8);
    expect(areaOf(of({ shape: 'star', sides: 5, innerRadius: 0.5 }))).to.be.closeTo(
      10 * 0.5 * 0.5 * Math.sin(Math.PI / 5) * 800,
      8,
    );
    expect(areaOf(of({ shape: 'path', path: 'M0 0H80V40Z' }))).to.be.closeTo(1600, 4);
    const line = (trim: number) =>
      areaOf(of({ shape: 'line', stroke: { width: 4, color: '#FFFFFF' }, trim, fill: 'transparent' }));
    for (const trim of [0, 0.25, 0.5, 1]) expect(line(trim), `${trim}`).to.be.closeTo(80 * 4 * trim, 4);
  });

  it('draws the subpaths of a path on one after the other', () => {
    const shapeProperties = { shape: 'path', fill: 'transparent', stroke: { width: 4, color: '#FFFFFF' } };
    const path = 'M0 10H80m-80 10h20M40 20h20';
    const of = (trim: number, trimOffset = 0) =>
      draw([shape('', { ...BOX, shapeProperties: { ...shapeProperties, path, trim, trimOffset } })]);
    for (const trim of [0, 1 / 3, 2 / 3, 0.75, 5 / 6, 0.9, 1])
      for (const offset of [0, 0.1, 0.5, 0.95, -1.2])
        expect(areaOf(of(trim, offset)), `${trim} from ${offset}`).to.be.closeTo(120 * 4 * trim, 4);
    const half = of(0.5);
    near(half.at(75, 30), [255], 1, 'the first subpath');
    near(half.at(85, 30), [0], 1, 'where it has got to');
    near(half.at(25, 40), [0], 1, 'the second subpath');
    near(of(0.8).at(25, 40), [255], 1, 'the second subpath');
    near(of(0.8).at(70, 40), [0], 1, 'the third subpath');
    const around = of(0.5, 0.75);
    near(around.at(75, 40), [255], 1, 'from the third subpath on');
    near(around.at(45, 30), [255], 1, 'behind the end, from the first subpath');
    near(around.at(65, 30), [0], 1, 'where it has got to');
    const ends = of(0.5, 0.5);
    near(ends.at(50, 30), [0], 1, 'before it starts');
    near(ends.at(95, 30), [255], 1, 'where it starts');
  });

  it('fits images: cover, contain, none, alignment and crop', () => {
    const halves = surface(80, 40, (context) => {
      context.fillStyle = '#FF0000';
      context.fillRect(0, 0, 40, 40);
      context.fillStyle = '#00FF00';
      context.fillRect(40, 0, 40, 40);
    });
    const of = (more: object) =>
      frames(METADATA, [{ type: 'image', source: 'halves', timeFrame: { end: 1000 }, ...FULL, ...more }], {
        halves,
      })(0);
    const [red, green, black] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 0, 255],
    ];
    expect(of({ fit: 'cover', fitAlign: { x: 0, y: 0.5 } }).at(75, 40)).to.deep.equal(red);
    expect(of({ fit: 'cover', fitAlign: { x: 1, y: 0.5 } }).at(45, 40)).to.deep.equal(green);
    expect(of({ fit: 'contain' }).at(30, 5)).to.deep.equal(black);
    expect(of({ fit: 'contain' }).at(30, 40)).to.deep.equal(red);
    expect(of({ fit: 'contain', fitAlign: { x: 0.5, y: 0 } }).at(30, 5)).to.deep.equal(red);
    expect(of({ fit: 'none' }).at(10, 40)).to.deep.equal(black);
    expect(of({ fit: 'none' }).at(25, 40)).to.deep.equal(red);
    expect(of({ crop: { left: 0.5, top: 0, right: 0, bottom: 0 } }).at(5, 5)).to.deep.equal(green);
  });
});
