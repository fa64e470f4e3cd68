import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Output } from '../../domain/composition/fields/output.js';
import { certificateSigner } from '../../infrastructure/credentials/certificate.js';
import { c2paCredentials } from '../../infrastructure/credentials/embed.js';
import { testCertificate } from '../../infrastructure/credentials/test-certificate.js';
import type { ContentCredentials } from '../../workers/render/ports/content-credentials.js';
import {
  APPROVED,
  approvedComposition,
  type NamedComposition,
  variedCompositions,
} from '../support/pictures/golden-compositions.js';
import { render, type RenderCall, studioForSuite } from '../support/renders/render.js';
import { sharedCacheIn } from '../support/renders/shared-cache.js';
import { LONG } from '../support/long-form.js';

/** Short pieces, so that short videos have several. */
const PIECE_SECONDS = 0.3;

/** What a render can write besides MP4 with H.264. */
const FORMATS: ReadonlyArray<Output> = [
  { format: 'mp4', codec: 'h265' },
  { format: 'mp4', codec: 'av1' },
  { format: 'webm' },
  { format: 'mov' },
  { format: 'gif' },
  { format: 'webp' },
  { format: 'png', at: 500 },
  { format: 'jpg', at: 500 },
  { format: 'pngSequence' },
  { format: 'mp3' },
  { format: 'wav' },
  { format: 'm4a' },
  { format: 'hls' },
] as ReadonlyArray<Output>;

describe('Rendering twice gives the same file', function () {
  this.timeout(LONG ? 1_800_000 : 120_000);
  const studio = studioForSuite();
  let credentials: ContentCredentials;
  let varied: ReadonlyArray<NamedComposition>;
  let caches = 0;
  before(async () => {
    varied = await variedCompositions(studio);
    const { certificates, privateKey } = await testCertificate(new Date());
    credentials = c2paCredentials(certificateSigner(certificates, privateKey));
  });

  const newCache = () => {
    const folder = join(studio.folder, `cache-${(caches += 1)}`);
    return { sharedCache: sharedCacheIn(folder), contents: join(folder, 'content') };
  };

  /** The hashes of all files of a render. With `parallelPieces`, so many encoders work at once. */
  const hashesOf = async (
    { composition }: NamedComposition,
    parallelPieces: number,
    call: RenderCall = {},
  ) => {
    const settings = { pieceSeconds: PIECE_SECONDS, parallelPieces };
    const made = await render(studio, composition, { settings, credentials, ...call });
    await made.cache();
    await made.dispose();
    const hashes = [made.output, ...made.files.map(({ file }) => file)].map(({ sha256 }) => sha256);
    return { hashes, reusedFrames: made.output.reusedFrames ?? 0 };
  };

  const isReproducible = async (one: NamedComposition, call: RenderCall = {}): Promise<void> => {
    const { hashes: first } = await hashesOf(one, 1, call);
    const { sharedCache, contents } = newCache();
    const parallel = await Promise.all([
      hashesOf(one, 4, { ...call, sharedCache }),
      ...(LONG ? [hashesOf(one, 2, call)] : []),
    ]);
    for (const { hashes } of parallel) expect(hashes, `${one.name}, in parallel`).to.deep.equal(first);
    const warm = await hashesOf(one, 2, { ...call, sharedCache });
    expect(warm.hashes, `${one.name}, from the cache`).to.deep.equal(first);
    for (const [index, name] of (await readdir(contents)).entries())
      if (index % 2 === 0) await rm(join(contents, name));
    const mixed = await hashesOf(one, 3, { ...call, sharedCache });
    expect(mixed.hashes, `${one.name}, partly from the cache`).to.deep.equal(first);
    if (call.outputs === undefined) expect(warm.reusedFrames, one.name).to.be.greaterThan(0);
  };

  it('with any number of encoders at once, and with a cold, a warm and a half empty cache', async () => {
    const compositions = LONG
      ? [...varied, ...(await Promise.all(APPROVED.map(approvedComposition)))]
      : varied.slice(0, 1);
    for (const one of compositions) await isReproducible(one);
  });

  if (LONG)
    it('in every format', async () => {
      for (const output of FORMATS) {
        const [{ composition } = varied[0]!] = varied;
        await isReproducible({ name: JSON.stringify(output), composition }, { outputs: [output] });
      }
    });
});
