import { expect } from 'chai';
import { areaOf, centroidOf, frames, surface } from '../../../support/pictures/scenes.js';
import { BOX, CANVAS, METADATA, white } from '../../../support/pictures/moving-boxes.js';
import { track } from '../../../support/pictures/keyframes.js';

describe('Movement', () => {
  it('zooms slowly without a jump: ten seconds from 1 to 1.1', () => {
    const marked = surface(240, 160, (context) => {
      context.fillStyle = '#FFFFFF';
      context.fillRect(190, 120, 12, 12);
    });
    const at = frames(
      { ...METADATA, duration: 10_000, fps: 30 },
      [
        {
          type: 'image',
          source: 'marked',
          timeFrame: { end: 10_000 },
          size: CANVAS,
          motion: { from: { scale: 1 }, to: { scale: 1.1 } },
        },
      ],
      { marked },
    );
    const places = Array.from({ length: 300 }, (_, frame) => centroidOf(at(frame)).x);
    const steps = places.slice(1).map((x, index) => x - (places[index] ?? 0));
    const mean = steps.reduce((a, b) => a + b, 0) / steps.length;
    expect(mean).to.be.closeTo(3.8 / 299, 0.003);
    for (const [index, step] of steps.entries()) {
      expect(step, `step ${index}`).to.be.above(0);
      expect(step, `step ${index}`).to.be.below(2 * mean);
    }
  });

  it('rotates with smooth edges: shapes and images cover the area of their geometry at every angle', () => {
    const plain = surface(50, 30, (context) => {
      context.fillStyle = '#FFFFFF';
      context.fillRect(0, 0, 50, 30);
    });
    const place = { timeFrame: { end: 1000 }, position: { x: 35, y: 25 }, size: { width: 50, height: 30 } };
    const turning = {
      keyframes: [track('transform.rotation', [0, 0], [1000, 90])],
    };
    for (const clip of [
      white({ ...place, ...turning }),
      { type: 'image', source: 'plain', ...place, ...turning },
    ]) {
      const at = frames(METADATA, [clip], { plain });
      for (const frame of [1, 3, 5, 8]) {
        const picture = at(frame);
        expect(areaOf(picture), `frame ${frame}`).to.be.closeTo(1500, 12);
        const partly = picture.rgba.filter(
          (value, index) => index % 4 === 1 && value > 8 && value < 247,
        ).length;
        expect(partly, `pixels of the edge, frame ${frame}`).to.be.above(100);
      }
    }
  });

  it('mirrors and skews about the centre of the box', () => {
    const marked = surface(80, 40, (context) => {
      context.fillStyle = '#FFFFFF';
      context.fillRect(0, 0, 10, 10);
    });
    const image = { type: 'image', source: 'marked', timeFrame: { end: 1000 }, ...BOX };
    const place = (transform: object) =>
      centroidOf(frames(METADATA, [{ ...image, transform }], { marked })(0));
    expect(place({ flip: { x: true, y: false } })).to.deep.include({ x: 95, y: 25 });
    expect(place({ flip: { x: false, y: true } })).to.deep.include({ x: 25, y: 55 });
    expect(place({ skew: { x: 45, y: 0 } }).x).to.be.closeTo(25 - 15, 0.2);
    expect(place({ skew: { x: 0, y: 26.565 } }).y).to.be.closeTo(25 - 17.5, 0.2);
  });

  it('keeps the anchor in place while the clip grows', () => {
    const grown = (anchor: string, position: object) =>
      frames(METADATA, [
        white({
          position: { ...position, anchor },
          size: { width: 10, height: 10 },
          keyframes: [track('size.width', [0, 10], [1000, 30])],
        }),
      ])(5);
    expect(centroidOf(grown('center', { x: 60, y: 40 })).x).to.be.closeTo(60, 0.01);
    expect(centroidOf(grown('bottomRight', { x: 60, y: 40 })).x).to.be.closeTo(50, 0.01);
    expect(centroidOf(grown('topLeft', { x: 60, y: 40 })).x).to.be.closeTo(70, 0.01);
  });
});
