import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import type { RenderHooks, Renderer, RenderTask } from '../../../workers/render/ports/renderer.js';
import { decodeFrames } from '../../support/pictures/decoded-media.js';
import { compositionOf, type Studio, studioForSuite } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { sha256OfFile } from '../../../workers/files/file-hash.js';

const METADATA = { duration: 500, fps: 10, canvas: { width: 64, height: 36 }, backgroundColor: '#FF0000' };

/**
 * What the render loop expects of a renderer.
 * @param open a renderer that works in the folder `work` of the studio, and finds sources by their path in it
 */
export const rendererContract = (name: string, open: (studio: Studio) => Renderer): void => {
  describe(`renderer: ${name}`, () => {
    const studio = studioForSuite({ sandboxed: true });
    let renderer: Renderer;
    before(async () => {
      renderer = open(studio);
    });
    afterEach(() => rm(workFolder(), { recursive: true, force: true }));

    const workFolder = () => join(studio.folder, 'work');
    /** The folders that renders have left. */
    const left = async (): Promise<ReadonlyArray<string>> =>
      existsSync(workFolder()) ? readdir(workFolder()) : [];
    const task = (clips: ReadonlyArray<object> = []): RenderTask => ({
      renderId: '00000000-0000-7000-8000-000000000000' as RenderId,
      ownerId: 'alice' as OwnerId,
      composition: compositionOf(METADATA, clips),
      stem: 'stem',
    });
    const missing = { type: 'image', source: 'missing.png', timeFrame: { start: 0, end: 500 } };
    const hooks = (more: Partial<RenderHooks> = {}): RenderHooks => ({
      onProgress: () => undefined,
      onCaptioned: async () => undefined,
      inSlot: (work) => work(),
      signal: new AbortController().signal,
      ...more,
    });

    it('writes the file that it describes, and removes it when it is disposed of', async () => {
      const { path, output, files, dispose } = rightOf(await renderer.render(task(), hooks())());
      expect(output).to.include({ key: 'stem.mp4', width: 64, height: 36, frames: 5, durationMs: 500 });
      expect(output.sha256).to.equal(await sha256OfFile(path));
      expect(output.bytes).to.equal((await readFile(path)).length);
      expect(files).to.deep.equal([]);
      const frames = await decodeFrames(path);
      expect(frames).to.have.length(5);
      expect(frames[4]?.at(32, 18)[0]).to.be.greaterThan(240);
      await dispose();
      expect(existsSync(path)).to.equal(false);
      expect(await left()).to.deep.equal([]);
    });

    it('writes further outputs', async () => {
      const outputs = [{ format: 'mp4' }, { format: 'png', at: 0 }] as const;
      const { files, dispose } = rightOf(await renderer.render({ ...task(), outputs }, hooks())());
      expect(files).to.have.length(1);
      for (const { path, file } of files) expect(file.sha256).to.equal(await sha256OfFile(path));
      await dispose();
    });

    it('reports progress that only increases, and works within a slot', async () => {
      const fractions: number[] = [];
      let slots = 0;
      const inSlot: RenderHooks['inSlot'] = (work) => {
        slots += 1;
        return work();
      };
      const onProgress = (fraction: number): void => void fractions.push(fraction);
      const { dispose } = rightOf(await renderer.render(task(), hooks({ inSlot, onProgress }))());
      await dispose();
      expect(slots).to.equal(1);
      expect(fractions).to.deep.equal(fractions.toSorted((a, b) => a - b)).and.not.be.empty;
      for (const fraction of fractions) expect(fraction).to.be.within(0, 1);
    });

    it('names the clip whose source can’t be fetched, without a slot, and leaves no files', async () => {
      const inSlot = () => Promise.reject(new Error('fetching needs no slot'));
      const failed = await renderer.render(task([missing]), hooks({ inSlot }))();
      expect(E.isLeft(failed) && failed.left).to.include({ clip: 'clips[0]' });
      expect(await left()).to.deep.equal([]);
    });

    it('stops when it is aborted, and leaves no files', async () => {
      const aborting = new AbortController();
      const inSlot: RenderHooks['inSlot'] = (work) => {
        aborting.abort();
        return work();
      };
      const stopped = await renderer.render(task(), hooks({ inSlot, signal: aborting.signal }))();
      expect(stopped).to.deep.equal(E.left({ _tag: 'Stopped' }));
      expect(await left()).to.deep.equal([]);
    });
  });
};
