import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { isMovie } from '../../../workers/render/compose/inputs.js';
import type { ComposeRequest, MediaEngine } from '../../../workers/render/ports/media-engine.js';
import type { MediaCommand, MediaEncoder, RunOptions } from '../../../workers/render/ports/media-encoder.js';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import { rendererPreviews } from '../../../workers/render/run/previews/previews.js';
import { openStudio, settingsFor, type Studio, toolsFor } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { ALL, makeVideos, project } from './kept-videos.js';

/** In the short form some of those kinds that are decoded in different ways. */
const LONG = process.env['LONG_TESTS'] === '1';
const KINDS = LONG ? ALL : ['plain.mp4', 'odd.webm', 'irregular.mp4', 'alpha.mov', 'rotated.mp4'];
const never = new AbortController().signal;
const identity = async () => 'the programs';

/** The first and the last frame that are decoded with that at 500 ms, of 10 a second. */
const [FIRST, LAST] = [1, 16];

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

describe('Frames near one that was shown', function () {
  this.timeout(180_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
    await makeVideos(studio, KINDS);
  });
  after(() => studio.dispose());

  interface Options {
    readonly aheadBytes?: number;
    readonly aheadGraceMs?: number;
    /** What each run in the background waits for. */
    readonly gate?: (options: RunOptions) => Promise<unknown>;
  }

  /** A worker, and what it has decoded. */
  const worker = ({ aheadBytes = 2 ** 24, aheadGraceMs = 600_000, gate }: Options = {}) => {
    const counts = { shown: 0, ahead: 0 };
    /** Previews that decoded what leads to a frame. */
    let led = 0;
    const tools = toolsFor(studio);
    const { encoder, engine } = tools;
    const sources = ({ inputs }: Pick<MediaCommand | ComposeRequest, 'inputs'>): number =>
      inputs.filter(({ _tag }) => _tag === 'Source').length;
    const run: MediaEncoder['run'] = (command, options) => async () => {
      counts.ahead += sources(command);
      await gate?.(options);
      // With low priority, other tests would keep it from ending in time.
      return encoder.run(command, { ...options, inBackground: false })();
    };
    const compose: MediaEngine['compose'] = (request, options) => {
      counts.shown += sources(request);
      if (request.inputs.some(isMovie)) led += 1;
      return engine.compose(request, options);
    };
    const folder = join(studio.folder, `frames-${randomUUID()}`);
    const workRoot = join(studio.folder, `work-${randomUUID()}`);
    const probes = contentCache(KeptFile, join(studio.folder, 'probes'), 2 ** 24);
    const previews = rendererPreviews(
      {
        ...tools,
        encoder: { ...encoder, run },
        engine: { ...engine, compose },
        reusing: { cache: probes, identity, isShared: false },
        keptFrames: { cache: contentCache(KeptFile, folder, 2 ** 26), identity, aheadBytes, aheadGraceMs },
      },
      { ...settingsFor(studio), workRoot },
    );
    const draw = async (ms: number, composition = project('one', KINDS)): Promise<Buffer> =>
      Buffer.from(rightOf(await previews.frame({ composition, ms, format: 'png' }, never)()));
    return { counts, led: () => led, folder, workRoot, ...previews, draw };
  };

  it('are decoded with it, and are the same as those that are decoded alone, for every kind of video', async () => {
    const [near, alone] = [worker(), worker({ aheadBytes: 0 })];
    await near.draw(0);
    await near.settled();
    expect(near.counts, 'a single frame').to.deep.equal({ shown: KINDS.length, ahead: 0 });
    await near.draw(500);
    await near.settled();
    const decoded = { shown: 2 * KINDS.length, ahead: KINDS.length };
    expect(near.counts).to.deep.equal(decoded);
    for (let n = FIRST; n <= LAST; n += LONG ? 1 : 3) {
      const kept = await near.draw(n * 100);
      expect(near.counts.shown, `frame ${n}`).to.equal(decoded.shown);
      // One run decodes them in their order, so that every third one shows whether all are in their places.
      if ((n - FIRST) % 3 === 0) expect(kept.equals(await alone.draw(n * 100)), `frame ${n}`).to.equal(true);
    }
    expect(alone.counts.ahead).to.equal(0);
    await Promise.all([near.close(), alone.close()]);
  });

  it('are kept by the preview that decodes one, whether those near it are decoded or not', async () => {
    const gate = ({ signal }: RunOptions) => aborted(signal);
    const { draw, led, close } = worker({ gate });
    const alone = worker({ aheadBytes: 0 });
    const sources = ['plain.mp4', 'irregular.mp4'];
    await draw(1900, project('one', sources));
    await draw(700, project('one', sources));
    expect(led()).to.equal(1);
    // Each keeps the frame of one video, and reads those that the former kept.
    await draw(700, project('two', sources));
    expect(led()).to.equal(2);
    const third = await draw(700, project('three', sources));
    expect(led()).to.equal(2);
    expect(third.equals(await alone.draw(700, project('three', sources)))).to.equal(true);
    await Promise.all([close(), alone.close()]);
  });

  it('are not decoded again while somebody steps through them', async () => {
    const { draw, counts, settled, close } = worker();
    const composition = project('one', ['plain.mp4']);
    for (const ms of [1900, 500, 600, 700]) {
      await draw(ms, composition);
      await settled();
    }
    expect(counts).to.deep.equal({ shown: 1, ahead: 1 });
    await draw(1500, composition);
    await settled();
    expect(counts, 'those after them').to.deep.equal({ shown: 1, ahead: 2 });
    await close();
  });

  it('take no more than allowed', async () => {
    const frameBytes = 64 * 36 * 1.5;
    const { draw, folder, settled, close } = worker({ aheadBytes: 4 * frameBytes });
    await draw(1900, project('one', ['plain.mp4']));
    await draw(500, project('one', ['plain.mp4']));
    await settled();
    // Frames with the same content share a file.
    expect(await readdir(join(folder, 'names'))).to.have.lengthOf(1 + 4);
    await close();
  });

  it('are decoded to the end while somebody scrubs, and then those near the last frame', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const begun: AbortSignal[] = [];
    const gate = async ({ signal }: RunOptions) => {
      begun.push(signal);
      if (begun.length === 1) await released;
    };
    const { draw, led, settled, close } = worker({ gate });
    const composition = project('one', ['plain.mp4']);
    await draw(1900, composition);
    await draw(0, composition);
    while (begun.length === 0) await new Promise(setImmediate);
    await draw(1300, composition);
    await draw(1800, composition);
    expect(begun.map(({ aborted }) => aborted)).to.deep.equal([false]);
    release();
    await settled();
    expect(begun).to.have.lengthOf(2);
    const before = led();
    for (const ms of [100, 400, 1600, 1700]) await draw(ms, composition);
    expect(led()).to.equal(before);
    await close();
  });

  it('are given up for a preview that needs others, and leave nothing behind', async () => {
    const stopped: AbortSignal[] = [];
    let isHeld = true;
    const gate = async ({ signal }: RunOptions) => {
      stopped.push(signal);
      if (isHeld) await aborted(signal);
    };
    const { draw, workRoot, settled, close } = worker({ gate, aheadGraceMs: 0 });
    const composition = project('one', ['plain.mp4']);
    await draw(1900, composition);
    await draw(0, composition);
    while (stopped.length === 0) await new Promise(setImmediate);
    isHeld = false;
    await draw(1800, composition);
    expect(stopped[0]?.aborted).to.equal(true);
    await settled();
    expect(stopped).to.have.lengthOf(2);
    expect(await readdir(workRoot)).to.deep.equal([]);
    await close();
  });

  it('are given up when the worker ends', async () => {
    const gate = ({ signal }: RunOptions) => aborted(signal);
    const { draw, workRoot, close } = worker({ gate });
    await draw(1900, project('one', ['plain.mp4']));
    await draw(500, project('one', ['plain.mp4']));
    await close();
    expect(await readdir(workRoot)).to.deep.equal([]);
  });
});
