import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import { rendererPreviews } from '../../../workers/render/run/previews/previews.js';
import { openStudio, settingsFor, type Studio, toolsFor } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { ALL, makeVideos, project } from './kept-videos.js';

const LONG = process.env['LONG_TESTS'] === '1';
const never = new AbortController().signal;

describe('Kept frames', function () {
  this.timeout(120_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
    await makeVideos(studio);
  });
  after(() => studio.dispose());

  const identity = async () => 'the programs';
  /** Where frames are kept: on disk, for all workers. */
  const newCache = (bytes = 2 ** 24) => {
    const folder = join(studio.folder, `frames-${randomUUID()}`);
    return { folder, keptFrames: { cache: contentCache(KeptFile, folder, bytes), identity } };
  };
  type Kept = Partial<ReturnType<typeof newCache>>;

  /** A frame drawn by a worker that has just started, and how many videos it decoded. */
  const drawn = async (composition = project('one'), { keptFrames }: Kept = {}, ms = 1300) => {
    let decoded = 0;
    const tools = toolsFor(studio);
    const { engine } = tools;
    const compose: typeof engine.compose = (command, options) => {
      decoded += command.inputs.filter(({ _tag }) => _tag === 'Source').length;
      return engine.compose(command, options);
    };
    // Probes are kept, as on a worker: frames are what this is about.
    const cache = contentCache(KeptFile, join(studio.folder, 'probes'), 2 ** 24);
    const needs = {
      ...tools,
      engine: { ...engine, compose },
      reusing: { cache, identity, isShared: false },
      ...(keptFrames ? { keptFrames } : {}),
    };
    const previews = rendererPreviews(needs, settingsFor(studio));
    const frame = rightOf(await previews.frame({ composition, ms, format: 'png' }, never)());
    await previews.settled();
    return { frame: Buffer.from(frame), decoded };
  };

  it('give the same file as frames that are decoded, for every kind of video', async () => {
    for (const ms of LONG ? [0, 1300] : [1300]) {
      const cache = newCache();
      const plain = await drawn(project('one'), {}, ms);
      const first = await drawn(project('one'), cache, ms);
      const second = await drawn(project('one'), cache, ms);
      expect([plain.decoded, first.decoded, second.decoded]).to.deep.equal([ALL.length, ALL.length, 0]);
      expect(first.frame.equals(plain.frame), `written at ${ms} ms`).to.equal(true);
      expect(second.frame.equals(plain.frame), `read at ${ms} ms`).to.equal(true);
    }
  });

  it('are read after a text, and how a video is placed, were changed', async () => {
    const cache = newCache();
    await drawn(project('one'), cache);
    const changed = project('two', ALL, 30);
    const edited = await drawn(changed, cache);
    expect(edited.decoded).to.equal(0);
    expect(edited.frame.equals((await drawn(changed)).frame)).to.equal(true);
  });

  it('are not read for another time, nor with other sources, one of which may have falsified them', async () => {
    const cache = newCache();
    const [plain, tagged] = [project('one', ['plain.mp4']), project('one', ['plain.mp4', 'tagged.mp4'])];
    await drawn(tagged, cache, 500);
    expect((await drawn(tagged, cache, 600)).decoded).to.equal(2);
    expect((await drawn(plain, cache, 500)).decoded).to.equal(1);
    expect((await drawn(tagged, cache, 500)).decoded).to.equal(0);
  });

  it('are decoded again when they are damaged', async () => {
    const cache = newCache();
    const composition = project('one', ['plain.mp4', 'tagged.mp4']);
    const { frame } = await drawn(composition, cache);
    const contents = join(cache.folder, 'content');
    for (const name of await readdir(contents)) await writeFile(join(contents, name), 'damaged');
    const again = await drawn(composition, cache);
    expect(again.decoded).to.equal(2);
    expect(again.frame.equals(frame)).to.equal(true);
    expect((await drawn(composition, cache)).decoded).to.equal(0);
  });

  it('take no more than the size of the cache', async () => {
    const oneFrame = 5000;
    const cache = newCache(2 * oneFrame);
    const composition = project('one', ['plain.mp4']);
    for (const ms of [0, 100, 200, 300, 400]) await drawn(composition, cache, ms);
    expect((await readdir(join(cache.folder, 'content'))).length).to.be.within(1, 3);
    expect((await drawn(composition, cache, 400)).decoded).to.equal(0);
  });
});
