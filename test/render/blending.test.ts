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

  it('blend with the background before and after a picture that fills the canvas', async () => {
    await flatPicture(studio, 'white.png', '#FFFFFF');
    const [whole, position] = [canvas, { x: 0, y: 0 }];
    const composition = compositionOf({ duration: 500, fps: 10, canvas, backgroundColor: '#808080' }, [
      { type: 'image', source: 'white.png', timeFrame: { start: 100, end: 300 }, position, size: whole },
      {
        type: 'shape',
        timeFrame: always,
        position: { ...position, z: 1 },
        size: whole,
        shapeProperties: { shape: 'rectangle', fill: '#FF8000' },
        effects: { blendMode: 'multiply' },
      },
    ]);
    for (const [ms, colour] of [
      [0, [128, 64, 0]],
      [150, [255, 128, 0]],
      [350, [128, 64, 0]],
    ] as const)
      expectColour(await drawFrame(studio, composition, ms), 16, 16, colour, 2);
  });
});
