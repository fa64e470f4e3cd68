import { expect } from 'chai';
import { track } from '../../support/pictures/keyframes.js';
import { compositionOf, drawFrame, studioForSuite } from '../../support/renders/render.js';

/** Of Arial at 20 px: `H` advances by 1479 of 2048 units. */
const H = (20 * 1479) / 2048;

describe('A box with automatic size', () => {
  const studio = studioForSuite();

  it('holds a text on one line while the easing of its keyframes overshoots', async () => {
    const composition = compositionOf({ canvas: { width: 320, height: 120 }, duration: 1000, fps: 10 }, [
      {
        type: 'text',
        timeFrame: { end: 1000 },
        size: { width: 'auto', height: 'auto' },
        textProperties: { fontFamily: 'Arial', content: 'HHH HHH', color: '#FFFFFF' },
        keyframes: [track('textProperties.fontSize', [0, 10], [1000, 40, 'easeOutBack'])],
      },
    ]);
    for (const [ms, size] of [
      [600, 42.99],
      [900, 40.24],
    ] as const) {
      const picture = await drawFrame(studio, composition, ms);
      const lit = Array.from({ length: 320 }, (_, x) => x).filter((x) =>
        Array.from({ length: 120 }, (_, y) => picture.at(x, y)[1]).some((value) => value > 128),
      );
      // Six letters and a space, which advances by 569 of 2048 units.
      expect(Math.max(...lit), `at ${ms} ms`).to.be.closeTo((size / 20) * 6 * H + (size * 569) / 2048, 6);
    }
  });

  it('is as large as a text or caption with its padding, around its anchor', async () => {
    const style = { fontFamily: 'Arial', fontSize: 20, color: '#FFFFFF' };
    const clip = { timeFrame: { start: 0, end: 1000 } };
    const composition = compositionOf({ canvas: { width: 320, height: 240 }, duration: 1000 }, [
      {
        ...clip,
        type: 'text',
        position: { x: 160, y: 60, z: 0, anchor: 'center' },
        size: { width: 'auto', height: 'auto' },
        textProperties: { ...style, content: 'HHH', padding: 10, backgroundColor: '#0000FF' },
      },
      {
        ...clip,
        type: 'text',
        position: { x: 0, y: 120, z: 0 },
        size: { width: 60, height: 'auto' },
        textProperties: { ...style, content: 'HHH HHH', backgroundColor: '#FF0000' },
      },
      {
        ...clip,
        type: 'caption',
        position: { x: 160, y: 200, z: 0, anchor: 'center' },
        size: { width: 'auto', height: 'auto' },
        captionProperties: {
          words: [{ start: 0, end: 1000, word: 'HHH' }],
          highlightTextProperties: { ...style, backgroundColor: '#00FF00' },
          nonHighlightTextProperties: style,
        },
      },
    ]);
    const picture = await drawFrame(studio, composition, 0);
    const areaOf = (channel: 0 | 1 | 2) => {
      const seen: { x: number; y: number }[] = [];
      for (let y = 0; y < 240; y += 1)
        for (let x = 0; x < 320; x += 1) {
          const [r, g, b] = picture.at(x, y);
          const own = picture.at(x, y)[channel];
          if (own > 200 && r + g + b - own < 100) seen.push({ x, y });
        }
      const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
    };
    const width = Math.ceil(3 * H + 20);
    expect(areaOf(2)).to.deep.equal({ left: Math.round(160 - width / 2), top: 60 - 22, width, height: 44 });
    expect(areaOf(0)).to.deep.equal({ left: 0, top: 120, width: 60, height: 48 });
    const caption = areaOf(1);
    expect(caption.left + caption.width / 2).to.be.closeTo(160, 1);
    expect(caption.width).to.be.closeTo(3 * H, 2);
    expect(caption.top).to.equal(200 - 12);
  });
});
