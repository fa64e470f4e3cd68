import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { ObjectStorage } from '../../../../application/ports/object-storage.js';
import type { RenderProgress } from '../../../../application/ports/render-queue.js';
import type { RenderId } from '../../../../domain/ids.js';
import type { FailureCause } from '../../../../domain/render/failure-cause.js';
import { localFiles } from '../../../../infrastructure/storage/local-files.js';
import type {
  Replayer,
  RenderedFile,
  Renderer,
  RenderHooks,
} from '../../../../workers/render/ports/renderer.js';
import { runRenderLoop } from '../../../../workers/render/run/loop/render-loop.js';
import { renderId } from '../../../support/examples.js';
import { eventually } from '../../../support/eventually.js';
import { type MemoryJob, memoryQueue, memoryRenders } from '../../../support/renders/memory-renders.js';

export const DOWNLOAD_FAILED: FailureCause = {
  _tag: 'DownloadFailed',
  message: 'not found',
  retryable: false,
};

/** Work that lasts until the worker stops. */
export const untilStopped = ({ signal }: Pick<RenderHooks, 'signal'>) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

const noReplayer: Replayer = {
  replay: () => async () => {
    throw new Error('nothing is to be replayed');
  },
};

interface RunOptions {
  readonly storage?: Pick<ObjectStorage, 'put'>;
  readonly replayer?: Replayer;
  /** By default, when no job is waiting. */
  readonly isOver?: () => boolean;
}

/** The render loop with renders and queue in memory, and files in a folder of its own. */
export const loopInMemory = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'render-loop-'));
  const renders = memoryRenders();
  const progress: Array<RenderProgress> = [];
  let notices: ReadonlyArray<readonly [string, unknown]> = [];
  let stop = new AbortController();
  let [disposed, kept] = [0, 0];

  /** A file as a renderer leaves it. */
  const rendered = async (): Promise<RenderedFile> => {
    const path = join(folder, 'output.mp4');
    await writeFile(path, 'an MP4');
    const output = {
      key: 'a-key.mp4',
      bytes: 6,
      sha256: 'a'.repeat(64),
      width: 2,
      height: 2,
      frames: 1,
      durationMs: 40,
    };
    const provenance = { renderer: 'r', ffmpeg: '5', sources: [], fonts: [], stageSeconds: { encode: 1 } };
    const fingerprint = { method: 'dhash-128', at: [0], hashes: ['0'.repeat(32)] } as const;
    const cache = async () => void (kept += 1);
    const dispose = async () => void (disposed += 1);
    return { path, output, files: [], provenance, fingerprint, cache, dispose };
  };
  const rendering = (
    work: (hooks: RenderHooks, id: RenderId) => Promise<E.Either<FailureCause, RenderedFile>>,
  ): Renderer => ({ render: (task, hooks) => () => hooks.inSlot(() => work(hooks, task.renderId)) });

  /** Runs the loop until it is over, with no notices at first. */
  const run = async (
    renderer: Renderer,
    jobs: ReadonlyArray<MemoryJob>,
    {
      storage = localFiles(join(folder, 'outputs')),
      replayer = noReplayer,
      isOver = () => jobs.every((job) => job.state() !== 'waiting'),
    }: RunOptions = {},
  ): Promise<void> => {
    [stop, notices] = [new AbortController(), []];
    const running = runRenderLoop(
      {
        queue: memoryQueue(jobs),
        outcomes: renders.outcomesOf('this worker'),
        progress: { publish: (one) => void progress.push(one), subscribe: () => () => undefined },
        renderer,
        replayer,
        storage,
        storeGraceMs: 20,
        notice: (what, _id, detail) => void (notices = [...notices, [what, detail]]),
        limits: { fetchConcurrency: 2, renderConcurrency: 1 },
      },
      stop.signal,
    );
    await Promise.race([running, eventually(() => expect(isOver()).to.equal(true))]);
    stop.abort();
    await running;
  };

  return {
    folder,
    renders,
    progress,
    rendered,
    rendering,
    run,
    succeeding: rendering(async () => E.right(await rendered())),
    recorded: (id = renderId) => renders.events(id).map(({ type }) => type),
    stop: () => stop.abort(),
    notices: () => notices,
    /** How many rendered files were kept, and how many were disposed of. */
    kept: () => kept,
    disposed: () => disposed,
    remove: () => rm(folder, { recursive: true }),
  };
};

export type LoopInMemory = Awaited<ReturnType<typeof loopInMemory>>;
