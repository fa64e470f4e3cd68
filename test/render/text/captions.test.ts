import { expect } from 'chai';
import type { Picture } from '../../support/pictures/decoded-media.js';
import { compositionOf, drawFrame, studioForSuite } from '../../support/renders/render.js';
import { renderedFrames } from '../../support/renders/rendered-frames.js';

describe('Captions', () => {
  const studio = studioForSuite();
  const style = (color: string, more: object = {}) => ({ color, fontSize: 24, fontFamily: 'Arial', ...more });
  const isYellow = ([r, g, b]: readonly number[]): boolean =>
    (r ?? 0) > 150 && (g ?? 0) > 150 && (b ?? 0) < 110;
  const count = (picture: Picture, wanted: (pixel: readonly number[]) => boolean): number => {
    let found = 0;
    for (let y = 0; y < picture.height; y += 1)
      for (let x = 0; x < picture.width; x += 1) if (wanted(picture.at(x, y))) found += 1;
    return found;
  };
  const caption = (words: object[], more: object = {}) => ({
    type: 'caption',
    timeFrame: { start: 0, end: 60_000 },
    size: { width: 300, height: 40 },
    captionProperties: {
      words,
      maxWidth: 300,
      highlightTextProperties: style('#FFFF00'),
      nonHighlightTextProperties: style('#FFFFFF'),
      ...more,
    },
  });
  const canvas = { width: 300, height: 60 };

  it('highlight each word on exactly its frames', async () => {
    const words = [
      ['alpha', 100, 300],
      ['beta', 300, 500],
      ['gamma', 700, 900],
    ].map(([word, start, end]) => ({ word, start, end }));
    const frames = await renderedFrames(
      studio,
      compositionOf({ duration: 1200, fps: 50, canvas }, [caption(words)]),
      {
        settings: { pieceSeconds: 0.4 },
      },
    );
    const lit = frames.map((frame) => {
      const third = (from: number): boolean => {
        for (let y = 0; y < 40; y += 1)
          for (let x = from; x < from + 25; x += 1) if (isYellow(frame.at(x, y))) return true;
        return false;
      };
      return [55, 135, 195].findIndex(third);
    });
    const shown = frames.map((frame) => count(frame, ([r = 0]) => r > 150) > 0);
    expect(shown).to.deep.equal(frames.map((_, n) => n >= 5 && n < 45));
    expect(lit).to.deep.equal(
      frames.map((_, n) => (n >= 5 && n < 15 ? 0 : n >= 15 && n < 25 ? 1 : n >= 35 && n < 45 ? 2 : -1)),
    );
  });

  it('move no other word when one is highlighted, even if its style is wider', async () => {
    const words = ['some', 'words', 'here'].map((word, index) => ({
      word,
      start: index * 100,
      end: index * 100 + 100,
    }));
    const heavy = { highlightTextProperties: style('#FFFF00', { fontWeight: 700, fontSize: 28 }) };
    const composition = compositionOf({ duration: 300, fps: 10, canvas }, [caption(words, heavy)]);
    const [first, second] = [
      await drawFrame(studio, composition, 0),
      await drawFrame(studio, composition, 100),
    ];
    // The third word is plain in both: its pixels are the same.
    let difference = 0;
    for (let y = 0; y < 60; y += 1)
      for (let x = 206; x < 300; x += 1)
        for (const channel of [0, 1, 2] as const)
          difference = Math.max(difference, Math.abs(first.at(x, y)[channel] - second.at(x, y)[channel]));
    expect(difference).to.be.at.most(2);
    expect(count(first, ([r = 0]) => r > 128)).to.be.above(200);
  });

  it('break a word that is wider than a line, highlight all of it, and move no other word', async () => {
    const words = ['so', 'Donaudampfschifffahrt', 'it', 'is'].map((word, index) => ({
      word,
      start: index * 100,
      end: index * 100 + 100,
    }));
    const [left, width, lineHeight] = [60, 100, 24 * 1.2];
    const composition = compositionOf({ duration: 400, fps: 10, canvas: { width: 220, height: 160 } }, [
      {
        ...caption(words, { maxWidth: width, textAlign: 'left' }),
        position: { x: left, y: 0 },
        size: { width, height: 160 },
      },
    ]);
    const [plain, lit] = [await drawFrame(studio, composition, 0), await drawFrame(studio, composition, 100)];
    /** Which colours each line holds, yellow or white. */
    const lines = (picture: Picture): readonly string[] =>
      Array.from({ length: 5 }, (_, line) => {
        let [yellow, ink] = [0, 0];
        for (let y = Math.round(line * lineHeight); y < (line + 1) * lineHeight; y += 1)
          for (let x = 0; x < picture.width; x += 1) {
            const [r, , b] = picture.at(x, y);
            if (r < 128) continue;
            expect(x, 'within the column').to.be.within(left - 1, left + width);
            ink += 1;
            if (b < 128) yellow += 1;
          }
        // Letters are a few pixels wide: their colour, of half the resolution, runs into what is round them.
        return (yellow > ink * 0.2 ? 'y' : '') + (yellow < ink * 0.8 ? 'w' : '');
      });
    expect(lines(plain)).to.deep.equal(['y', 'w', 'w', 'w', '']);
    // The last part shares its line with the words after it.
    expect(lines(lit)).to.deep.equal(['w', 'y', 'y', 'yw', '']);
    for (let y = Math.ceil(lineHeight); y < 160; y += 1)
      for (let x = 0; x < 220; x += 1)
        expect(plain.at(x, y)[0], `(${x}, ${y})`).to.be.closeTo(lit.at(x, y)[0], 40);
  });
});
