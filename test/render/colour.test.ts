import { expect } from 'chai';
import sharp from 'sharp';
import {
  compositionOf,
  decodeFrames,
  drawFrame,
  openStudio,
  type Picture,
  render,
  type Studio,
} from '../support/render.js';

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

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const expectNear = (
  picture: Picture,
  x: number,
  y: number,
  wanted: readonly number[],
  tolerance: number,
): void => {
  const found = picture.at(x, y);
  for (const [channel, value] of wanted.entries())
    expect(found[channel], `(${x}, ${y}) is ${found.join()}, not ${wanted.join()}`).to.be.closeTo(
      value,
      tolerance,
    );
};

describe('Colours', function () {
  this.timeout(60_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

  const size = { width: 32, height: 32 };
  const cell = (index: number) => ({ x: (index % 4) * 32, y: Math.floor(index / 4) * 32 });
  const always = { start: 0, end: 1000 };
  const canvas = { width: 128, height: 96 };

  it('of stills come back within 2 of 255: images, text boxes, the background', async () => {
    for (const colour of COLOURS)
      await sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
        .png()
        .toFile(`${studio.folder}/${colour.slice(1)}.png`);
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
        expectNear(frame!, cell(index).x + 16, cell(index).y + 16, channels(colour), 2);
      expectNear(frame!, 112, 80, [0x3c, 0x78, 0xb4], 2);
    }
  });

  const matrices = {
    bt709: ['bt709', 'bt709', 'bt709'],
    smpte170m: ['smpte170m', 'smpte170m', 'smpte170m'],
    bt2020: ['bt2020nc', 'bt2020-10', 'bt2020'],
  } as const;
  const video = async (
    name: string,
    colour: string,
    matrix: keyof typeof matrices,
    range: 'tv' | 'pc',
    pixels: string,
    codec: string[],
  ): Promise<void> => {
    const [space, transfer, primaries] = matrices[matrix];
    await studio.make(
      name,
      '-f',
      'lavfi',
      '-i',
      `color=${colour.replace('#', '0x')}:s=64x64:r=10,format=gbrp,scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_int,format=${pixels}`,
      '-t',
      '1',
      ...codec,
      '-colorspace',
      space,
      '-color_trc',
      transfer,
      '-color_primaries',
      primaries,
      '-color_range',
      range,
    );
  };
  const x264 = ['-c:v', 'libx264', '-qp', '4'];

  it('of videos come back within 3: BT.601 and BT.709, limited and full range, 8 and 10 bit', async () => {
    const kinds = [
      ['bt709', 'tv', 'yuv420p'],
      ['bt709', 'pc', 'yuv420p'],
      ['smpte170m', 'tv', 'yuv420p'],
      ['smpte170m', 'pc', 'yuv420p'],
      ['bt709', 'tv', 'yuv420p10le'],
      ['smpte170m', 'tv', 'yuv444p'],
      ['bt709', 'tv', 'yuv422p10le'],
    ] as const;
    for (const colour of ['#00D800', '#C86432']) {
      for (const [index, [matrix, range, pixels]] of kinds.entries())
        await video(`${index}.mp4`, colour, matrix, range, pixels, x264);
      const clips = kinds.map((_, index) => ({
        type: 'video',
        source: `${index}.mp4`,
        timeFrame: always,
        position: cell(index),
        size,
      }));
      const frame = await drawFrame(studio, compositionOf({ duration: 500, canvas }, clips), 0);
      for (const [index] of kinds.entries())
        expectNear(frame, cell(index).x + 16, cell(index).y + 16, channels(colour), 3);
    }
  });

  it('of a standard-definition video that says nothing are BT.601, of any larger one BT.709', async () => {
    for (const [name, matrix, box] of [
      ['sd.mp4', 'smpte170m', '320x240'],
      ['hd.mp4', 'bt709', '1280x720'],
    ])
      await studio.make(
        name!,
        '-f',
        'lavfi',
        '-i',
        `color=0x00D800:s=${box}:r=10,format=gbrp,scale=out_color_matrix=${matrix}:flags=accurate_rnd+full_chroma_int,format=yuv420p`,
        '-t',
        '0.5',
        ...x264,
      );
    const clips = ['sd.mp4', 'hd.mp4'].map((source, index) => ({
      type: 'video',
      source,
      timeFrame: always,
      position: cell(index),
      size,
    }));
    const frame = await drawFrame(studio, compositionOf({ duration: 500, canvas }, clips), 0);
    for (const index of [0, 1]) expectNear(frame, cell(index).x + 16, 16, [0, 0xd8, 0], 3);
  });

  it('of HDR video are brought into the range: white text on it stays brighter than its own white', async () => {
    // 203 nits is reference white (ITU-R BT.2408): PQ code 0.58, HLG code 0.75.
    for (const [name, transfer, code] of [
      ['pq.mp4', 'smpte2084', 0.58],
      ['hlg.mp4', 'arib-std-b67', 0.75],
    ] as const) {
      const grey = Math.round(64 + code * 876);
      await studio.make(
        name,
        '-f',
        'lavfi',
        '-i',
        `color=black:s=64x64:r=10,format=yuv420p10le,geq=lum=${grey}:cb=512:cr=512`,
        '-t',
        '0.5',
        '-c:v',
        'libx265',
        '-x265-params',
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

  it('shine through by the opacity, of clips of every kind, upright or turned, and through a translucent text box', async () => {
    await video('white.mp4', '#FFFFFF', 'bt709', 'tv', 'yuv420p', x264);
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#FFFFFF' } })
      .png()
      .toFile(`${studio.folder}/white.png`);
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
      expectNear(frame, cell(index).x + 16, cell(index).y + 16, [64, 64, 64], 2);
  });

  it('lie where their box does, on odd coordinates too', async () => {
    const colour = '#A07060';
    await video('box.mp4', colour, 'bt709', 'tv', 'yuv420p', x264);
    await sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
      .png()
      .toFile(`${studio.folder}/box.png`);
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

  it('and alpha of PNG, WebP and video are those of the file', async () => {
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
        '-f',
        'lavfi',
        '-i',
        'color=red@0.5:s=64x64:r=10,format=rgba',
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
      expectNear(frame, cell(index).x + 16, cell(index).y + 16, [128, 0, 127], 4);
  });
});
