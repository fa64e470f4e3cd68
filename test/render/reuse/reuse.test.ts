import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Composition } from '../../../domain/composition/composition.js';
import { compositionOf, render, type RenderCall, studioForSuite } from '../../support/renders/render.js';
import { sharedCacheIn } from '../../support/renders/shared-cache.js';
import { itIfLong, LONG } from '../../support/long-form.js';
import { flatPicture } from '../../support/pictures/flat-colours.js';
import { lavfi } from '../../support/renders/lavfi.js';

const canvas = { width: 64, height: 36 };
/** Bytes that hold one render of the project, and not two. */
const LITTLE = 60_000;
/** Short pieces, so that short videos have several. */
const settings = { pieceSeconds: 0.5 };

describe('Reusing earlier renders', function () {
  this.timeout(LONG ? 1_800_000 : 120_000);
  const studio = studioForSuite();
  let caches = 0;
  before(async () => {
    const sources = [...lavfi('testsrc2=s=64x36:r=10'), ...lavfi('sine=330')];
    await studio.make('moving.mp4', ...sources, '-t', '2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
    await flatPicture(studio, 'dot.png', '#FF0000');
  });

  const newCache = (bytes?: number) => {
    const folder = join(studio.folder, `cache-${(caches += 1)}`);
    return { folder, ...sharedCacheIn(folder, bytes) };
  };

  /** What a render records of its file, and its bytes. */
  const made = async (composition: Composition, call: RenderCall = {}) => {
    const file = await render(studio, composition, { settings, ...call });
    const bytes = await readFile(file.path);
    await file.cache();
    await file.dispose();
    const { output, provenance, fingerprint } = file;
    return { ...output, file: bytes, provenance, fingerprint };
  };

  const project = (text: string, source = 'moving.mp4') =>
    compositionOf({ duration: 2000, fps: 10, canvas }, [
      { type: 'video', source, timeFrame: { start: 0, end: 2000 }, size: canvas },
      {
        type: 'text',
        timeFrame: { start: 1000, end: 1500 },
        size: { width: 60, height: 20 },
        textProperties: { content: text, fontSize: 12 },
      },
    ]);
  /** A cache that keeps a render of the project, and what it made. */
  const rendered = async () => {
    const sharedCache = newCache();
    return { sharedCache, whole: await made(project('one'), { sharedCache }) };
  };
  let firstRendered: ReturnType<typeof rendered> | undefined;
  /** A copy of such a cache. */
  const warmCache = async () => {
    const first = await (firstRendered ??= rendered());
    const sharedCache = newCache();
    await cp(first.sharedCache.folder, sharedCache.folder, { recursive: true });
    return { ...first, sharedCache };
  };
  const withIds = (composition: Composition, ids: ReadonlyArray<string>): Composition => ({
    ...composition,
    clips: composition.clips.map((clip, index) => ({ ...clip, id: ids[index] ?? clip.id })),
  });

  it('returns the output of an unchanged composition without rendering, with its own clip ids', async () => {
    const automatic = compositionOf({ duration: 'auto', fps: 10, canvas }, [
      { type: 'video', source: 'moving.mp4', timeFrame: { start: 0, end: 'source' }, size: canvas },
    ]);
    const sharedCache = newCache();
    const first = await made(automatic, { sharedCache });
    const second = await made(withIds(automatic, ['another']), { sharedCache });
    expect(first).not.to.have.any.keys('reusedFrames', 'reusedFrom');
    expect(second).to.include({ reusedFrames: 20, sha256: first.sha256 });
    expect(second.reusedFrom).to.match(/^0{8}-/);
    expect(second.file.equals(first.file)).to.equal(true);
    expect(second.resolved?.clips.map(({ id }) => id)).to.deep.equal(['another']);
    expect(second.provenance.sources).to.deep.equal(first.provenance.sources);
  });

  it('makes every sound a separate file, as the storage demands, even if it is kept', async () => {
    const sharedCache = newCache();
    const outputs = [{ format: 'mp3' }, { format: 'mp3' }] as const;
    for (const some of [outputs.slice(0, 1), outputs.slice(0, 1), outputs]) {
      const file = await render(studio, project('heard'), { outputs: some, sharedCache });
      for (const path of [file.path, ...file.files.map(({ path }) => path)])
        expect((await stat(path)).nlink).to.equal(1);
      await file.dispose();
    }
  });

  it('renders what a changed text, source or setting can influence', async () => {
    const { sharedCache } = await warmCache();
    const changed = await made(project('two'), { sharedCache });
    expect(changed.reusedFrames).to.be.within(10, 15);
    expect(changed).not.to.have.property('reusedFrom');
    const uncached = await made(project('two'));
    expect(changed.file.equals(uncached.file)).to.equal(true);
    expect(changed.fingerprint).to.deep.equal(uncached.fingerprint);
    expect(changed.fingerprint?.hashes).to.have.length.above(2);
    expect(changed.provenance.fonts).to.deep.equal(uncached.provenance.fonts);
    const coarser = await made(project('two'), { sharedCache, settings: { ...settings, crf: 30 } });
    expect(coarser).not.to.have.any.keys('reusedFrames', 'reusedFrom');
    await studio.make('other.mp4', '-i', join(studio.folder, 'moving.mp4'), '-vf', 'negate');
    const other = project('two', 'other.mp4');
    expect(await made(other, { sharedCache })).not.to.have.any.keys('reusedFrames', 'reusedFrom');
  });

  itIfLong('keeps the pieces of a retimed video when a clip is inserted before it', async () => {
    const timeFrame = { start: 0, end: 2000, speed: 0.5 };
    const slow = { type: 'video', source: 'moving.mp4', timeFrame, size: { width: 32, height: 18 } };
    const dot = {
      type: 'image',
      source: 'dot.png',
      timeFrame: { start: 0, end: 500 },
      position: { x: 40, y: 24 },
    };
    const sharedCache = newCache();
    await made(compositionOf({ duration: 2000, fps: 10, canvas }, [slow]), { sharedCache });
    const inserted = compositionOf({ duration: 2000, fps: 10, canvas }, [dot, slow]);
    const changed = await made(inserted, { sharedCache });
    expect(changed.reusedFrames).to.be.within(10, 15);
    expect(changed.file.equals((await made(inserted)).file)).to.equal(true);
  });

  it('probes and paints only what is visible in the pieces that are rendered again', async () => {
    const text = (content: string, start: number) => ({
      type: 'text',
      timeFrame: { start, end: start + 500 },
      size: { width: 60, height: 20 },
      textProperties: { content, fontSize: 12 },
    });
    const moving = { type: 'video', source: 'moving.mp4', timeFrame: { start: 0, end: 2000 }, size: canvas };
    const dot = { type: 'image', source: 'dot.png', timeFrame: { start: 1500, end: 2000 }, size: canvas };
    const of = (last: string) =>
      compositionOf({ duration: 2000, fps: 10, canvas }, [moving, dot, text('same', 0), text(last, 1000)]);
    const sharedCache = newCache();
    await made(of('one'), { sharedCache });
    const worked: string[] = [];
    const onClip = (clip: string, isBegun: boolean): void => void (isBegun && worked.push(clip));
    await made(of('two'), { sharedCache, hooks: { onClip } });
    // The sources are fetched, the changed text is painted, and its piece is composed.
    expect(worked.toSorted()).to.deep.equal(['clips[0]', 'clips[0]', 'clips[1]', 'clips[3]']);
  });

  it('shares pieces between owners only if the operator allows it', async () => {
    const { sharedCache } = await warmCache();
    const foreign = { sharedCache, ownerId: '00000000-0000-7000-8000-000000000002' };
    expect(await made(project('one'), foreign)).not.to.have.any.keys('reusedFrames', 'reusedFrom');
    const shared = { ...newCache(), isShared: true };
    await made(project('one'), { sharedCache: shared });
    expect(await made(project('one'), { ...foreign, sharedCache: shared })).to.include({ reusedFrames: 20 });
  });

  it('renders damaged pieces again, and replaces them in the cache', async () => {
    const { sharedCache, whole } = await warmCache();
    const contents = join(sharedCache.folder, 'content');
    for (const name of await readdir(contents)) {
      const bytes = await readFile(join(contents, name));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(join(contents, name), bytes);
    }
    const repaired = await made(project('one'), { sharedCache });
    expect(repaired).not.to.have.any.keys('reusedFrames', 'reusedFrom');
    expect(repaired.file.equals(whole.file)).to.equal(true);
    expect(await made(project('one'), { sharedCache })).to.include({ reusedFrames: 20 });
  });

  itIfLong('accepts the same piece from concurrent renders, and evicts what exceeds its size', async () => {
    const sharedCache = newCache(LITTLE);
    const together = await Promise.all([1, 2].map(() => made(project('one'), { sharedCache })));
    expect(together[0]?.file.equals(together[1]?.file ?? Buffer.alloc(0))).to.equal(true);
    for (const text of LONG ? ['two', 'three'] : ['two']) await made(project(text), { sharedCache });
    const contents = join(sharedCache.folder, 'content');
    const kept = await Promise.all(
      (await readdir(contents)).map(async (name) => (await readFile(join(contents, name))).length),
    );
    expect(kept.reduce((sum, bytes) => sum + bytes, 0)).to.be.below(LITTLE * 1.25);
  });

  it('produces the same bytes as a render without a cache, whatever was rendered before', async () => {
    const ms = fc.integer({ min: 0, max: 14 }).map((frames) => frames * 100);
    const clip = fc.record({
      kind: fc.constantFrom('moving', 'text', 'dot', 'fading'),
      start: ms,
      length: ms.map((value) => value + 300),
      x: fc.integer({ min: -10, max: 50 }),
    });
    const clipOf = ({ kind, start, length, x }: typeof clip extends fc.Arbitrary<infer A> ? A : never) => {
      const common = {
        timeFrame: { start, end: start + length },
        position: { x, y: 2 },
        size: { width: 30, height: 20 },
      };
      if (kind === 'text')
        return { ...common, type: 'text', textProperties: { content: `at ${x}`, fontSize: 9 } };
      if (kind === 'moving') return { ...common, type: 'video', source: 'moving.mp4' };
      const fade = { transition: { in: { type: 'fade', duration: 200 } } };
      return { ...common, type: 'image', source: 'dot.png', ...(kind === 'fading' ? fade : {}) };
    };
    const sharedCache = newCache();
    await fc.assert(
      fc.asyncProperty(
        fc.array(clip, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.integer({ min: -3, max: 3 }),
        async (clips, which, frames) => {
          const moved = clips.map((one, index) =>
            index === which % clips.length ? { ...one, start: Math.max(0, one.start + frames * 100) } : one,
          );
          const metadata = { duration: 2000, fps: 10, canvas };
          await made(compositionOf(metadata, clips.map(clipOf)), { sharedCache });
          const after = compositionOf(metadata, moved.map(clipOf));
          const [cached, uncached] = [await made(after, { sharedCache }), await made(after)];
          expect(cached.file.equals(uncached.file)).to.equal(true);
          expect(cached.fingerprint).to.deep.equal(uncached.fingerprint);
          expect(cached.provenance.fonts).to.deep.equal(uncached.provenance.fonts);
        },
      ),
      { numRuns: LONG ? 200 : 1 },
    );
  });
});
