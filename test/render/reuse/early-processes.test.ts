import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { mediaTools } from '../../../infrastructure/rendering/ffmpeg/tools.js';
import type { MediaEncoder } from '../../../workers/render/ports/media-encoder.js';
import type { Rasterizer } from '../../../workers/render/ports/rasterizer.js';
import { compositionOf, openStudio, render, type Studio, tryRender } from '../../support/renders/render.js';
import { tools } from '../../support/renders/render-tools.js';

describe('Processes of ffmpeg that start before their render needs them', function () {
  this.timeout(60_000);
  let studio: Studio;
  let root: string;
  let waiting: ReturnType<typeof mediaTools>;
  beforeEach(async () => {
    studio = await openStudio();
    root = await mkdtemp(join(tmpdir(), 'early-processes-'));
    waiting = mediaTools(root, { pictures: 0, drawing: 0, engine: 0, copies: 1 });
  });
  afterEach(async () => {
    await waiting.close();
    await studio.dispose();
    await rm(root, { recursive: true });
  });

  const project = compositionOf({ duration: 1000, fps: 30, canvas: { width: 160, height: 90 } }, [
    {
      type: 'text',
      timeFrame: { start: 0, end: 1000 },
      size: { width: 160, height: 60 },
      textProperties: { content: 'Early', fontSize: 40, color: '#ffffff' },
    },
  ]);
  const work = () => readdir(join(studio.folder, 'work'));

  /** The real adapters, which note what begins. */
  const noted = (onPrepared: () => void = () => undefined) => {
    const begun: string[] = [];
    const encoder: MediaEncoder = {
      ...waiting.encoder,
      prepareCopy: (...of) => {
        begun.push('prepare to join');
        waiting.encoder.prepareCopy(...of);
        onPrepared();
      },
      copy: (...of) => {
        begun.push('join');
        return waiting.encoder.copy(...of);
      },
    };
    const rasterizer: Rasterizer = {
      ...tools.rasterizer,
      paint: (...of) => {
        begun.push('paint');
        return tools.rasterizer.paint(...of);
      },
    };
    return { begun, encoder, studio: { ...studio, tools: { ...tools, rasterizer } } };
  };

  it('join its pieces, and are started before they are painted', async () => {
    const { begun, encoder, studio } = noted();
    const file = await render(studio, project, { encoder });
    expect(begun.slice(0, 2)).to.deep.equal(['prepare to join', 'paint']);
    expect(begun.at(-1)).to.equal('join');
    expect(await readdir(root)).to.deep.equal([]);
    await file.dispose();
    expect(await work()).to.deep.equal([]);
  });

  it('outlast a render that is aborted, if the next one may use them, and nothing else of it does', async () => {
    const stop = new AbortController();
    const { encoder, studio } = noted(() => stop.abort());
    const aborted = await tryRender(studio, project, { encoder, hooks: { signal: stop.signal } });
    expect(E.isLeft(aborted)).to.equal(true);
    expect(await work()).to.deep.equal([]);
    const prepared = await readdir(root);
    expect(prepared).to.have.lengthOf(1);
    const file = await render(studio, project, { encoder: waiting.encoder });
    await file.dispose();
    expect(await readdir(root)).not.to.include.members(prepared);
    await waiting.close();
    expect(await readdir(root)).to.deep.equal([]);
  });
});
