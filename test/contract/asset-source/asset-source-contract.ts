import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { recordedFailure } from '../../../domain/render/failure-cause.js';
import type { AssetSource } from '../../../workers/render/ports/asset-source.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

/** An asset source, and a way to fill it. */
export interface AssetSourceUnderTest {
  readonly source: AssetSource;
  /** Makes content available under a name. @returns its URL */
  readonly offer: (name: string, content: Buffer) => Promise<string>;
  /** A URL of the source at which there is nothing. */
  readonly missing: string;
  readonly close: () => Promise<void>;
}

/** What a render expects of the source of its assets. */
export const assetSourceContract = (name: string, open: () => Promise<AssetSourceUnderTest>): void => {
  describe(`asset source: ${name}`, () => {
    let folder: string;
    const assets = forSuite(open, (opened) => opened.close());
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'render-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const fetch = (url: string) => {
      const { signal } = new AbortController();
      return assets.source.fetch(url, { folder, signal, budget: { remainingBytes: 2 ** 30 } })();
    };

    for (const [what, content] of Object.entries({
      'all bytes': randomBytes(300_000),
      'empty content': Buffer.alloc(0),
    }))
      it(`puts ${what} into one file in the folder of the render, and states size and hash`, async () => {
        const url = await assets.offer(what.replace(' ', '-'), content);
        const asset = rightOf(await fetch(url));
        expect(asset.url).to.equal(url);
        expect((await readFile(asset.path)).equals(content)).to.equal(true);
        expect(asset.bytes).to.equal(content.length);
        expect(asset.sha256).to.equal(createHash('sha256').update(content).digest('hex'));
        expect(dirname(asset.path)).to.equal(folder);
        expect(await readdir(folder)).to.have.length(1);
      });

    it('does not derive file names from the URL', async () => {
      const url = await assets.offer('passwd;rm -rf.mp4', Buffer.from('content'));
      const { path } = rightOf(await fetch(url));
      expect(path.slice(folder.length)).to.match(/^\/source-[0-9a-f]{32}$/);
    });

    it('gives two sources two files', async () => {
      const urls = [await assets.offer('one', Buffer.from('1')), await assets.offer('two', Buffer.from('2'))];
      const fetched = await Promise.all(urls.map(fetch));
      const contents = await Promise.all(fetched.map((result) => readFile(rightOf(result).path, 'utf8')));
      expect(contents).to.deep.equal(['1', '2']);
    });

    it('fails for good if there is nothing, without naming the path, and leaves no file', async () => {
      const result = await fetch(assets.missing);
      expect(E.isLeft(result)).to.equal(true);
      if (E.isLeft(result)) {
        expect(recordedFailure(result.left)).to.include({ stage: 'download', retryable: false });
        expect(JSON.stringify(result.left)).to.not.include(new URL(assets.missing).pathname.slice(1));
      }
      expect(await readdir(folder)).to.deep.equal([]);
    });
  });
};
