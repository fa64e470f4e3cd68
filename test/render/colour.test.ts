import { expect } from 'chai';
import {
  NEAR_LOSSLESS,
  always,
  canvas,
  cell,
  flatPicture,
  flatVideo,
  size,
} from '../support/pictures/flat-colours.js';
import { expectColour, type Rgb } from '../support/pictures/quadrants.js';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { compositionOf, drawFrame, render, studioForSuite } from '../support/renders/render.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

const COLOURS = [
  '#FF0000',
  '#00FF00',
  '#0000FF',
  '#00D800',
  '#FFFF00',
  '#00FFFF',
  '#FF00FF',
  '#808080',
  '#C86432',
  '#FFFFFF',
  '#000000',
];

const channels = (colour: string): Rgb => {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
};

describe('Colours', () => {
  const studio = studioForSuite();

  it('of stills are reproduced within 2 of 255: images, text boxes, the background', async () => {
    for (const colour of COLOURS) await flatPicture(studio, `${colour.slice(1)}.png`, colour);
    const clips = COLOURS.map((colour, index) => ({
      type: 'image',
      source: `${colour.slice(1)}.png`,
      timeFrame: always,
      position: cell(index),
      size,
    }));
    const boxes = COLOURS.map((colour, index) => ({
      type: 'text',
      timeFrame: always,
      position: cell(index),
      size,
      textProperties: { content: '', backgroundColor: colour },
    }));
    for (const layers of [clips, boxes]) {
      const file = await render(
        studio,
        compositionOf({ duration: 500, canvas, backgroundColor: '#3C78B4' }, layers),
      );
      const [frame] = await decodeFrames(file.path, 'eq(n,7)');
      for (const [index, colour] of COLOURS.entries())
        expectColour(frame!, cell(index).x + 16, cell(index).y + 16, channels(colour), 2);
      expectColour(frame!, 112, 80, [0x3c, 0x78, 0xb4], 2);
    }
  });

  it('of videos are reproduced within 3: BT.601 and BT.709, limited and full range, 8 and 10 bit', async () => {
    const kinds = [
      ['bt709', 'tv', 'yuv420p'],
      ['bt709', 'pc', 'yuv420p'],
      ['smpte170m', 'tv', 'yuv420p'],
      ['smpte170m', 'pc', 'yuv420p'],
      ['bt709', 'tv', 'yuv420p10le'],
      ['smpte170m', 'tv', 'yuv444p'],
      ['bt709', 'tv', 'yuv422p10le'],
    ] as const;
    for (const colour of LONG ? ['#00D800', '#C86432'] : ['#C86432']) {
      for (const [index, [matrix, range, pixels]] of kinds.entries())
        await flatVideo(studio, `${index}.mp4`, colour, matrix, range, pixels, NEAR_LOSSLESS);
      const clips = kinds.map((_, index) => ({
        type: 'video',
        source: `${index}.mp4`,
        timeFrame: always,
        position: cell(index),
        size,
      }));
      const frame = await drawFrame(studio, compositionOf({ duration: 500, canvas }, clips), 0);
      for (const [index] of kinds.entries())
        expectColour(frame, cell(index).x + 16, cell(index).y + 16, channels(colour), 3);
    }
  });

  it('of a video without colour tags are BT.601 at standard definition, and BT.709 if it is larger', async () => {
    for (const [name, matrix, box] of [
      ['sd.mp4', 'smpte170m', '640x360'],
      ['hd.mp4', 'bt709', '1280x720'],
    ])
      await studio.make(
        name!,
        ...lavfi(
          `color=0x00D800:s=${box}:r=10,format=gbrp,scale=out_color_matrix=${matrix}:flags=accurate_rnd+full_chroma_int,format=yuv420p`,
        ),
        '-t',
        '0.5',
        ...NEAR_LOSSLESS,
      );
    const turned = ['-i', `${studio.folder}/sd.mp4`, ...'-c copy -metadata:s:v rotate=90'.split(' ')];
    await studio.make('turned.mp4', ...turned);
    const clips = ['sd.mp4', 'hd.mp4', 'turned.mp4'].map((source, index) => ({
      type: 'video',
      source,
      timeFrame: always,
      position: cell(index),
      size,
    }));
    const frame = await drawFrame(studio, compositionOf({ duration: 500, canvas }, clips), 0);
    for (const index of [0, 1, 2]) expectColour(frame, cell(index).x + 16, 16, [0, 0xd8, 0], 3);
  });

  it('of HDR video are tone-mapped: white text on it stays brighter than its own white', async () => {
    // 203 nits is reference white (ITU-R BT.2408): PQ code 0.58, HLG code 0.75.
    for (const [name, transfer, code] of [
      ['pq.mp4', 'smpte2084', 0.58],
      ['hlg.mp4', 'arib-std-b67', 0.75],
    ] as const) {
      const grey = Math.round(64 + code * 876);
      await studio.make(
        name,
        ...lavfi(`color=black:s=64x64:r=10,format=yuv420p10le,geq=lum=${grey}:cb=512:cr=512`),
        ...'-t 0.5 -c:v libx265 -x265-params'.split(' '),
        `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc:range=limited`,
        '-pix_fmt',
        'yuv420p10le',
      );
      const frame = await drawFrame(
        studio,
        compositionOf({ duration: 500, canvas: { width: 64, height: 64 } }, [
          { type: 'video', source: name, timeFrame: always, size: { width: 64, height: 64 } },
        ]),
        0,
      );
      const [r, g, b] = frame.at(32, 32);
      expect(Math.max(r, g, b) - Math.min(r, g, b), 'grey stays grey').to.be.at.most(3);
      expect(g, transfer).to.be.within(190, 255);
    }
  });
});
