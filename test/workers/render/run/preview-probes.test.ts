import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { contentCache } from '../../../../infrastructure/storage/content-cache.js';
import { CacheEntry } from '../../../../workers/render/ports/piece-cache.js';
import { rendererPreviews } from '../../../../workers/render/run/previews/previews.js';
import { type AssetServer, startAssetServer } from '../../../support/servers/asset-server.js';
import { previewsHere, type TestPreviews } from '../../../support/renders/previews.js';
import { compositionOf } from '../../../support/renders/render.js';
import { rightOf } from '../../../support/right-of.js';

const SMALL = { duration: 1000, fps: 10, canvas: { width: 64, height: 64 } };
const never = new AbortController().signal;

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

describe('probes of previews', () => {
  let here: TestPreviews;
  let assets: AssetServer;
  before(async () => {
    here = await previewsHere();
    assets = await startAssetServer();
  });
  after(async () => {
    await here.close();
    await assets.close();
  });

  /** Draws frames of clips that show these sources, and returns how many files were probed for each. */
  const probesFor = async (...compositions: ReadonlyArray<ReadonlyArray<string>>): Promise<number[]> => {
    let probed = 0;
    const cache = contentCache(CacheEntry, join(here.settings.workRoot, `kept-${randomUUID()}`), 2 ** 24);
    const previews = rendererPreviews(
      {
        ...here.dependencies,
        probe: {
          ...here.dependencies.probe,
          probe: (path, options) => {
            probed += 1;
            return here.dependencies.probe.probe(path, options);
          },
        },
        sharedCache: { cache, identity: async () => 'the programs', isShared: false },
      },
      here.settings,
    );
    const counts: number[] = [];
    for (const [index, sources] of compositions.entries()) {
      const before = probed;
      const clips = sources.map((source) => ({
        type: 'image',
        source,
        timeFrame: { start: 0, end: 1000 },
        position: { x: index, y: 0 },
        size: { width: 32, height: 32 },
      }));
      rightOf(
        await previews.frame({ composition: compositionOf(SMALL, clips), ms: 0, format: 'png' }, never)(),
      );
      counts.push(probed - before);
    }
    return counts;
  };

  it('run once for previews with the same sources, also after an edit', async () => {
    const red = assets.serve('/red.png', await pictureOf('#ff0000'));
    const blue = assets.serve('/blue.png', await pictureOf('#0000ff'));
    expect(await probesFor([red, blue], [red, blue], [blue, red])).to.deep.equal([2, 0, 0]);
  });

  it('are not reused with other sources, since one source may have falsified the results of the others', async () => {
    const red = assets.serve('/red.png', await pictureOf('#ff0000'));
    const blue = assets.serve('/blue.png', await pictureOf('#0000ff'));
    expect(await probesFor([red, blue], [red])).to.deep.equal([2, 1]);
  });
});
