import { expect } from 'chai';
import sharp from 'sharp';
import {
  NEAR_LOSSLESS,
  always,
  canvas,
  cell,
  flatPicture,
  flatVideo,
  size,
} from '../support/pictures/flat-colours.js';
import { expectColour } from '../support/pictures/quadrants.js';
import { compositionOf, drawFrame, studioForSuite } from '../support/renders/render.js';
import { lavfi } from '../support/renders/lavfi.js';

describe('Opacity and offsets', () => {
  const studio = studioForSuite();

  it('blend clips of every kind by their opacity, upright or rotated, and a translucent text box', async () => {
    await flatVideo(studio, 'white.mp4', '#FFFFFF', 'bt709', 'tv', 'yuv420p', NEAR_LOSSLESS);
    await flatPicture(studio, 'white.png', '#FFFFFF');
    const place = (index: number) => ({
      timeFrame: always,
      position: cell(index),
      size,
      effects: { opacity: 0.25 },
    });
    const clips = [
      { type: 'image', source: 'white.png', ...place(0) },
      { type: 'video', source: 'white.mp4', ...place(1) },
      { type: 'text', ...place(2), textProperties: { content: '', backgroundColor: '#FFFFFF' } },
      {
        type: 'caption',
        ...place(3),
        captionProperties: {
          words: [{ start: 0, end: 1000, word: 'H' }],
          maxWidth: 32,
          highlightTextProperties: { fontSize: 24, color: '#FFFFFF', backgroundColor: '#FFFFFF' },
          nonHighlightTextProperties: { fontSize: 24 },
        },
      },
      { type: 'video', source: 'white.mp4', ...place(4), transform: { rotation: 45 } },
      { type: 'image', source: 'white.png', ...place(5), transform: { rotation: 45 } },
      {
        type: 'text',
        ...place(6),
        effects: { opacity: 1 },
        textProperties: { content: '', backgroundColor: '#FFFFFF40' },
      },
    ];
    const frame = await drawFrame(
      studio,
      compositionOf({ duration: 500, canvas, backgroundColor: '#000000' }, clips),
      0,
    );
    for (const index of clips.keys())
      expectColour(frame, cell(index).x + 16, cell(index).y + 16, [64, 64, 64], 2);
  });

  it('keep boxes in place, on odd coordinates too', async () => {
    const colour = '#A07060';
    await flatVideo(studio, 'box.mp4', colour, 'bt709', 'tv', 'yuv420p', NEAR_LOSSLESS);
    await flatPicture(studio, 'box.png', colour);
    const kinds = [
      { type: 'image', source: 'box.png' },
      { type: 'video', source: 'box.mp4' },
      { type: 'text', textProperties: { content: '', backgroundColor: colour } },
    ];
    /** Where on the canvas the colour of each kind has its middle, when its box begins at an offset from its cell. */
    const middlesAt = async (dx: number, dy: number) => {
      const clips = kinds.map((kind, index) => ({
        ...kind,
        timeFrame: always,
        position: { x: index * 64 + 16 + dx, y: 16 + dy },
        size,
      }));
      const metadata = { duration: 500, canvas: { width: 192, height: 64 }, backgroundColor: '#808080' };
      const frame = await drawFrame(studio, compositionOf(metadata, clips), 0);
      return kinds.map((_, index) => {
        let [mass, x, y] = [0, 0, 0];
        for (let row = 0; row < 64; row += 1)
          for (let column = 0; column < 64; column += 1) {
            const [r, , b] = frame.at(index * 64 + column, row);
            mass += r - b;
            x += (r - b) * (column + 0.5);
            y += (r - b) * (row + 0.5);
          }
        return { x: x / mass, y: y / mass };
      });
    };
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      for (const [index, { x, y }] of (await middlesAt(dx, dy)).entries()) {
        expect(x, `x of kind ${index}, ${dx} and ${dy} px off the grid`).to.be.closeTo(32 + dx, 0.15);
        expect(y, `y of kind ${index}, ${dx} and ${dy} px off the grid`).to.be.closeTo(32 + dy, 0.15);
      }
  });

  it('preserve the alpha of PNG, WebP and video', async () => {
    const half = sharp({
      create: { width: 32, height: 32, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    });
    await half.png().toFile(`${studio.folder}/half.png`);
    await half.webp({ lossless: true }).toFile(`${studio.folder}/half.webp`);
    for (const [name, codec] of [
      ['half.webm', ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-lossless', '1']],
      ['half.mov', ['-c:v', 'prores_ks', '-pix_fmt', 'yuva444p10le']],
      ['rgba.mov', ['-c:v', 'qtrle', '-pix_fmt', 'argb']],
    ] as const)
      await studio.make(
        name,
        ...lavfi('color=red@0.5:s=64x64:r=10,format=rgba'),
        '-vf',
        `scale=out_color_matrix=${name === 'half.mov' ? 'smpte170m' : 'bt709'},format=${codec[3]}`,
        '-t',
        '0.5',
        ...codec,
        '-colorspace',
        'bt709',
      );
    const sources = ['half.png', 'half.webp', 'half.webm', 'half.mov', 'rgba.mov'];
    const clips = sources.map((source, index) => ({
      type: /png|webp/.test(source) ? 'image' : 'video',
      source,
      timeFrame: always,
      position: cell(index),
      size,
    }));
    const frame = await drawFrame(
      studio,
      compositionOf({ duration: 500, canvas, backgroundColor: '#0000FF' }, clips),
      0,
    );
    for (const index of clips.keys())
      expectColour(frame, cell(index).x + 16, cell(index).y + 16, [128, 0, 127], 4);
  });
});
