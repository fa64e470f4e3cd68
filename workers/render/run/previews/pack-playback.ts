import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { PlaybackRequest, PreviewFailure } from '../../../../application/ports/previews.js';
import { clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { assumedMatrix } from '../../compose/color-conversion.js';
import { pictureFile } from '../../ways/drawn/drawn-inputs.js';
import type { Rasters } from '../../ways/graph/still-inputs.js';
import { NO_FILE } from '../../ports/media-engine.js';
import { type Blob, type PackedFeed, packPlayback } from '../../plan/packed-playback.js';
import type { PlannedFeed } from '../../plan/scenes/scene-builder.js';
import { type PlaybackPlan, planPlayback } from '../../plan/plan-playback.js';
import type { RenderContext } from '../context.js';
import { soundEncoding } from '../../sound/sound-commands.js';
import { type FetchedSources, tablesOf } from '../sources/fetch-sources.js';
import { mixSounds, writeShownLevels } from '../mix-sounds.js';
import type { SoundPlan } from '../../plan/sound/sound-plan.js';
import type { PlanSources } from '../sources/plan-sources.js';
import { allOrNone, inOrder } from '../tasks.js';
import { mediaFacts } from '../prepare/resolve-composition.js';
import { rasterizeSources } from '../pieces/rasterize.js';
import type { Reuse } from '../pieces/reuse.js';
import { cachingRasterizer } from '../pieces/raster-cache.js';

/** The codec and bit rate of the mix, in kbit/s, as in WebM outputs. */
const SOUND = { codec: 'opus', rate: 160 } as const;

/** Maximum size of all decoded pictures of a playback, in bytes: a browser keeps them in memory. */
const MOST_PIXELS = 512 * 1024 * 1024;

/** Fast compression, for pixels that are sent once. */
const QUICK = { level: 2 };

/** Collects blobs, and assigns their offsets. */
const blobList = () => {
  const all: Uint8Array[] = [];
  let size = 0;
  return {
    all,
    add: (bytes: Uint8Array): Blob => {
      const from = size;
      size += bytes.byteLength;
      all.push(bytes);
      return { from, to: size };
    },
  };
};

type Blobs = ReturnType<typeof blobList>;

/**
 * Makes the file with which a browser plays a video. The code that renders plans, rasterizes and mixes it.
 * @param pictures the cached pictures of earlier previews
 * @throws RenderError; PreviewError if its pictures are too large for a browser
 */
export const makePlayback = async (
  { composition, seen, withSound }: PlaybackRequest,
  { resolved, sources, context }: PlanSources,
  fetched: FetchedSources,
  pictures: Reuse,
): Promise<Uint8Array> => {
  const { folder } = context;
  const plan = planPlayback(resolved, sources, { folder, tables: tablesOf(fetched), range: seen });
  await writeShownLevels(plan.sound, plan.shownSounds, context);
  const rasterizer = cachingRasterizer(context.rasterizer, context.ownFonts ?? [], pictures);
  const [rasters, sound] = await allOrNone(context.signal, (signal) => [
    rasterizeSources(plan, { ...context, rasterizer, signal }),
    withSound && plan.sound.parts.length > 0
      ? mixedSound(plan.sound, { ...context, signal })
      : Promise.resolve(undefined),
  ]);
  const blobs = blobList();
  const { nodes, canvas, rate, duration, background } = plan.scene;
  const header = {
    scene: { canvas, rate, duration, background, nodes, rect: plan.rect },
    stills: plan.stills,
    frames: plan.frames,
    pictures: await packPictures(plan, rasters, blobs),
    feeds: plan.scene.feeds.map((feed) => packFeed(feed, composition)),
    media: Object.fromEntries(
      clipsWithPaths(composition.clips).flatMap(({ clip: { id }, at }) => {
        const source = sources.get(at);
        return source ? [[id, mediaFacts(source)]] : [];
      }),
    ),
    levels: await inOrder(plan.scene.levels, async ({ path, start }) => ({
      start,
      values: blobs.add(await readFile(path)),
    })),
    tables: Object.fromEntries(
      await inOrder(
        Object.entries(plan.scene.tables),
        async ([url, path]) => [url, blobs.add(await readFile(path))] as const,
      ),
    ),
    ...(sound ? { sound: blobs.add(sound) } : {}),
  };
  return Buffer.concat(packPlayback(header, blobs.all));
};

/** Packs the pictures of a scene. A page that is shown several times is sent once. */
const packPictures = async ({ scene }: PlaybackPlan, rasters: Rasters, blobs: Blobs) => {
  const packed = new Map<string, Blob>();
  let pixels = 0;
  return inOrder(scene.pictures, async (picture) => {
    const { path, ...place } = pictureFile(picture, rasters);
    pixels += packed.has(path) ? 0 : place.width * place.height * 4;
    if (pixels > MOST_PIXELS) throw new PreviewError({ _tag: 'PreviewTooLarge' });
    const raw = path === NO_FILE ? new Uint8Array(4) : undefined;
    const blob =
      packed.get(path) ??
      blobs.add(await promisify<Uint8Array, object, Buffer>(deflate)(raw ?? (await readFile(path)), QUICK));
    packed.set(path, blob);
    return { ...place, pixels: blob };
  });
};

const MASK = /\.effects\.mask$/;

const packFeed = (
  { clip: at, source, size, span, sourceFrom, retimed }: PlannedFeed,
  composition: Composition,
): PackedFeed => {
  const path = at.replace(MASK, '');
  const owner = clipsWithPaths(composition.clips).find((one) => one.at === path);
  const video = source.probed._tag === 'Media' ? source.probed.video : undefined;
  return {
    clip: owner?.clip.id ?? '',
    of: MASK.test(at) ? 'mask' : 'media',
    ...size,
    span,
    sourceFrom,
    assumedMatrix: assumedMatrix(video ?? size),
    lastFrame: video?.lastFrame ?? 0,
    ...(retimed ? { retimed } : {}),
  };
};

const mixedSound = async (plan: SoundPlan, context: RenderContext): Promise<Uint8Array> => {
  const path = join(context.folder, 'mix.webm');
  const whole = { encoding: soundEncoding(SOUND), span: { from: 0, to: plan.samples }, path };
  await mixSounds({ plan, levels: [], outputs: [whole] }, context);
  return readFile(path);
};

/** Carries the failure of a preview as an exception. */
export class PreviewError extends Error {
  readonly failure: PreviewFailure;

  constructor(failure: PreviewFailure) {
    super(failure._tag);
    this.failure = failure;
  }
}
