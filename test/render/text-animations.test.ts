import { expect } from 'chai';
import { unitLookAt } from '../../domain/composition/animation/text-units.js';
import { type DrawnPicture, drawMoving } from '../support/in-process-drawing.js';
import { compositionOf, drawFrame, openStudio, type Studio } from '../support/render.js';

const CANVAS = { width: 320, height: 90 };
const TEXT = { content: 'HIH', fontSize: 48, fontWeight: 700, color: '#FFFFFF', fontFamily: 'Arial' };

const clipOf = (text: object, more: object = {}) => ({
  type: 'text',
  timeFrame: { end: 2000 },
  size: CANVAS,
  textProperties: { ...TEXT, ...text },
  ...more,
});
const videoOf = (clip: object) => compositionOf({ duration: 2000, fps: 25, canvas: CANVAS }, [clip]);
/** A keyframe that changes nothing, so that the clip is drawn. */
const DRAWN = {
  keyframes: [
    {
      property: 'position.x',
      points: [
        { time: 0, value: 0 },
        { time: 2000, value: 0 },
      ],
    },
  ],
};

/** Where letters touch or their strokes overlap, their soft edges are laid over each other one by one while they move. */
const TOLERANCES: Readonly<Record<string, number>> = {
  'stroke, letter': 16,
  'spans and a line, letter': 16,
  'two lines, letter': 16,
  'ligatures and right to left, letter': 64,
};

const alphaAt = ({ width, data }: DrawnPicture, x: number, y: number): number =>
  data[(y * width + x) * 4 + 3] ?? 0;

/** The alpha of a picture in columns, its centre and its edges, px. */
const inkOf = (picture: DrawnPicture, [from, to] = [0, picture.width]) => {
  let [sum, x, y, left, right, most] = [0, 0, 0, Infinity, -Infinity, 0];
  for (let row = 0; row < picture.height; row += 1)
    for (let column = from; column < to; column += 1) {
      const alpha = alphaAt(picture, column, row);
      [sum, x, y] = [sum + alpha, x + alpha * (column + 0.5), y + alpha * (row + 0.5)];
      if (alpha > 0) [left, right] = [Math.min(left, column), Math.max(right, column)];
      most = Math.max(most, alpha);
    }
  return { x: x / sum, y: y / sum, left, right, most };
};

const greatestDifference = (a: Uint8Array | Uint8ClampedArray, b: Uint8Array | Uint8ClampedArray): number => {
  let most = 0;
  for (let at = 0; at < a.length; at += 1) most = Math.max(most, Math.abs((a[at] ?? 0) - (b[at] ?? 0)));
  return most;
};

describe('Texts whose letters, words and lines move', function () {
  this.timeout(60_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());
  const moving = (text: object, frames: ReadonlyArray<number>, more: object = {}) =>
    drawMoving(videoOf(clipOf(text, more)), studio.folder, frames);

  const looks = {
    plain: {},
    stroke: { strokeWidth: 4, strokeColor: '#FF0000' },
    'soft shadow': { shadow: { x: 4, y: 4, blur: 12, color: '#00FF0080' } },
    background: {
      textBackground: { color: '#0000FF80', paddingX: 8, borderRadius: 8 },
      backgroundColor: '#202020',
    },
    'spans and a line': {
      content: undefined,
      underline: true,
      spans: [{ text: 'Two ' }, { text: 'styles', color: '#FF0000', backgroundColor: '#00FF0080' }],
    },
    'ligatures and right to left': { content: 'fi ffi שלום العربية', fontFamily: 'Inter' },
    'two lines': { content: 'one two three four five six', textAlign: 'justify', fontSize: 30 },
  };
  for (const [name, look] of Object.entries(looks))
    for (const unit of ['letter', 'word', 'line'])
      it(`look at rest as they do without: ${name}, ${unit}`, async () => {
        const animation = { type: 'wave', unit, at: 'loop' };
        const [rest] = await moving({ ...look, animation }, [0]);
        const [still] = await moving(look, [0], DRAWN);
        if (!rest || !still) throw new Error('nothing was drawn');
        expect(inkOf(still).most).to.equal(255);
        expect(greatestDifference(rest.data, still.data)).to.be.at.most(TOLERANCES[`${name}, ${unit}`] ?? 2);
      });

  const animation = (type: string, more: object = {}) =>
    ({ type, unit: 'letter', at: 'in', duration: 400, easing: 'linear', stagger: 200, ...more }) as const;
  const lookAt = (type: 'fade' | 'slide' | 'scale', index: number, t: number) =>
    unitLookAt(animation(type) as Parameters<typeof unitLookAt>[0], index, 3, t, 2000);

  it('fade by the formula, letter by letter', async () => {
    const [whole] = await moving({}, [0], DRAWN);
    if (!whole) throw new Error('nothing was drawn');
    const frames = [0, 3, 5, 7, 10, 14];
    const pictures = await moving({ animation: animation('fade') }, frames);
    // Bold Arial at 48 px: H is 34.7 px wide, I 13.3 px.
    const columns = [
      [0, 34],
      [36, 47],
      [49, 82],
    ] as const;
    for (const [at, picture] of pictures.entries())
      for (const [index, column] of columns.entries()) {
        const { opacity } = lookAt('fade', index, (frames[at] ?? 0) * 40);
        expect(inkOf(picture, [...column]).most).to.be.closeTo(255 * opacity, 1);
      }
  });

  it('slide and keep their shape: where they are by centroid', async () => {
    const text = { content: 'H', animation: animation('slide', { stagger: 0 }) };
    const [still] = await moving({ content: 'H' }, [0], DRAWN);
    if (!still) throw new Error('nothing was drawn');
    const frames = [3, 5, 7, 8];
    for (const [at, picture] of (await moving(text, frames)).entries()) {
      const { down } = lookAt('slide', 0, (frames[at] ?? 0) * 40);
      if (down * 48 > 30) continue; // It would leave the canvas.
      expect(inkOf(picture).y - inkOf(still).y).to.be.closeTo(down * 48, 0.25);
      expect(inkOf(picture).x - inkOf(still).x).to.be.closeTo(0, 0.25);
    }
  });

  it('grow about their middle', async () => {
    const text = { content: 'H', animation: animation('scale', { stagger: 0 }) };
    const [still] = await moving({ content: 'H' }, [0], DRAWN);
    const [half] = await moving(text, [5]);
    if (!still || !half) throw new Error('nothing was drawn');
    const [all, grown] = [inkOf(still), inkOf(half)];
    expect(grown.right - grown.left).to.be.closeTo((all.right - all.left) / 2, 2);
    expect(grown.x).to.be.closeTo(all.x, 1);
  });

  it('come out of a blur, are typed and light up', async () => {
    const [soft] = await moving({ animation: animation('blur') }, [4]);
    const [typed] = await moving({ animation: animation('typewriter', { stagger: 200 }) }, [6]);
    const [dim] = await moving({ animation: animation('highlight') }, [0]);
    if (!soft || !typed || !dim) throw new Error('nothing was drawn');
    expect(inkOf(soft).right).to.be.above(40);
    expect(inkOf(soft).most).to.be.below(128);
    expect(inkOf(typed).right).to.be.within(40, 48);
    expect(inkOf(dim).most).to.be.closeTo(255 * 0.3, 1);
  });

  it('rest as a still that is equal, pixel for pixel, and are drawn no further than they reach', async () => {
    const text = { textAlign: 'center', animation: animation('slide') };
    const animated = videoOf(clipOf(text));
    const plain = videoOf(clipOf({ textAlign: 'center' }));
    const [rest, still] = [await drawFrame(studio, animated, 1500), await drawFrame(studio, plain, 1500)];
    expect(rest.data.equals(still.data)).to.equal(true);
    const frame = await drawFrame(studio, animated, 200);
    const [picture] = await drawMoving(animated, studio.folder, [5]);
    if (!picture) throw new Error('nothing was drawn');
    for (let at = 0; at < picture.width * picture.height; at += 1)
      expect(frame.data[at * 3]).to.be.closeTo(picture.data[at * 4] ?? 0, 4);
  });

  it('change with keyframes and counters', async () => {
    const points = [
      { time: 0, value: 20 },
      { time: 1000, value: 60 },
    ];
    const grows = videoOf(clipOf({}, { keyframes: [{ property: 'textProperties.fontSize', points }] }));
    const counts = videoOf(clipOf({ content: undefined, counter: { from: 1, to: 888 } }));
    const rightOf = (picture: { at: (x: number, y: number) => ReadonlyArray<number> }): number => {
      let right = 0;
      for (let x = 0; x < CANVAS.width; x += 1)
        for (let y = 0; y < CANVAS.height; y += 1) if ((picture.at(x, y)[0] ?? 0) > 128) right = x;
      return right;
    };
    const small = rightOf(await drawFrame(studio, grows, 0));
    expect(rightOf(await drawFrame(studio, grows, 1000)) / small).to.be.closeTo(3, 0.15);
    expect(rightOf(await drawFrame(studio, counts, 0))).to.be.below(27);
    expect(rightOf(await drawFrame(studio, counts, 1960))).to.be.above(70);
  });
});

describe('Captions whose words move', function () {
  this.timeout(60_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

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

  it('fill through the word as it is spoken: karaoke', async () => {
    // Bold Arial at 48 px: four H are 138.7 px wide.
    for (const [index, picture] of (await frames('karaoke', [5, 10, 20])).entries()) {
      const edge = ([200, 400, 800][index] ?? 0) * 0.1387;
      expect(Math.max(...columnsOf(picture, 0))).to.be.at.most(edge + 1);
      expect(Math.min(...columnsOf(picture, 2))).to.be.at.least(edge - 1);
    }
    const [done] = await frames('karaoke', [30]);
    expect(done && Math.min(...columnsOf(done, 2))).to.be.above(138);
  });

  it('grow, hop, come in and appear', async () => {
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

  it('are underlined as far as they are spoken, and take their box along', async () => {
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
