import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Composition } from '../../../domain/composition/composition.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import { rendererPreviews } from '../../../workers/render/run/previews/previews.js';
import {
  compositionOf,
  openStudio,
  settingsFor,
  type Studio,
  toolsFor,
} from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';

const LONG = process.env['LONG_TESTS'] === '1';
const never = new AbortController().signal;
const SECONDS = 6;

/** Videos that can be cut to what leads to a frame: name, offset in ms, and options. */
const VIDEOS: ReadonlyArray<readonly [name: string, offset: number, ...options: string[]]> = [
  ['plain.mp4', 0],
  ['offset.mp4', 517],
  ['film.mp4', 0, '-r', '24000/1001'],
  ['irregular.mp4', 250, '-vf', "select='mod(n,3)'", '-vsync', 'vfr'],
  ['many-b-frames.mov', 0, '-movflags', '+faststart', '-bf', '8', '-x264-params', 'b-adapt=0'],
  ['no-b-frames.mp4', 0, '-bf', '0'],
  ['slices.mp4', 0, '-x264-params', 'slices=4'],
  ['full-range.mp4', 0, '-vf', 'scale=out_range=pc', '-color_range', 'pc'],
  ['coarse.mp4', 0, '-video_track_timescale', '600'],
];

/** In the short form, those whose times or references are the least regular. */
const TRIED = LONG
  ? VIDEOS
  : VIDEOS.filter(([name]) =>
      ['offset.mp4', 'irregular.mp4', 'many-b-frames.mov', 'coarse.mp4'].includes(name),
    );

describe('Frames on demand of an MP4', function () {
  this.timeout(240_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

  const source = (name: string, ...options: ReadonlyArray<string>): Promise<string> =>
    studio.make(
      name,
      ...`-f lavfi -i testsrc2=s=128x72:r=30:d=${SECONDS},noise=alls=20:allf=t -f lavfi -i sine=d=${SECONDS}`.split(
        ' ',
      ),
      ...'-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 90 -sc_threshold 0 -c:a aac'.split(' '),
      ...options,
    );

  type Clips = ReadonlyArray<readonly [path: string, offset: number]>;
  /** Videos above one another, of which each covers a part of the one below. */
  const project = (clips: Clips, fps: number) =>
    compositionOf(
      { duration: SECONDS * 1000, fps, canvas: { width: 320, height: 180 } },
      clips.map(([path, offset], index) => ({
        type: 'video',
        source: path,
        timeFrame: { start: 0, end: SECONDS * 1000, offset },
        position: { x: (index % 4) * 60, y: Math.floor(index / 4) * 40, z: index },
        size: { width: 128, height: 72 },
      })),
    );

  /** A worker that has drawn nothing yet, and how often it opened a source. */
  const worker = (aheadBytes: number) => {
    const counts = { opened: 0 };
    const tools = toolsFor(studio);
    const { engine } = tools;
    const compose: typeof engine.compose = (command, options) => {
      const opens = command.inputs.some(({ _tag }) => _tag === 'Source');
      if (opens) counts.opened += 1;
      return engine.compose(command, options);
    };
    const kept = (name: string) => ({
      cache: contentCache(KeptFile, join(studio.folder, name), 2 ** 24),
      identity: async () => 'the programs',
    });
    const keptFrames = { ...kept(`frames-${randomUUID()}`), aheadBytes };
    const reusing = { ...kept('probes'), isShared: false };
    const previews = rendererPreviews(
      { ...tools, engine: { ...engine, compose }, reusing, keptFrames },
      settingsFor(studio),
    );
    const draw = async (composition: Composition, ms: number): Promise<Buffer> =>
      Buffer.from(rightOf(await previews.frame({ composition, ms, format: 'png' }, never)()));
    return { counts, draw, close: previews.close };
  };

  /**
   * Draws frames with a worker that reads what leads to a frame only, and with one that reads the source.
   * @returns how often the first one opened a source
   */
  const compare = async (clips: Clips, fps: number, times: ReadonlyArray<number>): Promise<number> => {
    const composition = project(clips, fps);
    // No other frames are kept.
    const [short, whole] = [worker(1), worker(0)];
    // Nothing is cut for a single frame.
    await short.draw(composition, 3500);
    short.counts.opened = 0;
    for (const ms of times) {
      const [one, other] = [await short.draw(composition, ms), await whole.draw(composition, ms)];
      expect(one.equals(other), `${ms} ms at ${fps} frames per second`).to.equal(true);
    }
    await Promise.all([short.close(), whole.close()]);
    return short.counts.opened;
  };

  it('are the same when only what leads to them is read', async () => {
    const clips: (readonly [string, number])[] = [];
    for (const [name, offset, ...options] of TRIED) clips.push([await source(name, ...options), offset]);
    expect(await compare(clips, 30, LONG ? [0, 1234, 2967, 5999] : [1234, 5999])).to.equal(0);
    expect(await compare(clips, 24, LONG ? [3000, 4700] : [4700])).to.equal(0);
  });

  it('are decoded from the source where it is damaged or of another form', async () => {
    const damaged = await readFile(await source('sound.mp4'));
    damaged.fill(0x55, Math.floor(damaged.length / 2), Math.floor(damaged.length / 2) + 600);
    const path = join(studio.folder, 'damaged.mp4');
    await writeFile(path, damaged);
    // What ffmpeg makes of damage differs from one run to the next.
    const { draw, counts, close } = worker(1);
    await draw(project([[path, 0]], 30), 0);
    counts.opened = 0;
    await draw(project([[path, 0]], 30), 3100);
    expect(counts.opened).to.be.at.least(1);
    await close();
    const others = {
      'fragments.mp4': ['-movflags', 'frag_keyframe+empty_moov'],
      'open-groups.mp4': ['-g', '45', '-x264-params', 'open-gop=1'],
      ...(LONG ? { 'baseline.mp4': ['-profile:v', 'baseline'], 'other-container.mkv': [] } : {}),
    };
    for (const [name, options] of Object.entries(others))
      expect(await compare([[await source(name, ...options), 0]], 30, [2500]), name).to.equal(1);
  });
});
