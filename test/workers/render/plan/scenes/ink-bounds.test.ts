import { expect } from 'chai';
import { compositionOf } from '../../../../support/renders/render.js';
import { type DrawnPicture, drawMoving } from '../../../../support/pictures/in-process-drawing.js';
import { folderForSuite } from '../../../../support/for-suite.js';
import { track } from '../../../../support/pictures/keyframes.js';

const CANVAS = { width: 320, height: 180 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const FRAMES = [0, 1, 2, 3, 5];

const text = (more: object) => ({
  type: 'text',
  timeFrame: { end: 1000 },
  position: { x: 80, y: 50 },
  size: { width: 160, height: 60 },
  textProperties: { content: 'Ajy', fontSize: 30, color: '#FFFFFF', textAlign: 'center' },
  ...more,
});
const transition = (type: string, more: object = {}) => ({
  transition: { in: { type, duration: 600, ...more }, out: { type, duration: 400, ...more } },
});
const keyframes = (property: string, from: number, to: number) => ({
  keyframes: [track(property, [0, from], [1000, to])],
});

/** The pixels that are not transparent outside a rectangle, less one row or column of it on each side. */
const inkOutside = ({ width, data, rect }: DrawnPicture): number =>
  Array.from({ length: data.length / 4 }, (_, at) => at).filter((at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [left, top] = [rect.x === 0 ? 0 : rect.x + 1, rect.y === 0 ? 0 : rect.y + 1];
    const isInside = x >= left && y >= top && x < rect.x + rect.width && y < rect.y + rect.height;
    return !isInside && data[at * 4 + 3] !== 0;
  }).length;

describe('The rectangle in which a text is drawn', () => {
  const folder = folderForSuite();

  const animation = { type: 'slide', unit: 'letter', at: 'in', duration: 400 };
  for (const [name, look] of Object.entries({
    fade: transition('fade'),
    slide: transition('slide', { direction: 'left', distance: 60 }),
    zoom: transition('zoom', { from: 1.6 }),
    spin: transition('spin'),
    'blurred transition': transition('blur', { radius: 8 }),
    'pixelated transition': transition('pixelate'),
    wipe: transition('wipe', { direction: 'left' }),
    'colour transition': transition('color', { color: '#FF0000' }),
    turned: keyframes('transform.rotation', 0, 90),
    grown: keyframes('transform.scale.x', 0.5, 1.7),
    skewed: keyframes('transform.skew.x', -30, 30),
    mirrored: { transform: { flip: { x: true, y: true } }, ...transition('fade') },
    blurred: { effects: { filters: [{ type: 'blur', amount: 4 }] }, ...transition('fade') },
    shadowed: { effects: { shadow: { x: 9, y: -7, blur: 12, color: '#FFFFFF' } }, ...transition('fade') },
    bordered: { effects: { border: { width: 3, color: '#FFFFFF' } }, ...transition('fade') },
    'letter by letter': { textProperties: { content: 'Ajy', fontSize: 30, animation } },
  }))
    it(`holds all that is drawn, and less than the canvas: ${name}`, async () => {
      const pictures = await drawMoving(compositionOf(METADATA, [text(look)]), folder, FRAMES);
      for (const picture of pictures) expect(inkOutside(picture)).to.equal(0);
      const [{ rect } = { rect: CANVAS }] = pictures;
      expect(rect.width * rect.height).to.be.below(CANVAS.width * CANVAS.height * 0.7);
      expect(pictures.some(({ data }) => data.some((value) => value > 0))).to.equal(true);
    });
});
