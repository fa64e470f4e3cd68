import { expect } from 'chai';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as E from 'fp-ts/lib/Either.js';
import type { Scene, SceneNode } from '../../../workers/render/draw/scene.js';
import { recordedFailure } from '../../../domain/render/failure-cause.js';
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

/** Some frames of a scene that is filled with one colour. */
export const drawingOf = (color: string, frames: number, output: string): DrawingJob => ({
  scene: filled(color),
  frames: { from: 0, to: frames },
  output,
});

/** A rectangle with a filter, whose pixels are read from a surface of its own. */
const rectangle = (width: number, height: number): SceneNode => ({
  clip: {
    id: 'rectangle',
    type: 'shape',
    volume: 1,
    timeFrame: { start: 0, end: 1000 },
    position: { x: 0, y: 0, z: 0 },
    size: { width, height },
    transform: { scale: { x: 1, y: 1 } },
    effects: { opacity: 1, filters: [{ type: 'sharpen', amount: 1 }] },
    shapeProperties: { shape: 'rectangle', fill: '#00FF00' },
  },
  span: { from: 0, to: 10 },
  content: { _tag: 'Drawn' },
  mask: undefined,
  pushedBy: [],
});

/** Frames whose pixels all have this colour, alpha multiplied in. */
const pixels = (frames: number, ...rgba: ReadonlyArray<number>): Buffer =>
  Buffer.concat(Array.from({ length: frames * RECT.width * RECT.height }, () => Buffer.from(rgba)));

interface Closeable {
  readonly close: () => Promise<void>;
}

/** What rendering expects of what draws scenes. */
export const sceneDrawerContract = (name: string, open: (root: string) => SceneDrawer & Closeable): void => {
  describe(`scene drawer: ${name}`, function () {
    this.timeout(60_000);
    let root: string;
    let folder: string;
    let drawer: SceneDrawer & Closeable;
    before(async () => {
      root = await mkdtemp(join(tmpdir(), 'drawer-'));
      drawer = open(join(root, 'processes'));
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(root, 'render-'));
    });
    after(async () => {
      await drawer.close();
      await rm(root, { recursive: true });
    });

    const { signal } = new AbortController();
    const job = (color: string, frames: number, output: string): DrawingJob =>
      drawingOf(color, frames, join(folder, output));

    it('draws stills to files, one after the other, and leaves nothing else in their folder', async () => {
      rightOf(
        await drawer.drawStills([job('#ff0000', 1, 'a'), job('#0000ff', 2, 'b')], { folder, signal })(),
      );
      expect((await readFile(join(folder, 'a'))).equals(pixels(1, 255, 0, 0, 255))).to.equal(true);
      expect((await readFile(join(folder, 'b'))).equals(pixels(2, 0, 0, 255, 255))).to.equal(true);
      expect((await readdir(folder)).toSorted()).to.deep.equal(['a', 'b']);
    });

    it('draws several scenes into pipes at once', async () => {
      const jobs = [job('#ff0000', 3, 'pipes/a'), job('#00000080', 3, 'pipes/b')];
      await drawer.makePipes(jobs.map(({ output }) => output));
      const read = jobs.map(({ output }) => buffer(createReadStream(output)));
      rightOf(await drawer.draw(jobs, { folder, signal })());
      const [a, b] = await Promise.all(read);
      expect(a!.equals(pixels(3, 255, 0, 0, 255))).to.equal(true);
      expect(b!.equals(pixels(3, 0, 0, 0, 128))).to.equal(true);
    });

    it('draws opaque scenes into pipes in planar YUV of BT.709', async () => {
      const rect = { x: 0, y: 0, width: 8, height: 12 };
      const red = job('#ff0000', 3, 'pipes/planar');
      const scene = { ...red.scene, canvas: { width: 8, height: 12 }, rect };
      await drawer.makePipes([red.output]);
      const read = buffer(createReadStream(red.output));
      rightOf(await drawer.draw([{ ...red, scene, isPlanar: true }], { folder, signal })());
      const frame = Buffer.concat([Buffer.alloc(96, 63), Buffer.alloc(24, 102), Buffer.alloc(24, 240)]);
      expect((await read).equals(Buffer.concat([frame, frame, frame]))).to.equal(true);
    });

    it('draws stills and pipes of one render in turn', async () => {
      for (const [index, color] of ['#ff0000', '#00ff00'].entries()) {
        rightOf(await drawer.drawStills([job(color, 1, `still-${index}`)], { folder, signal })());
        const drawn = job(color, 2, `pipes-${index}/frames`);
        await drawer.makePipes([drawn.output]);
        const read = buffer(createReadStream(drawn.output));
        rightOf(await drawer.draw([drawn], { folder, signal })());
        const still = await readFile(join(folder, `still-${index}`));
        expect((await read).equals(Buffer.concat([still, still]))).to.equal(true);
      }
    });

    it('does nothing without jobs', async () => {
      expect(await drawer.draw([], { folder, signal })()).to.deep.equal(E.right(undefined));
      expect(await drawer.drawStills([], { folder, signal })()).to.deep.equal(E.right(undefined));
    });

    it('names the clip whose drawing ended the process', async () => {
      const { scene, ...rest } = job('#ff0000', 3, 'broken');
      // No memory holds the pixels that the second clip needs; validated projects have limits.
      const nodes = [rectangle(4, 2), rectangle(4e6, 4e6)];
      const order = { folder, signal, clipOf: (at: number, node: number) => `${at}: clips[${node}]` };
      const broken = await drawer.drawStills(
        [job('#ff0000', 1, 'whole'), { ...rest, scene: { ...scene, nodes } }],
        order,
      )();
      expect(E.isLeft(broken) && recordedFailure(broken.left)).to.deep.equal({
        stage: 'compose',
        message: 'the picture could not be drawn',
        retryable: false,
        clip: '1: clips[1]',
      });
      const later = {
        ...rest,
        scene: { ...scene, nodes: nodes.map((node) => ({ ...node, span: { from: 9, to: 10 } })) },
      };
      rightOf(await drawer.drawStills([later], order)());
    });

    it('fails, even if nobody reads its pipes', async () => {
      const waiting = job('#ff0000', 1, 'pipes/not-read');
      const { scene, ...rest } = job('#ff0000', 1, 'pipes/broken');
      await drawer.makePipes([waiting.output, rest.output]);
      // While it is read, the process opens the pipe of the other scene.
      const picture = { ...RECT, path: join(folder, 'picture') };
      await writeFile(picture.path, pixels(1, 255, 0, 0, 255));
      const broken = { ...rest, scene: { ...scene, pictures: [picture], nodes: [rectangle(4e6, 4e6)] } };
      expect(E.isLeft(await drawer.draw([waiting, broken], { folder, signal })())).to.equal(true);
    });

    it('stops when it is aborted, even if nobody reads its pipe', async () => {
      const waiting = job('#ff0000', 1, 'pipes/unread');
      await drawer.makePipes([waiting.output]);
      const controller = new AbortController();
      const drawn = drawer.draw([waiting], { folder, signal: controller.signal })();
      controller.abort();
      expect(await drawn).to.deep.equal(E.left({ _tag: 'Stopped' }));
    });
  });
};
