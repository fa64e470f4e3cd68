import { expect } from 'chai';
import { areaOf, frames } from '../../../support/pictures/scenes.js';
import { BOX, draw, METADATA, shape } from '../../../support/pictures/looks.js';

/** A group whose only clip is larger than its box. */
const GROUP = {
  type: 'group',
  timeFrame: { end: 1000 },
  ...BOX,
  clips: [shape('#FFFFFF', { ...BOX, position: { x: -15, y: -10 }, size: { width: 110, height: 60 } })],
};

describe('What reaches beyond the box of a clip', () => {
  it('is drawn, with effects too, unless a group clips', () => {
    const wider = (more: object) => ({ ...GROUP, ...more });
    const areaWith = (more: object) => areaOf(draw([wider(more)]));
    expect(areaWith({})).to.equal(110 * 60);
    expect(areaWith({ clip: true })).to.equal(80 * 40);
    expect(areaWith({ effects: { opacity: 0.5 } })).to.be.closeTo((110 * 60) / 2, 20);
    expect(areaWith({ transform: { flip: { x: true, y: true } } })).to.equal(110 * 60);
    const deep = wider({ size: { width: 20, height: 20 }, clips: [wider({ position: { x: 0, y: 0 } })] });
    expect(areaOf(draw([deep]))).to.equal(110 * 60);
    const nearlyInvisible = {
      brightness: { type: 'brightness', amount: 1 },
      blur: { type: 'blur', amount: 0.01 },
    };
    for (const [name, filter] of Object.entries(nearlyInvisible))
      expect(areaWith({ effects: { filters: [filter] } }), name).to.be.closeTo(110 * 60, 1);

    const stroke = { width: 10, color: '#FFFFFF' };
    const shapeProperties = { shape: 'rectangle', fill: '#FFFFFF', stroke };
    const faded = draw([shape('', { ...BOX, shapeProperties, effects: { opacity: 0.5 } })]);
    expect(areaOf(faded)).to.be.closeTo((90 * 50) / 2, 20);
    const star = { shape: 'star', fill: '#FFFFFF', innerRadius: 0.4, stroke: { width: 8, color: '#FFFFFF' } };
    const alone = draw([shape('', { ...BOX, shapeProperties: star })]);
    const filtered = draw([
      shape('', { ...BOX, shapeProperties: star, effects: { filters: [nearlyInvisible.brightness] } }),
    ]);
    expect(areaOf(filtered)).to.be.closeTo(areaOf(alone), 1);
  });

  it('is wiped with the nearest part of the box', () => {
    for (const softness of [0, 0.01]) {
      const transition = { in: { type: 'wipe', softness, direction: 'right', duration: 1000 } };
      const half = frames(METADATA, [{ ...GROUP, transition }])(5);
      expect(half.at(10, 15)).to.deep.equal([255, 255, 255, 255]);
      expect(half.at(50, 65)).to.deep.equal([255, 255, 255, 255]);
      expect(half.at(70, 15)).to.deep.equal([0, 0, 0, 255]);
      expect(half.at(110, 40)).to.deep.equal([0, 0, 0, 255]);
    }
  });

  it('is all there where the easing of an edge overshoots, as at the end of the transition', () => {
    for (const type of ['wipe', 'circle', 'radial'])
      for (const softness of [0, 0.2]) {
        const transition = { in: { type, softness, duration: 1000, easing: 'easeOutBack' } };
        const almost = frames(METADATA, [{ ...GROUP, transition }])(8);
        expect(areaOf(almost), `${type} ${softness}`).to.be.closeTo(110 * 60, 1);
      }
  });
});
