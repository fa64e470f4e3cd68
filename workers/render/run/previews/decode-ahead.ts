import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { layerAt, nearbyFramesCommand } from '../../ways/graph/nearby-frames.js';
import type { MediaEncoder } from '../../ports/media-encoder.js';
import type { AheadOfPreview, ShownVideos } from './kept-frames.js';
import { missingFrames, type MissingFrames } from './missing-frames.js';
import type { Reuse } from '../pieces/reuse.js';
import { shownSeries } from './shown-series.js';
import { createWorkFolder, type WorkFolder } from '../tasks/work-folder.js';

export interface AheadOptions {
  readonly encoder: Pick<MediaEncoder, 'run'>;
  readonly workRoot: string;
  /** About how much is decoded after a preview, in bytes. */
  readonly bytes: number;
  /** How long that may take, in ms. */
  readonly timeoutMs: number;
  /** How long that goes on in any case, while previews need other frames, in ms. */
  readonly graceMs: number;
}

/** Decodes the frames near those that previews showed, for those that follow: with low priority, one run at a time. */
export interface DecodeAhead {
  /**
   * What a preview of these sources may use. A single frame of them, such as a thumbnail, is the first of a series for
   * none: nothing is decoded ahead unless another preview showed them lately.
   */
  readonly for: (contents: string) => AheadOfPreview;
  /** Runs the work of a preview; nothing begins meanwhile. */
  readonly during: <A>(work: () => Promise<A>) => Promise<A>;
  /** Plans what to decode after a preview, whose folder may be removed when this resolves. */
  readonly after: (shown: ShownVideos, frames: Reuse) => Promise<void>;
  /** Resolves when nothing is being decoded. */
  readonly settled: () => Promise<void>;
  /** Ends decoding; none begins after this. */
  readonly close: () => Promise<void>;
}

/** Frames to decode, in a folder that has their sources. */
interface Run {
  readonly folder: WorkFolder;
  readonly parts: ReadonlyArray<MissingFrames>;
  readonly frames: Reuse;
  readonly keys: ReadonlySet<string>;
}

/** A run that has begun. */
interface Decoding extends Run {
  readonly stop: AbortController;
  readonly begunAt: number;
  readonly ended: Promise<void>;
}

/** What can't be removed now is removed with the worker's folder. */
const removed = ({ folder }: Pick<Run, 'folder'>): Promise<void> => folder.dispose().catch(() => undefined);

export const decodeAhead = ({ encoder, workRoot, bytes, timeoutMs, graceMs }: AheadOptions): DecodeAhead => {
  let previews = 0;
  let closed = false;
  let next: Run | undefined;
  let current: Decoding | undefined;

  const wasShown = shownSeries();

  const decode = async ({ folder, parts, frames }: Run, signal: AbortSignal): Promise<void> => {
    for (const { layer, rate, frames: wanted } of parts) {
      const [{ offset }] = wanted;
      const first = layerAt(layer, offset, rate);
      if (!first || signal.aborted) return;
      const command = nearbyFramesCommand(first, wanted, rate, (name) => join(folder.path, name));
      const done = await encoder.run(command, { signal, inBackground: true })();
      if (done._tag === 'Left') return;
      for (const { key, name } of wanted) frames.keep(key, join(folder.path, name));
    }
  };

  const isInGrace = ({ begunAt }: Decoding): boolean => performance.now() - begunAt < graceMs;

  const begin = (): void => {
    if (!next || previews > 0 || closed) return;
    const before = current;
    if (before && isInGrace(before)) return;
    const run = next;
    next = undefined;
    before?.stop.abort();
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]);
    const work = async (): Promise<void> => {
      await before?.ended;
      try {
        await decode(run, signal);
      } catch {
        // Nobody waits for these frames: the previews that need them decode them, and tell what is wrong.
      } finally {
        await run.frames.settled();
        await removed(run);
        if (current === decoding) {
          current = undefined;
          begin();
        }
      }
    };
    const begunAt = performance.now();
    const decoding: Decoding = { ...run, stop, begunAt, ended: Promise.resolve().then(work) };
    current = decoding;
  };

  /** Replaces what begins next. */
  const replaceNext = async (run: Run | undefined): Promise<void> => {
    const replaced = next;
    next = run;
    begin();
    if (replaced) await removed(replaced);
  };

  const settled = async (): Promise<void> => {
    if (!current) return;
    await current.ended;
    await settled();
  };

  return {
    for: (contents) => ({
      isEnabled: bytes > 0 && wasShown(contents),
      giveWay: (key) => {
        if (current && !current.keys.has(key) && !isInGrace(current)) current.stop.abort();
      },
    }),

    during: async (work) => {
      previews += 1;
      try {
        return await work();
      } finally {
        previews -= 1;
        begin();
      }
    },

    after: async (shown, frames) => {
      const isUnderWay = (key: string): boolean => current?.keys.has(key) === true;
      const parts = await missingFrames(shown, frames, bytes, isUnderWay);
      if (parts.length === 0 || closed) return replaceNext(undefined);
      const folder = await createWorkFolder(workRoot);
      try {
        const linked = parts.map(async ({ layer, ...part }, index) => {
          const path = join(folder.path, `source-${index}`);
          await link(layer.path, path);
          return { ...part, layer: { ...layer, path } };
        });
        const keys = new Set(parts.flatMap((part) => part.frames.map(({ key }) => key)));
        await replaceNext({ folder, parts: await Promise.all(linked), frames, keys });
      } catch (error) {
        await removed({ folder });
        throw error;
      }
    },

    settled,

    close: async () => {
      closed = true;
      current?.stop.abort();
      await replaceNext(undefined);
      await current?.ended;
    },
  };
};
