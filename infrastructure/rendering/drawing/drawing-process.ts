/**
 * The process that draws scenes, sandboxed by the process that starts it. It reads orders from standard input, lines of
 * JSON with jobs, writes the frames of each job to its output, and replies `true`. It ends with its input, and fails with
 * the first order that it can't carry out.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type DrawingJob, NO_FILE } from '../../../workers/render/ports/scene-drawer.js';
import { SILENCE } from '../../../domain/composition/sound-levels.js';
import type { Drawable } from '../../../workers/render/draw/context.js';
import { drawScene } from '../../../workers/render/draw/draw-scene.js';
import type { PictureFile, VideoFeed } from '../../../workers/render/draw/scene.js';
import { orders } from '../tasks/orders.js';
import type { DrawingOrder } from './drawing-order.js';
import { openMark } from './drawing-mark.js';
import { planarDrawer } from './planar-drawer.js';
import { putPixels, skiaSurface, skiaTools } from './skia-tools.js';
import { readLevels } from './levels.js';
import { readTables } from './tables.js';

/** Frees the pixels that were read: V8 does not know their size, and allocating new memory costs more than drawing. */
const collect = (type: 'minor' | 'major'): void => {
  globalThis.gc?.({ type });
};

/** The size of the frames after which memory is freed, in bytes: every frame of full HD, or several small ones. */
const COLLECTED_AT = 8_000_000;
let uncollected = 0;
const collectAfter = (bytes: number): void => {
  uncollected += bytes;
  if (uncollected < COLLECTED_AT) return;
  uncollected = 0;
  collect('minor');
};

/** Pictures by file: several scenes may show the same one, and the next order often shows it again. */
const loaded = new Map<string, Promise<Drawable>>();

/** Shows nothing. */
const BLANK: Drawable = skiaSurface(1, 1);

const load = async ({ path, width, height }: PictureFile): Promise<Drawable> => {
  if (path === NO_FILE) return BLANK;
  const known = loaded.get(path);
  if (known) return known;
  const loading = readFile(path).then((pixels) => {
    const surface = skiaSurface(width, height);
    putPixels(surface, pixels);
    return surface;
  });
  loaded.set(path, loading);
  return loading;
};

/** The frames of a feed, in order. */
interface FeedReader {
  readonly frame: Drawable;
  readonly advance: () => Promise<void>;
  readonly close: () => void;
}

const openFeed = ({ path, width, height }: VideoFeed): FeedReader => {
  const surface = skiaSurface(width, height);
  const size = width * height * 4;
  const stream = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const chunks = stream[Symbol.asyncIterator]();
  const pixels = Buffer.alloc(size);
  let rest: Buffer = Buffer.alloc(0);
  return {
    frame: surface,
    advance: async () => {
      let filled = 0;
      while (filled < size) {
        if (rest.length === 0) {
          const { done, value } = await chunks.next();
          if (done === true) return; // The source has ended: its last frame stays.
          rest = value as Buffer;
        }
        const taken = rest.copy(pixels, filled, 0, Math.min(rest.length, size - filled));
        filled += taken;
        rest = rest.subarray(taken);
      }
      putPixels(surface, pixels);
    },
    close: () => stream.destroy(),
  };
};

const perform = async (
  { scene, frames, output, isPlanar }: DrawingJob,
  onNode: (node: number) => void,
): Promise<void> => {
  const planar = isPlanar ? await planarDrawer(scene, frames) : undefined;
  const pictures = planar?.scalesAll ? [] : await Promise.all(scene.pictures.map(load));
  const tables = await readTables(scene);
  const levels = await Promise.all(scene.levels.map(readLevels));
  const target = skiaSurface(scene.rect.width, scene.rect.height);
  const feeds = scene.feeds.map(openFeed);
  const sink = createWriteStream(output);
  let written = Promise.resolve();
  /** Begins to write a frame once the previous one is written: while the pipe accepts one, the next is made. */
  const write = async (bytes: Uint8Array): Promise<void> => {
    await written;
    written = new Promise((resolve, reject) =>
      sink.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  };
  for (let frame = frames.from; frame < frames.to; frame += 1) {
    await Promise.all(
      feeds
        .filter((_, index) => {
          const span = scene.feeds[index]?.span;
          return span !== undefined && frame >= span.from && frame < span.to;
        })
        .map((feed) => feed.advance()),
    );
    const scaled = planar?.scaled(frame);
    if (scaled) {
      await write(scaled);
      continue;
    }
    drawScene(scene, frame, target, skiaTools, {
      picture: (index) => pictures[index] ?? BLANK,
      feed: (index) => feeds[index]?.frame ?? BLANK,
      levels: (index) => levels[index] ?? SILENCE,
      tableOf: (source) => tables.get(source),
      onNode,
    });
    const pixels = target.canvas.data();
    await write(planar ? planar.converted(pixels) : pixels);
    collectAfter(pixels.byteLength);
  }
  for (const feed of feeds) feed.close();
  sink.end();
  await once(sink, 'close');
};

/** Frees the pictures that these jobs do not show. */
const forgetOthers = (jobs: ReadonlyArray<DrawingJob>): void => {
  const shown = new Set(jobs.flatMap(({ scene }) => scene.pictures.map(({ path }) => path)));
  for (const path of loaded.keys()) if (!shown.has(path)) loaded.delete(path);
};

const draw = async ({ jobs, inTurn, mark: path }: DrawingOrder): Promise<void> => {
  forgetOthers(jobs);
  const mark = openMark(path);
  const performed = (one: DrawingJob, job: number): Promise<void> =>
    perform(one, (node) => mark.write({ job, node }));
  if (inTurn) for (const [index, job] of jobs.entries()) await performed(job, index);
  else await Promise.all(jobs.map(performed));
  mark.close();
};

/** The parent then ends this process, which could not end by itself: it would wait for pipes that nobody opens to read. */
const fail = (): void => void process.stdout.write('false\n');
// A pipe whose reader is gone fails apart from what is drawn.
process.on('uncaughtException', fail);

for await (const order of orders<DrawingOrder>()) {
  try {
    await draw(order);
    process.stdout.write('true\n');
  } catch {
    fail();
  }
  // While it waits, it needs none of the surfaces that it drew on.
  collect('major');
}
process.exit(0);
