import { expect } from 'chai';
import { greatestDifference } from '../../../../support/pictures/ink.js';
import { rightOf } from '../../../../support/right-of.js';
import { frames } from '../../../../support/pictures/scenes.js';
import { readCube } from '../../../../../workers/render/draw/effects/color-table.js';
import {
  BOX,
  COLORS,
  draw,
  FILTERS,
  FULL,
  hex,
  METADATA,
  near,
  shape,
} from '../../../../support/pictures/looks.js';

describe('Filters', () => {
  it('applies the CSS filters by the W3C formulas, within two levels', () => {
    for (const [type, formula] of Object.entries(FILTERS))
      for (const amount of type === 'hueRotate' ? [30, 200] : [0.3, 0.8, 1])
        for (const color of COLORS) {
          const found = draw([shape(hex(color), { effects: { filters: [{ type, amount }] } })]).at(60, 40);
          near(found, formula(color, amount), 2, `${type} ${amount} of ${color.join()}`);
        }
  });

  it('applies filters in their order', () => {
    const of = (...types: string[]) =>
      draw([
        shape('#404040', {
          effects: { filters: types.map((type) => ({ type, amount: type === 'invert' ? 1 : 2 })) },
        }),
      ]).at(60, 40)[0];
    expect(of('brightness', 'invert')).to.be.closeTo(255 - 128, 2);
    expect(of('invert', 'brightness')).to.equal(255);
  });

  it('blurs with the given standard deviation', () => {
    const edge = draw([shape('#FFFFFF', { ...BOX, effects: { filters: [{ type: 'blur', amount: 5 }] } })]);
    for (const [offset, share] of [
      [-5, 0.159],
      [0, 0.5],
      [5, 0.841],
    ] as const) {
      const between = (edge.at(20 + offset - 1, 40)[1] + edge.at(20 + offset, 40)[1]) / 2;
      expect(between, `${offset}`).to.be.closeTo(255 * share, 8);
    }
  });

  it('interpolates between the entries of a colour table', () => {
    const swap = readCube(
      `LUT_3D_SIZE 2\n${[0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => `${b} ${g} ${r}`))).join('\n')}`,
    );
    const effects = { filters: [{ type: 'lut', source: 'https://a.example/swap.cube' }] };
    for (const [r, g, b] of COLORS) {
      const found = frames(
        METADATA,
        [shape(hex([r, g, b]), { effects })],
        {},
        { 'swap.cube': rightOf(swap) },
      )(0);
      near(found.at(60, 40), [b, g, r], 2, `${r},${g},${b}`);
    }
  });

  it('warms and cools, darkens corners, sharpens edges, and adds the same noise in every render', () => {
    const of = (type: string, amount: number, frame = 0) =>
      frames(METADATA, [shape('#808080', { effects: { filters: [{ type, amount }] } })])(frame);
    near(of('temperature', 1).at(60, 40), [128 * 1.3, 128, 128 * 0.7], 2, 'warm');
    near(of('temperature', -1).at(60, 40), [128 * 0.7, 128, 128 * 1.3], 2, 'cold');
    const vignette = of('vignette', 1);
    expect(vignette.at(60, 40)[0]).to.be.closeTo(128, 1);
    expect(vignette.at(0, 0)[0]).to.be.closeTo(128 * 0.2, 2);
    expect(vignette.at(119, 79)).to.deep.equal(vignette.at(0, 0));
    const noise = of('noise', 1);
    const values = [...noise.rgba].filter((_, index) => index % 4 === 1);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    expect(mean).to.be.closeTo(128, 2);
    expect(deviation).to.be.closeTo(64 / Math.sqrt(3), 2);
    expect(of('noise', 1).rgba).to.deep.equal(noise.rgba);
    expect(of('noise', 1, 1).rgba).to.not.deep.equal(noise.rgba);
    const two = (filters: ReadonlyArray<object>) =>
      frames(METADATA, [
        {
          type: 'group',
          timeFrame: { end: 1000 },
          ...FULL,
          clips: [shape('#606060'), shape('#A0A0A0', { size: { width: 60, height: 80 } })],
          effects: { filters },
        },
      ])(0);
    const sharp = two([{ type: 'sharpen', amount: 1 }]);
    near([sharp.at(59, 40)[0], sharp.at(60, 40)[0]], [0xa0 + 32, 0x60 - 32], 2, 'sharpened edge');
    near([sharp.at(30, 40)[0]], [0xa0], 1, 'flat');
  });

  it('act on the box of a clip, however far a blur after them reaches beyond it', () => {
    const stops = [
      { offset: 0, color: '#000000' },
      { offset: 1, color: '#FFFFFF' },
    ];
    const fill = { type: 'linear', angle: 90, stops };
    for (const filter of [
      { type: 'vignette', amount: 1 },
      { type: 'pixelate', amount: 8 },
    ])
      for (const amount of [1, 6]) {
        const blur = { type: 'blur', amount };
        const together = draw([shape(fill, { ...BOX, effects: { filters: [filter, blur] } })]);
        const inner = shape(fill, { ...BOX, effects: { filters: [filter] } });
        const group = { type: 'group', timeFrame: { end: 1000 }, ...FULL, clips: [inner] };
        const apart = draw([{ ...group, effects: { filters: [blur] } }]);
        expect(greatestDifference(together.rgba, apart.rgba), `${filter.type}, ${amount}`).to.be.at.most(2);
      }
  });

  it('keep their place when a clip that came from a blur is at rest', () => {
    const filters = [{ type: 'vignette', amount: 1 }];
    const transition = { in: { type: 'blur', radius: 20, duration: 1000, fade: false } };
    const at = frames(METADATA, [shape('#FFFFFF', { ...FULL, effects: { filters }, transition })]);
    const rest = draw([shape('#FFFFFF', { ...FULL, effects: { filters } })]);
    // The last step of the blur has a standard deviation of 2 px.
    for (const x of [10, 20, 40, 60]) near(at(9).at(x, 40), rest.at(x, 40), 3, `at ${x}`);
  });

  it('sharpen the outermost pixels as all others', () => {
    const clips = [shape('#606060'), shape('#A0A0A0', { size: { width: 60, height: 80 } })];
    const group = { type: 'group', timeFrame: { end: 1000 }, ...FULL, clips };
    const effects = { filters: [{ type: 'sharpen', amount: 1 }] };
    const sharp = draw([{ ...group, effects }]);
    for (let x = 0; x < 120; x += 1)
      for (const y of [0, 79]) expect(sharp.at(x, y), `${x}, ${y}`).to.deep.equal(sharp.at(x, 40));
    const rows = [shape('#606060'), shape('#A0A0A0', { size: { width: 120, height: 40 } })];
    const turned = draw([{ ...group, clips: rows, effects }]);
    for (let y = 0; y < 80; y += 1)
      for (const x of [0, 119]) expect(turned.at(x, y), `${x}, ${y}`).to.deep.equal(turned.at(60, y));
  });

  it('sharpen no edge to transparency', () => {
    const filters = [
      { type: 'sharpen', amount: 1 },
      { type: 'blur', amount: 0.01 },
    ];
    const flat = draw([shape('#808080', { ...BOX, effects: { filters } })]);
    for (const x of [20, 21, 60, 99]) near(flat.at(x, 40), [128, 128, 128], 1, `at ${x}`);
  });
});
