import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { OwnerId } from '../../../domain/ids.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { CacheEntry } from '../../../workers/render/ports/piece-cache.js';
import type { Rasterizer } from '../../../workers/render/ports/rasterizer.js';
import { rendererPreviews } from '../../../workers/render/run/previews/previews.js';
import { compositionOf, settingsFor, toolsFor, studioForSuite } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { lavfi } from '../../support/renders/lavfi.js';

const never = new AbortController().signal;
const identity = async () => 'the programs';
const [ANN, BOB] = [1, 2].map((n) => rightOf(OwnerId.decode(`00000000-0000-7000-8000-00000000000${n}`)));
const STYLE = { fontSize: 30, color: '#ffffff' };
const WHOLE = { timeFrame: { start: 0, end: 1000 } };

/** A composition in which something is painted for every kind of layer: plain, captions, and pictures of a scene. */
const project = ({ title = 'Title', pictures = ['one.png'] } = {}) =>
  compositionOf({ duration: 1000, fps: 10, canvas: { width: 320, height: 180 } }, [
    ...pictures.map((source, index) => ({
      type: 'image',
      source,
      ...WHOLE,
      position: { x: 10 + 60 * index, y: 10 },
      size: { width: 50, height: 40 },
      transform: { rotation: 30 },
    })),
    {
      type: 'text',
      ...WHOLE,
      size: { width: 'auto', height: 40 },
      textProperties: { content: title, ...STYLE },
    },
    {
      type: 'text',
      ...WHOLE,
      position: { x: 0, y: 60 },
      size: { width: 300, height: 40 },
      effects: { filters: [{ type: 'blur', amount: 2 }] },
      textProperties: { content: 'Blurred', ...STYLE },
    },
    {
      type: 'caption',
      ...WHOLE,
      position: { x: 0, y: 120 },
      size: { width: 320, height: 40 },
      captionProperties: {
        words: [{ word: 'spoken', start: 0, end: 1000 }],
        highlightTextProperties: STYLE,
        nonHighlightTextProperties: STYLE,
      },
    },
  ]);
const PAINTED = ['Background', 'Image', 'Text', 'Raster', 'Caption'];

describe('Kept pictures', () => {
  const studio = studioForSuite();
  before(async () => {
    for (const name of ['one.png', 'two.png'])
      await studio.make(name, ...lavfi('testsrc2=s=64x48:d=1'), '-frames:v', '1');
  });

  const newCache = () => {
    const folder = join(studio.folder, `pictures-${randomUUID()}`);
    return { folder, kept: { cache: contentCache(CacheEntry, folder, 2 ** 24), identity, isShared: false } };
  };

  /** What a worker makes that has just started, what it painted for it, and how many texts it measured. */
  const drawn = async (
    composition = project(),
    { kept }: Partial<ReturnType<typeof newCache>> = {},
    owner: OwnerId | undefined = ANN,
    made: 'frame' | 'playback' = 'frame',
  ) => {
    const painted: string[] = [];
    const series = new Set<string | undefined>();
    let measured = 0;
    const tools = toolsFor(studio);
    const rasterizer: Rasterizer = {
      ...tools.rasterizer,
      paint: (layerSource, canvas, target) => {
        series.add(target.series);
        painted.push(layerSource._tag);
        return tools.rasterizer.paint(layerSource, canvas, target);
      },
      measure: (lines, width, task) => {
        measured += 1;
        return tools.rasterizer.measure(lines, width, task);
      },
    };
    const dependencies = { ...tools, rasterizer, ...(kept ? { sharedCache: kept, pictureCache: kept } : {}) };
    const previews = rendererPreviews(dependencies, settingsFor(studio));
    const by = owner && { owner };
    const bytes = await (
      made === 'frame'
        ? previews.frame({ composition, ms: 500, format: 'png' }, never, by)
        : previews.playback({ composition, seen: { from: 0, to: 1000 }, withSound: true }, never, by)
    )();
    const frame = Buffer.from(rightOf(bytes));
    await previews.settled();
    return { frame, painted, measured, series: [...series] };
  };

  it('give the same file as pictures that are painted, and nothing is painted or measured again', async () => {
    const cache = newCache();
    const plain = await drawn();
    const first = await drawn(project(), cache);
    const second = await drawn(project(), cache);
    for (const { painted, measured } of [plain, first]) {
      expect(painted).to.have.members(PAINTED);
      expect(measured).to.equal(1);
    }
    expect([second.painted, second.measured]).to.deep.equal([[], 0]);
    expect(first.frame.equals(plain.frame), 'while they are kept').to.equal(true);
    expect(second.frame.equals(plain.frame), 'when they are read').to.equal(true);
  });

  it('are read after one text was changed, which is painted', async () => {
    const cache = newCache();
    await drawn(project(), cache);
    const changed = project({ title: 'Another' });
    const edited = await drawn(changed, cache);
    expect([edited.painted, edited.measured]).to.deep.equal([['Text'], 1]);
    expect(edited.frame.equals((await drawn(changed)).frame)).to.equal(true);
  });

  it('are read to play the project, too', async () => {
    const cache = newCache();
    const first = await drawn(project(), cache, ANN, 'playback');
    expect(first.painted).to.not.be.empty;
    const again = await drawn(project(), cache, ANN, 'playback');
    expect([again.painted, again.measured]).to.deep.equal([[], 0]);
    expect(again.frame.equals(first.frame)).to.equal(true);
    const edited = await drawn(project({ title: 'Another' }), cache, ANN, 'playback');
    expect([edited.painted.length, edited.measured]).to.deep.equal([1, 1]);
    expect(edited.series).to.deep.equal(first.series);
  });

  it('are not read for another owner or with other sources, nor are their processes used', async () => {
    const cache = newCache();
    const { series } = await drawn(project(), cache);
    const changed = project({ title: 'Another' });
    expect((await drawn(changed, cache)).series).to.deep.equal(series);
    const others = [
      await drawn(project(), cache, BOB),
      await drawn(project({ pictures: ['one.png', 'two.png'] }), cache),
    ];
    for (const other of others) {
      expect(other.painted).to.include.members(PAINTED);
      expect(other.measured).to.equal(1);
      expect(other.series).not.to.deep.equal(series);
    }
  });

  it('are not kept without an owner', async () => {
    const cache = newCache();
    const request = { composition: project(), ms: 500, format: 'png' } as const;
    const previews = rendererPreviews(
      { ...toolsFor(studio), sharedCache: cache.kept, pictureCache: cache.kept },
      settingsFor(studio),
    );
    rightOf(await previews.frame(request, never)());
    await previews.settled();
    expect((await drawn(project(), cache)).painted).to.have.members(PAINTED);
  });

  it('are painted again when they are damaged', async () => {
    const cache = newCache();
    const { frame } = await drawn(project(), cache);
    const contents = join(cache.folder, 'content');
    for (const name of await readdir(contents)) await writeFile(join(contents, name), 'damaged');
    const again = await drawn(project(), cache);
    expect(again.painted).to.have.members(PAINTED);
    expect(again.frame.equals(frame)).to.equal(true);
  });
});
