import { expect } from 'chai';
import { unitLookAt } from '../../../domain/composition/animation/text-units.js';
import { drawMoving } from '../../support/pictures/in-process-drawing.js';
import { drawFrame, studioForSuite } from '../../support/renders/render.js';
import { clipOf, DRAWN, greatestDifference, inkOf, videoOf } from '../../support/pictures/ink.js';
import { LONG } from '../../support/long-form.js';

/**
 * librsvg samples fifteen rows of a pixel. A letter alone may be rounded otherwise there than as a part of a line, by half
 * a row.
 */
const TOLERANCE = 9;

describe('Animated texts', () => {
  const studio = studioForSuite();
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
  const units = ['letter', 'word', 'line'];
  for (const [index, [name, look]] of Object.entries(looks).entries())
    // The short form tries each look with one of the units.
    for (const unit of LONG ? units : units.slice(index % 3).slice(0, 1))
      it(`look at rest as they do without an animation: ${name}, ${unit}`, async () => {
        const animation = { type: 'wave', unit, at: 'loop' };
        const [rest] = await moving({ ...look, animation }, [0]);
        const [still] = await moving(look, [0], DRAWN);
        if (!rest || !still) throw new Error('nothing was drawn');
        expect(inkOf(still).most).to.equal(255);
        expect(greatestDifference(rest.data, still.data)).to.be.at.most(TOLERANCE);
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

  it('slide without changing shape, measured by centroid', async () => {
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

  it('grow around their centre', async () => {
    const text = { content: 'H', animation: animation('scale', { stagger: 0 }) };
    const [still] = await moving({ content: 'H' }, [0], DRAWN);
    const [half] = await moving(text, [5]);
    if (!still || !half) throw new Error('nothing was drawn');
    const [all, grown] = [inkOf(still), inkOf(half)];
    expect(grown.right - grown.left).to.be.closeTo((all.right - all.left) / 2, 2);
    expect(grown.x).to.be.closeTo(all.x, 1);
  });

  it('can start blurred, be typed and light up', async () => {
    const [soft] = await moving({ animation: animation('blur') }, [4]);
    const [typed] = await moving({ animation: animation('typewriter', { stagger: 200 }) }, [6]);
    const [dim] = await moving({ animation: animation('highlight') }, [0]);
    if (!soft || !typed || !dim) throw new Error('nothing was drawn');
    expect(inkOf(soft).right).to.be.above(40);
    expect(inkOf(soft).most).to.be.below(128);
    expect(inkOf(typed).right).to.be.within(40, 48);
    expect(inkOf(dim).most).to.be.closeTo(255 * 0.3, 1);
  });

  it('rest as a still with equal pixels, and are drawn only within their bounds', async () => {
    // The strokes of these letters touch.
    const look = { textAlign: 'center', strokeWidth: 6, strokeColor: '#FFFFFF' };
    const text = { ...look, animation: animation('slide', { stagger: 400 }) };
    const animated = videoOf(clipOf(text));
    const plain = videoOf(clipOf(look));
    const [rest, still] = [await drawFrame(studio, animated, 1500), await drawFrame(studio, plain, 1500)];
    expect(rest.data.equals(still.data)).to.equal(true);
    // Two letters are in their places, and the third moves.
    const frame = await drawFrame(studio, animated, 1000);
    const [picture] = await drawMoving(animated, studio.folder, [25]);
    if (!picture) throw new Error('nothing was drawn');
    for (let at = 0; at < picture.width * picture.height; at += 1)
      expect(frame.data[at * 3]).to.be.closeTo(picture.data[at * 4] ?? 0, 4);
  });

  it('take letters for what they are shown as: capitals may be more', async () => {
    const typed = (text: object, ms: number) =>
      drawFrame(
        studio,
        videoOf(clipOf({ ...text, animation: animation('typewriter', { stagger: 200 }) })),
        ms,
      );
    for (const ms of [700, 900, 1100]) {
      const capitals = await typed({ content: 'ßßß', textTransform: 'uppercase' }, ms);
      expect(capitals.data.equals((await typed({ content: 'SSSSSS' }, ms)).data), `${ms} ms`).to.equal(true);
    }
  });
});
