import { readdir } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decodeFrames, decodeSound, ffmpegSays } from '../../support/pictures/decoded-media.js';
import { compositionOf, render, tryRender, studioForSuite } from '../../support/renders/render.js';
import { LONG } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

const run = promisify(execFile);

describe('Pieces of a render', function () {
  this.timeout(LONG ? 1_800_000 : 120_000);
  const studio = studioForSuite();
  before(async () => {
    await studio.make(
      'moving.mp4',
      ...lavfi('testsrc2=s=160x90:r=30'),
      ...lavfi('sine=330'),
      ...'-t 6 -c:v libx264 -pix_fmt yuv420p -c:a aac'.split(' '),
    );
  });

  const always = { start: 0, end: 6000 };
  const composition = (fps: number) =>
    compositionOf({ duration: 6000, fps, canvas: { width: 160, height: 90 } }, [
      { type: 'video', source: 'moving.mp4', timeFrame: always, size: { width: 160, height: 90 } },
      {
        type: 'video',
        source: 'moving.mp4',
        timeFrame: { start: 700, end: 5200 },
        position: { x: 21, y: 11 },
        size: { width: 61, height: 41 },
        transform: { rotation: 15 },
      },
      {
        type: 'text',
        timeFrame: { start: 1100, end: 4900 },
        position: { x: 90, y: 50 },
        size: { width: 60, height: 30 },
        textProperties: { content: 'Text', color: '#FFFFFF' },
      },
    ]);

  for (const fps of LONG ? [29.97, 30] : [29.97])
    it(`are joined without a visible cut at ${fps} fps: even timestamps, no decoder warnings, the same frames as in one piece, the same bytes every time`, async () => {
      const cut = await render(studio, composition(fps), { settings: { pieceSeconds: 1, crf: 12 } });
      const again = await render(studio, composition(fps), { settings: { pieceSeconds: 1, crf: 12 } });
      expect(again.output.sha256, 'the same project gives the same file').to.equal(cut.output.sha256);
      const whole = await render(studio, composition(fps), { settings: { pieceSeconds: 100, crf: 12 } });
      const { stdout } = await run('ffprobe', [
        ...'-v error -select_streams v -show_entries frame=best_effort_timestamp_time,key_frame -of csv=p=0'.split(
          ' ',
        ),
        cut.path,
      ]);
      const frames = stdout
        .trim()
        .split('\n')
        .filter((line) => /^\d/.test(line))
        .map((line) => line.split(','));
      expect(frames).to.have.length(Math.round(fps * 6));
      for (const [n, [, at]] of frames.entries()) expect(Number(at)).to.be.closeTo(n / fps, 1e-4);
      expect(frames.filter(([key]) => key === '1').length).to.be.at.least(5);
      const { stdout: packets } = await run('ffprobe', [
        ...'-v error -select_streams v -show_entries packet=dts -of csv=p=0'.split(' '),
        cut.path,
      ]);
      const dts = packets.trim().split('\n').map(Number);
      expect(new Set(dts.slice(1).map((value, index) => value - (dts[index] ?? 0))).size).to.equal(1);
      expect(await ffmpegSays('-v', 'warning', '-i', cut.path, '-f', 'null', '-')).to.equal('');
      const says = await ffmpegSays(
        '-i',
        cut.path,
        '-i',
        whole.path,
        ...'-lavfi ssim=stats_file=- -f null -'.split(' '),
      );
      const ssim = [...says.matchAll(/^n:\d+ .*All:([\d.]+)/gm)].map(([, value]) => Number(value));
      expect(ssim).to.have.length(frames.length);
      expect(Math.min(...ssim)).to.be.at.least(0.97);
    });

  it(`keep audio and video in sync over ${LONG ? 'ten minutes and 60 cuts' : 'five seconds and 10 cuts'}`, async () => {
    const cuts = LONG ? 60 : 10;
    const step = LONG ? 10_000 : 500;
    const duration = cuts * step;
    // White frames of 100 ms with a click at their start, once a second.
    await studio.make(
      'marks.mp4',
      ...lavfi(
        `color=black:s=32x32:r=30,format=yuv420p,geq=lum='if(lt(mod(T\\,1)\\,0.0999)\\,235\\,16)':cb=128:cr=128`,
      ),
      ...lavfi("aevalsrc='0.8*lt(mod(t,1),0.002)':s=44100"),
      '-t',
      LONG ? '12' : '3',
      ...'-c:v libx264 -g 48 -c:a aac -b:a 192k'.split(' '),
    );
    const clips = Array.from({ length: cuts }, (_, index) => ({
      type: 'video',
      source: 'marks.mp4',
      size: { width: 32, height: 32 },
      timeFrame: {
        start: index * step,
        end: (index + 1) * step,
        offset: (index % 2) * 1000 + 1000 - (LONG ? 0 : (index % 2) * 500),
      },
    }));
    const file = await render(
      studio,
      compositionOf({ duration, fps: 30, canvas: { width: 32, height: 32 } }, clips),
    );
    const white = (await decodeFrames(file.path)).map((frame) => frame.at(16, 16)[1] > 128);
    const flashes = white.flatMap((lit, n) => (lit && !white[n - 1] ? [n / 30] : []));
    const samples = await decodeSound(file.path);
    const clicks: number[] = [];
    for (let n = 0; n < samples.length / 2; n += 1)
      if (Math.abs(samples[n * 2] ?? 0) > 0.3 && n / 48_000 - (clicks.at(-1) ?? -1) > 0.1)
        clicks.push(n / 48_000);
    expect(flashes.length).to.be.at.least(duration / 1000 - 1);
    expect(clicks).to.have.length(flashes.length);
    for (const [index, flash] of flashes.entries())
      expect(Math.abs(flash - (clicks[index] ?? 0)), `mark ${index}`).to.be.at.most(1 / 30);
  });

  it('leave no files and processes behind when they are stopped', async () => {
    const stop = new AbortController();
    const workRoot = `${studio.folder}/stopped`;
    const result = await tryRender(studio, composition(60), {
      settings: { pieceSeconds: 1, workRoot },
      hooks: { signal: stop.signal, onProgress: (fraction) => fraction > 0.3 && stop.abort() },
    });
    expect(E.isLeft(result) && result.left.message).to.equal('the render was stopped');
    expect(await readdir(workRoot)).to.deep.equal([]);
    const { stdout } = await run('ps', ['-eo', 'args']);
    expect(stdout.split('\n').filter((line) => line.includes(workRoot))).to.deep.equal([]);
  });

  it('name the clip with the unusable source, without revealing paths', async () => {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${studio.folder}/noise.mp4`, Buffer.alloc(5000, 'noise'));
    await studio.make('still.png', ...lavfi('color=red:s=8x8'), '-frames:v', '1');
    const broken: readonly (readonly [object, string])[] = [
      [
        { type: 'video', source: 'noise.mp4' },
        'the file could not be read: it may be damaged or of a kind that is not supported',
      ],
      [{ type: 'audio', source: 'still.png' }, 'the source has no sound'],
      [{ type: 'image', source: 'moving.mp4' }, 'the source is not an image'],
      [{ type: 'image', source: 'nowhere.png' }, 'the file could not be read'],
    ];
    for (const [clip, message] of broken) {
      const fine = { type: 'image', source: 'still.png', timeFrame: always };
      const result = await tryRender(
        studio,
        compositionOf({ duration: 500, canvas: { width: 16, height: 16 } }, [
          fine,
          { ...clip, timeFrame: always },
        ]),
      );
      expect(E.isLeft(result) && result.left).to.deep.include({
        clip: 'clips[1]',
        message,
        retryable: false,
      });
    }
  });
});
