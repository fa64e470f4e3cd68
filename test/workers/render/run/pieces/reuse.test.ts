import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { contentCache } from '../../../../../infrastructure/storage/content-cache.js';
import type { LocalSource } from '../../../../../workers/render/plan/local-source.js';
import type { Raster } from '../../../../../workers/render/ports/rasterizer.js';
import { CacheEntry } from '../../../../../workers/render/ports/piece-cache.js';
import { type ProbedMedia, ProbedSource } from '../../../../../workers/render/ports/media-probe.js';
import {
  CachedRaster,
  recordOfRaster,
  rasterFromCache,
} from '../../../../../workers/render/run/pieces/raster-cache.js';
import { soundKey, plannedSound } from '../../../../../workers/render/run/outputs/sounds.js';
import { cachedValue, type Reuse, reuseFrom } from '../../../../../workers/render/run/pieces/reuse.js';
import { stopwatch } from '../../../../../workers/render/run/tasks.js';
import { compositionOf, resolvedOf, settingsFor } from '../../../../support/renders/render.js';
import { rightOf } from '../../../../support/right-of.js';

describe('what a render keeps for later ones', () => {
  let folder: string;
  let reuse: Reuse;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reuse-'));
    const cache = contentCache(CacheEntry, join(folder, 'cache'), 2 ** 20);
    const hashes = [[join(folder, 'music'), 'a1']] as const;
    reuse = reuseFrom({ cache, scope: 'owner', identity: 'this', folder, hashes });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const photo: ProbedSource = { _tag: 'Image', width: 64, height: 36, pageDurations: [40, 40], plays: 0 };
  const video: ProbedMedia = {
    _tag: 'Media',
    container: 'mov',
    duration: 2000.5,
    video: {
      stream: 0,
      codec: 'h264',
      width: 64,
      height: 36,
      pixelFormat: 'yuv420p',
      color: { matrix: 'bt709' },
      hasAlpha: false,
      firstFrame: 0,
      lastFrame: 1960,
      timeBase: 1000 / 90_000,
      pixelAspect: 4 / 3,
      variableFrameRate: true,
    },
    audio: { stream: 1, codec: 'aac', channels: 2, sampleRate: 48_000, end: 1999 },
  };
  const heard: ProbedSource = { _tag: 'Media', container: 'mov', duration: 2000.5, audio: video.audio! };

  it('is computed once for the same settings, and again for others', async () => {
    let computed = 0;
    const count = async (): Promise<ProbedSource> => ((computed += 1), photo);
    for (const path of ['a', 'a', 'b'])
      expect(await cachedValue(reuse, 'probe', { path }, ProbedSource, count)).to.deep.equal(photo);
    expect(computed).to.equal(2);
  });

  it('is read back unchanged: the facts about sources and rasters', async () => {
    for (const source of [photo, video, heard])
      expect(rightOf(ProbedSource.decode(JSON.parse(JSON.stringify(source))))).to.deep.equal(source);
    const rect = { x: 2, y: 4, width: 10, height: 6 };
    const raster: Raster = {
      rect,
      opaque: false,
      fonts: [{ family: 'Arial', sha256: 'f0' }],
      files: ['/here/still-3-0.yuv', '/here/still-3-1.yuv'],
      sheets: [
        {
          width: 10,
          height: 6,
          sheet: {
            sprites: [{ from: rect, x: 0.5, y: 1, unit: -1, layer: 'ink', variant: 'lit' }],
            units: [{ x: 1, y: 2, size: 12.5 }],
            words: [{ word: 0, box: rect, baseline: 9, rightToLeft: false }],
            clip: rect,
          },
        },
      ],
    };
    const known = new Map<string, string>();
    const kept = await recordOfRaster(raster, '/here/still-3', async (path) => `hash of ${path}`);
    const read = rightOf(CachedRaster.decode(JSON.parse(JSON.stringify(kept))));
    const found = rasterFromCache(read, '/there/still-7', (path, sha256) => void known.set(path, sha256));
    const files = ['/there/still-7-0.yuv', '/there/still-7-1.yuv'];
    expect(found).to.deep.equal({ ...raster, files });
    expect([...known]).to.deep.equal(files.map((file, page) => [file, `hash of ${raster.files[page]}`]));
    expect(rasterFromCache(rightOf(CachedRaster.decode({})), '', () => undefined)).to.equal(undefined);
  });

  it('includes the sound, whatever inaudible clips are added', async () => {
    const text = {
      type: 'text',
      timeFrame: { start: 0, end: 500 },
      textProperties: { content: 'silent' },
    };
    const music = (volume: number) => ({
      type: 'audio',
      source: 'music.m4a',
      timeFrame: { start: 0, end: 1000 },
      volume,
    });
    const keyOf = async (...clips: ReadonlyArray<object>): Promise<string | undefined> => {
      const composition = resolvedOf(
        compositionOf({ duration: 2000, fps: 10, canvas: { width: 64, height: 36 } }, clips),
      );
      const source: LocalSource = { path: join(folder, 'music'), probed: heard };
      const sources = new Map(
        composition.clips.flatMap(({ type }, index) =>
          type === 'audio' ? [[`clips[${index}]`, source] as const] : [],
        ),
      );
      const settings = settingsFor({ folder, make: async () => '', dispose: async () => undefined });
      const sound = plannedSound({ composition, sources });
      const material = { composition, sources, tables: {}, settings, watch: stopwatch(), sound };
      const file = { role: 'output', index: 0, key: 'a.mp4', output: { format: 'mp4' } } as const;
      return soundKey(file, material, reuse);
    };
    const key = await keyOf(music(1));
    expect(key).to.match(/^[0-9a-f]{64}$/);
    expect(await keyOf(text, music(1))).to.equal(key);
    expect(await keyOf(music(0.5))).not.to.equal(key);
    expect(await keyOf(music(1), music(1))).not.to.equal(key);
  });
});
