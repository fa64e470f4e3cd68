import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { expect } from 'chai';
import { decodeFrames, ffmpegSays, probeOutput } from '../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { flatPicture } from '../support/pictures/flat-colours.js';
import { lavfi } from '../support/renders/lavfi.js';

describe('A render of all five clip types', () => {
  const studio = studioForSuite({ sandboxed: true });

  before(async () => {
    await studio.make(
      'green.mp4',
      ...lavfi('color=green:s=64x64:r=25,format=yuv420p'),
      ...lavfi('sine=440'),
      ...'-t 2 -c:a aac'.split(' '),
    );
    await flatPicture(studio, 'blue.png', '#0000FF');
    await studio.make('tone.wav', ...lavfi('sine=880'), '-t', '1');
  });

  it('produces an MP4 of the documented format, with each clip at its position', async () => {
    const progress: number[] = [];
    const composition = compositionOf(
      { duration: 2000, fps: 30, canvas: { width: 320, height: 180 }, backgroundColor: '#FF0000' },
      [
        {
          type: 'video',
          source: 'green.mp4',
          timeFrame: { start: 0, end: 2000 },
          position: { x: 0, y: 0 },
          size: { width: 100, height: 100 },
        },
        {
          type: 'image',
          source: 'blue.png',
          timeFrame: { start: 0, end: 1000 },
          position: { x: 200, y: 0 },
          size: { width: 101, height: 51 },
        },
        { type: 'audio', source: 'tone.wav', timeFrame: { start: 500, end: 1500 } },
        {
          type: 'text',
          timeFrame: { start: 0, end: 2000 },
          position: { x: 0, y: 100 },
          size: { width: 100, height: 40 },
          textProperties: { content: 'Hi', color: '#FFFFFF', backgroundColor: '#000000' },
        },
        {
          type: 'caption',
          timeFrame: { start: 0, end: 2000 },
          position: { x: 110, y: 120 },
          size: { width: 200, height: 40 },
          captionProperties: {
            words: [
              { start: 0, end: 1000, word: 'one' },
              { start: 1000, end: 2000, word: 'two' },
            ],
            highlightTextProperties: { color: '#FFFF00', backgroundColor: '#00FFFF' },
            nonHighlightTextProperties: { color: '#FFFFFF' },
            maxWidth: 200,
          },
        },
      ],
    );
    const file = await render(studio, composition, {
      hooks: { onProgress: (fraction) => progress.push(fraction) },
    });

    const { streams, format } = await probeOutput(file.path);
    const [video, audio] = streams;
    expect(video).to.include({
      codec_name: 'h264',
      profile: 'High',
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      color_range: 'tv',
      width: 320,
      height: 180,
      nb_frames: '60',
    });
    expect(audio).to.include({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 2 });
    expect(format['format_name']).to.contain('mp4');
    expect(progress).to.deep.equal(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).to.equal(1);

    const [early, late] = await decodeFrames(file.path, 'eq(n,10)+eq(n,45)');
    const near = (pixel: readonly number[], wanted: readonly number[]): void =>
      pixel.forEach((value, channel) => expect(value).to.be.closeTo(wanted[channel] ?? 0, 6, pixel.join()));
    near(early!.at(310, 170), [255, 0, 0]);
    near(early!.at(50, 50), [0, 128, 0]);
    near(early!.at(250, 25), [0, 0, 255]);
    near(early!.at(90, 135), [0, 0, 0]);
    near(late!.at(250, 25), [255, 0, 0]);
    const sha256 = async (path: string): Promise<string> =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    const { streams: hashed, presentation, ...output } = file.output;
    expect(hashed?.map(({ kind }) => kind)).to.deep.equal(['video', 'audio']);
    expect(presentation?.map(({ track }) => track)).to.deep.equal(['all', 'picture', 'sound']);
    expect(output).to.deep.equal({
      key: 'output.mp4',
      bytes: (await stat(file.path)).size,
      sha256: await sha256(file.path),
      width: 320,
      height: 180,
      frames: 60,
      durationMs: 2000,
    });
    const { renderer, ffmpeg, sources, fonts, stageSeconds } = file.provenance;
    const names = ['green.mp4', 'blue.png', 'tone.wav'];
    expect(sources.map((source) => source.sha256)).to.have.members(
      await Promise.all(names.map((name) => sha256(`${studio.folder}/${name}`))),
    );
    expect(renderer).to.match(/^framewright-renderer \d+$/);
    const [libraries, installed = ''] = ffmpeg.split(', ');
    expect(libraries).to.match(/^\d+\.\d+/);
    expect(await ffmpegSays('-version')).to.contain(`ffmpeg version ${installed}`);
    for (const font of fonts) expect(font.sha256).to.match(/^[0-9a-f]{64}$/);
    expect(stageSeconds).to.have.all.keys('fetch', 'reuse', 'probe', 'paint', 'encode', 'sound', 'finish');
    expect(fonts.map(({ family }) => family)).to.include.members([
      'LiberationSans-Regular.ttf',
      'Montserrat_400Regular.ttf',
    ]);
    await file.dispose();
  });
});
