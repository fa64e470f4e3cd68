import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skiaSceneDrawer } from '../../../infrastructure/rendering/drawing/skia-drawer.js';
import { rightOf } from '../../support/right-of.js';
import { drawingOf, sceneDrawerContract } from './scene-drawer-contract.js';

sceneDrawerContract('Skia in sandboxed processes', skiaSceneDrawer);

describe('The processes of the scene drawer', function () {
  this.timeout(60_000);
  it('serve one render each, as many times as it draws, and end when it is closed', async () => {
    const root = await mkdtemp(join(tmpdir(), 'drawer-'));
    const processes = join(root, 'processes');
    const drawer = skiaSceneDrawer(processes, 0, { idleMs: 60_000 });
    const { signal } = new AbortController();
    for (const [name, expected] of [
      ['a', 1],
      ['a', 1],
      ['b', 2],
    ] as const) {
      const folder = await mkdtemp(join(root, 'render-'));
      const still = drawingOf('#ff0000', 1, join(folder, 'still'));
      rightOf(await drawer.drawStills([still], { folder: name, signal })());
      expect(await readdir(processes)).to.have.length(expected);
    }
    await drawer.close();
    expect(await readdir(processes)).to.deep.equal([]);
    await rm(root, { recursive: true });
  });
});
