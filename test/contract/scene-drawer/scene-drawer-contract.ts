import { expect } from 'chai';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as E from 'fp-ts/lib/Either.js';
import type { Scene } from '../../../workers/render/draw/scene.js';
import type { DrawingJob, SceneDrawer } from '../../../workers/render/ports/scene-drawer.js';
import { rightOf } from '../../support/right-of.js';

const RECT = { x: 0, y: 0, width: 4, height: 2 };

/** A scene that is filled with one colour. */
const filled = (background: string): Scene => ({
  canvas: { width: RECT.width, height: RECT.height },
  rate: { num: 10, den: 1 },
  duration: 1000,
  rect: RECT,
  background,
  nodes: [],
  pictures: [],
  feeds: [],
  levels: [],
  tables: {},
});

/** Frames whose pixels all have this colour, alpha multiplied in. */
const pixels = (frames: number, ...rgba: ReadonlyArray<number>): Buffer =>
  Buffer.concat(Array.from({ length: frames * RECT.width * RECT.height }, () => Buffer.from(rgba)));

/** What rendering expects of what draws scenes. */
export const sceneDrawerContract = (name: string, drawer: SceneDrawer): void => {
  describe(`scene drawer: ${name}`, function () {
    this.timeout(60_000);
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'drawer-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const { signal } = new AbortController();
    const job = (color: string, frames: number, output: string): DrawingJob => ({
      scene: filled(color),
      frames: { from: 0, to: frames },
      output: join(folder, output),
    });

    it('draws stills to files, one after the other, and leaves nothing else in their folder', async () => {
      rightOf(await drawer.drawStills([job('#ff0000', 1, 'a'), job('#0000ff', 2, 'b')], { signal })());
      expect((await readFile(join(folder, 'a'))).equals(pixels(1, 255, 0, 0, 255))).to.equal(true);
      expect((await readFile(join(folder, 'b'))).equals(pixels(2, 0, 0, 255, 255))).to.equal(true);
      expect((await readdir(folder)).toSorted()).to.deep.equal(['a', 'b']);
    });

    it('draws several scenes into pipes at once', async () => {
      const jobs = [job('#ff0000', 3, 'pipes/a'), job('#00000080', 3, 'pipes/b')];
      await drawer.makePipes(jobs.map(({ output }) => output));
      const read = jobs.map(({ output }) => buffer(createReadStream(output)));
      rightOf(await drawer.draw(jobs, { signal })());
      const [a, b] = await Promise.all(read);
      expect(a!.equals(pixels(3, 255, 0, 0, 255))).to.equal(true);
      expect(b!.equals(pixels(3, 0, 0, 0, 128))).to.equal(true);
    });

    it('does nothing without jobs', async () => {
      expect(await drawer.draw([], { signal })()).to.deep.equal(E.right(undefined));
      expect(await drawer.drawStills([], { signal })()).to.deep.equal(E.right(undefined));
    });

    it('stops when it is aborted, although nobody reads its pipe', async () => {
      const waiting = job('#ff0000', 1, 'pipes/unread');
      await drawer.makePipes([waiting.output]);
      const controller = new AbortController();
      const drawn = drawer.draw([waiting], { signal: controller.signal })();
      controller.abort();
      expect(await drawn).to.deep.equal(E.left({ _tag: 'Stopped' }));
    });
  });
};
