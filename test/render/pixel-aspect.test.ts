import { expect } from 'chai';
import type { Picture } from '../support/pictures/decoded-media.js';
import { compositionOf, drawFrame, studioForSuite } from '../support/renders/render.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

const SIDE = 160;

/** How many columns and rows of a picture are lit in its middle. */
const litIn = (picture: Picture): readonly [columns: number, rows: number] => {
  const line = Array.from({ length: picture.width }, (_, at) => at);
  const isLit = ([r]: readonly [number, number, number]): boolean => r > 128;
  return [
    line.filter((x) => isLit(picture.at(x, picture.height / 2))).length,
    line.slice(0, picture.height).filter((y) => isLit(picture.at(picture.width / 2, y))).length,
  ];
};

describe('A video whose pixels are not square', () => {
  const studio = studioForSuite();
  before(async () => {
    const encoded = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
    for (const [name, aspect] of [
      ['wide.mp4', '3/2'],
      ['high.mp4', '2/3'],
    ] as const)
      await studio.make(name, ...lavfi(`color=white:s=64x64:r=10:d=1,setsar=${aspect}`), ...encoded);
    const turned = ['-i', `${studio.folder}/wide.mp4`, '-c', 'copy', '-metadata:s:v', 'rotate=90'];
    await studio.make('turned.mp4', ...turned);
  });

  const shown = async (source: string, more: object, canvas: object = { width: SIDE, height: SIDE }) => {
    const clip = { type: 'video', source, timeFrame: { end: 1000 }, ...more };
    const composition = compositionOf({ duration: 1000, fps: 10, canvas, backgroundColor: '#000000' }, [
      clip,
    ]);
    return drawFrame(studio, composition, 500);
  };

  const box = { size: { width: SIDE, height: SIDE } };
  const sizes = {
    'wide.mp4': { none: [96, 64], contain: [SIDE, 107], isFlipped: false },
    'high.mp4': { none: [64, 96], contain: [107, SIDE], isFlipped: true },
    'turned.mp4': { none: [64, 96], contain: [107, SIDE], isFlipped: false },
  } as const;
  for (const [source, { none, contain, isFlipped }] of Object.entries(sizes))
    it(`has the shape in which players show it: ${source}`, async () => {
      // The flipped clip is drawn as a scene.
      for (const transform of LONG ? [{}, FLIPPED] : [isFlipped ? FLIPPED : {}]) {
        const look = { ...box, transform };
        expect(litIn(await shown(source, { ...look, fit: 'none' })), 'none').to.deep.equal(none);
        const [width, height] = litIn(await shown(source, { ...look, fit: 'contain' }));
        expect(width, 'contain').to.be.closeTo(contain[0], 1);
        expect(height, 'contain').to.be.closeTo(contain[1], 1);
        const own = { ...look, size: { width: 'auto', height: 'auto' }, position: CENTRE };
        expect(litIn(await shown(source, own)), 'auto').to.deep.equal(none);
        expect(litIn(await shown(source, look)), 'stretched').to.deep.equal([SIDE, SIDE]);
      }
    });

  it('gives the canvas its shape', async () => {
    const size = { width: '100%', height: '100%' };
    const { width, height } = await shown('wide.mp4', { size }, { width: 'auto', height: 'auto' });
    expect({ width, height }).to.deep.equal({ width: 96, height: 64 });
  });
});

const CENTRE = { anchor: 'center', relativeTo: 'center' };
const FLIPPED = { flip: { x: true } };
