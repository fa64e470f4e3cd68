import { expect } from 'chai';
import { type DrawnPicture, drawMoving } from '../../support/pictures/in-process-drawing.js';
import { studioForSuite } from '../../support/renders/render.js';
import { alphaAt, CANVAS, inkOf, videoOf } from '../../support/pictures/ink.js';

describe('Animated captions', () => {
  const studio = studioForSuite();
  const style = { fontSize: 48, fontWeight: 700, fontFamily: 'Arial' };
  const clip = (animation: string, more: object = {}) => ({
    type: 'caption',
    timeFrame: { end: 2000 },
    size: CANVAS,
    captionProperties: {
      animation,
      textAlign: 'left',
      maxWidth: CANVAS.width,
      words: [
        { word: 'HHHH', start: 0, end: 1000 },
        { word: 'II', start: 1000, end: 2000 },
      ],
      nonHighlightTextProperties: { ...style, color: '#0000FF' },
      highlightTextProperties: { ...style, color: '#FF0000', ...more },
    },
  });
  const frames = (animation: string, at: ReadonlyArray<number>, more: object = {}) =>
    drawMoving(videoOf(clip(animation, more)), studio.folder, at);
  /** The columns with pixels of one colour. */
  const columnsOf = ({ width, height, data }: DrawnPicture, channel: number): ReadonlyArray<number> =>
    Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: height }, (_, y) => (y * width + x) * 4).some(
        (at) => (data[at + channel] ?? 0) > 200 && (data[at + (channel === 0 ? 2 : 0)] ?? 0) < 50,
      ),
    );

  it('fill the word while it is spoken (karaoke)', async () => {
    // Bold Arial at 48 px: four H are 138.7 px wide.
    for (const [index, picture] of (await frames('karaoke', [5, 10, 20])).entries()) {
      const edge = ([200, 400, 800][index] ?? 0) * 0.1387;
      expect(Math.max(...columnsOf(picture, 0))).to.be.at.most(edge + 1);
      expect(Math.min(...columnsOf(picture, 2))).to.be.at.least(edge - 1);
    }
    const [done] = await frames('karaoke', [30]);
    expect(done && Math.min(...columnsOf(done, 2))).to.be.above(138);
  });

  it('grow, bounce, slide in and appear', async () => {
    const [rest, popped] = [(await frames('pop', [20]))[0], (await frames('pop', [4]))[0]];
    const [hopped] = await frames('bounce', [3]);
    const [hidden] = await frames('wordByWord', [10]);
    const [coming] = await frames('slide', [26]);
    if (!rest || !popped || !hopped || !hidden || !coming) throw new Error('nothing was drawn');
    const first = [0, 150] as const;
    expect(inkOf(popped, [...first]).right).to.be.above(inkOf(rest, [...first]).right + 5);
    expect(inkOf(hopped, [...first]).y).to.be.below(inkOf(rest, [...first]).y - 4);
    expect(inkOf(hidden, [150, 320]).right).to.equal(-Infinity);
    expect(inkOf(coming, [150, 320]).y).to.be.above(inkOf(rest, [150, 320]).y + 4);
  });

  it('bounce and slide by the formula on every frame', async () => {
    const [still] = await frames('bounce', [49]);
    if (!still) throw new Error('nothing was drawn');
    // Bold Arial at 48 px: the first word is 138.7 px wide.
    const columns = { first: [0, 145], second: [146, 320] } as const;
    const fromRest = (picture: DrawnPicture, word: keyof typeof columns): number =>
      inkOf(picture, [...columns[word]]).y - inkOf(still, [...columns[word]]).y;

    // Two hops of 0.3 font sizes within 500 ms, each lower: -0.3 |sin 2πu| (1 - u).
    const hops = [0, 1, 3, 5, 6, 8, 10, 12, 13, 20];
    for (const [index, picture] of (await frames('bounce', hops)).entries()) {
      const u = Math.min(1, ((hops[index] ?? 0) * 40) / 500);
      const up = 0.3 * 48 * Math.abs(Math.sin(2 * Math.PI * u)) * (1 - u);
      expect(fromRest(picture, 'first'), `bounce, frame ${hops[index]}`).to.be.closeTo(-up, 0.3);
      expect(fromRest(picture, 'second'), `the other word, frame ${hops[index]}`).to.be.closeTo(0, 0.01);
    }

    // One font size up within 250 ms, decelerated: (1 - u)³ is left, and it is as transparent.
    const slides = [25, 27, 28, 29, 30, 31, 32, 40];
    const most = inkOf(still, [...columns.second]).most;
    for (const [index, picture] of (await frames('slide', slides)).entries()) {
      const u = Math.min(1, (((slides[index] ?? 0) - 25) * 40) / 250);
      const ink = inkOf(picture, [...columns.second]);
      const label = `slide, frame ${slides[index]}`;
      expect(ink.most, label).to.be.closeTo(most * (1 - (1 - u) ** 3), 2);
      if (u > 0) expect(fromRest(picture, 'second'), label).to.be.closeTo(48 * (1 - u) ** 3, 0.4);
    }
  });

  it('are underlined up to the spoken word, and move the box with it', async () => {
    const [underlined] = await frames('underline', [12]);
    const boxes = await frames('box', [10, 26, 40], { backgroundColor: '#00FF00' });
    if (!underlined) throw new Error('nothing was drawn');
    const low = Array.from({ length: CANVAS.width }, (_, x) => x).filter(
      (x) => alphaAt(underlined, x, 53) > 128,
    );
    expect(Math.max(...low)).to.be.closeTo(0.48 * 138.7, 2);
    const [start = 0, between = 0, end = 0] = boxes.map((box) => Math.min(...columnsOf(box, 1)));
    expect(start).to.be.below(2);
    expect(between).to.be.within(start + 1, end - 1);
    expect(end).to.be.above(145);
  });
});
