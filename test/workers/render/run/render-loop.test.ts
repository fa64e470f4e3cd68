import { expect } from 'chai';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { unavailable } from '../../../../application/ports/fault.js';
import type { ObjectStorage } from '../../../../application/ports/object-storage.js';
import type { RenderProgress } from '../../../../application/ports/render-queue.js';
import type { RenderId } from '../../../../domain/ids.js';
import type { FailureCause } from '../../../../domain/render/failure-cause.js';
import { localFiles } from '../../../../infrastructure/storage/local-files.js';
import type { RenderedFile, Renderer, RenderHooks } from '../../../../workers/render/ports/renderer.js';
import { runRenderLoop } from '../../../../workers/render/run/render-loop.js';
import { at, clip, owner, renderId, snapshot, uuid } from '../../../support/examples.js';
import { eventually } from '../../../support/eventually.js';
import {
  type MemoryJob,
  memoryJob,
  memoryQueue,
  type MemoryRenders,
  memoryRenders,
} from '../../../support/memory-renders.js';

const otherId = uuid(77) as RenderId;
const TRANSCRIBED = { clips: [clip('a')], wordCount: 3, recogniser: 'r' };
const failed: FailureCause = { _tag: 'DownloadFailed', message: 'not found', retryable: false };

describe('The render loop', () => {
  let folder: string;
  let renders: MemoryRenders;
  let stop: AbortController;
  let notices: ReadonlyArray<readonly [string, unknown]>;
  let progress: ReadonlyArray<RenderProgress>;
  let disposed: number;
  let kept: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'render-loop-'));
    [renders, stop, notices, progress] = [memoryRenders(), new AbortController(), [], []];
    [disposed, kept] = [0, 0];
    request(renderId);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const request = (id: RenderId): void => {
    const asked = { ownerId: owner, video: snapshot(), captionLanguageCode: 'en', at: at(0) } as const;
    renders.handle({ type: 'RequestRender', renderId: id, autoGenerateCaptionWords: true, ...asked });
  };

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
    const keep = async () => void (kept += 1);
    const dispose = async () => void (disposed += 1);
    return { path, output, files: [], provenance, fingerprint, keep, dispose };
  };
  const rendering = (
    work: (hooks: RenderHooks, id: RenderId) => Promise<E.Either<FailureCause, RenderedFile>>,
  ): Renderer => ({ render: (task, hooks) => () => hooks.inSlot(() => work(hooks, task.renderId)) });
  const succeeding = rendering(async () => E.right(await rendered()));
  const working = (hooks: RenderHooks) =>
    new Promise<void>((resolve) => hooks.signal.addEventListener('abort', () => resolve(), { once: true }));

  /** Runs the loop until every job is out of its hands. */
  const run = async (
    renderer: Renderer,
    jobs: ReadonlyArray<MemoryJob>,
    storage: Pick<ObjectStorage, 'put'> = localFiles(join(folder, 'outputs')),
    isOver = () => jobs.every((job) => job.state() !== 'waiting'),
  ): Promise<void> => {
    const running = runRenderLoop(
      {
        queue: memoryQueue(jobs),
        outcomes: renders.outcomesOf('this worker'),
        progress: {
          publish: (one) => void (progress = [...progress, one]),
          subscribe: () => () => undefined,
        },
        renderer,
        storage,
        notice: (what, _id, detail) => void (notices = [...notices, [what, detail]]),
        limits: { fetchConcurrency: 2, renderConcurrency: 1 },
      },
      stop.signal,
    );
    await Promise.race([running, eventually(() => expect(isOver()).to.equal(true))]);
    stop.abort();
    await running;
  };
  const recorded = (id = renderId) => renders.events(id).map(({ type }) => type);

  it('stores the file, records it under its key, and only then takes the job off the queue', async () => {
    const job = memoryJob(renderId);
    await run(succeeding, [job]);
    const event = renders.events(renderId).at(-1);
    if (event?.type !== 'RenderCompleted') throw new Error('not completed');
    expect(await readdir(join(folder, 'outputs'), { recursive: true })).to.include(event.data.output.key);
    expect(event.data).to.include({ attempt: 1 });
    expect([job.state(), kept, disposed]).to.deep.equal(['acknowledged', 1, 1]);
    expect(notices).to.deep.equal([
      ['started', { attempt: 1 }],
      ['completed', { encode: 1 }],
    ]);
  });

  it('records a failure as clients may know it', async () => {
    const job = memoryJob(renderId);
    await run(
      rendering(async () => E.left(failed)),
      [job],
    );
    expect(renders.events(renderId).at(-1)).to.have.nested.property('data.failure').that.deep.equals({
      stage: 'download',
      message: 'not found',
      retryable: false,
    });
    expect(job.state()).to.equal('acknowledged');
  });

  it('records that a finished file could not be stored, and removes it', async () => {
    const job = memoryJob(renderId);
    const full = { put: () => TE.left(unavailable('storage')('full')) };
    await run(succeeding, [job], full);
    expect(renders.events(renderId).at(-1)).to.have.nested.property('data.failure.stage', 'store');
    expect([job.state(), kept, disposed]).to.deep.equal(['acknowledged', 0, 1]);
  });

  it('tells the progress with its attempt, and records words before the picture is drawn', async () => {
    const renderer = rendering(async (hooks) => {
      hooks.onProgress(0.5);
      await hooks.onTranscribed(TRANSCRIBED);
      expect(recorded()).to.deep.equal(['RenderRequested', 'RenderStarted', 'CaptionWordsGenerated']);
      return E.right(await rendered());
    });
    await run(renderer, [memoryJob(renderId)]);
    expect(progress).to.deep.equal([{ renderId, attempt: 1, fraction: 0.5 }]);
    expect(recorded().at(-1)).to.equal('RenderCompleted');
  });

  it('takes jobs off the queue whose render does not exist or is over', async () => {
    renders.handle({ type: 'CancelRender', renderId, ownerId: owner, at: at(1) });
    const jobs = [memoryJob(renderId), memoryJob(otherId)];
    await run(succeeding, jobs);
    expect(jobs.map((job) => job.state())).to.deep.equal(['acknowledged', 'acknowledged']);
    expect(recorded()).to.deep.equal(['RenderRequested', 'RenderCancelled']);
    expect(disposed).to.equal(0);
  });

  it('hands a job back for a while when the store is out of reach', async () => {
    renders.reach(false);
    const job = memoryJob(renderId);
    await run(succeeding, [job]);
    expect(job.state()).to.deep.equal({ releasedForMs: 2000 });
  });

  it('hands a job back when its words can’t be recorded', async () => {
    const job = memoryJob(renderId);
    const renderer = rendering(async (hooks) => {
      renders.reach(false);
      await hooks.onTranscribed(TRANSCRIBED).catch(() => undefined);
      renders.reach(true);
      return E.right(await rendered());
    });
    await run(renderer, [job]);
    expect([job.state(), disposed]).to.deep.equal([{ releasedForMs: 2000 }, 1]);
    expect(recorded()).to.deep.equal(['RenderRequested', 'RenderStarted']);
  });

  it('hands a job back when its outcome can’t be recorded', async () => {
    const job = memoryJob(renderId);
    const renderer = rendering(async () => {
      renders.reach(false);
      return E.right(await rendered());
    });
    await run(renderer, [job]);
    expect([job.state(), disposed]).to.deep.equal([{ releasedForMs: 2000 }, 1]);
    expect(recorded()).to.deep.equal(['RenderRequested', 'RenderStarted']);
  });

  it('leaves a job to the worker that has taken the render over', async () => {
    const job = memoryJob(renderId);
    const renderer = rendering(async () => {
      renders.handle({ type: 'StartRender', renderId, workerId: 'another', at: at(2) });
      return E.right(await rendered());
    });
    await run(renderer, [job], undefined, () => disposed === 1);
    expect(job.state()).to.equal('waiting');
    expect(recorded()).to.deep.equal(['RenderRequested', 'RenderStarted', 'RenderStarted']);
  });

  it('hands work back at once when it is told to stop', async () => {
    const job = memoryJob(renderId);
    const renderer = rendering(async (hooks) => {
      queueMicrotask(() => stop.abort());
      await working(hooks);
      return E.left({ _tag: 'Stopped' });
    });
    await run(renderer, [job]);
    expect(job.state()).to.deep.equal({ releasedForMs: 0 });
    expect(recorded()).to.deep.equal(['RenderRequested', 'RenderStarted']);
  });

  it('says when the queue does not hear that a job is done', async () => {
    await run(succeeding, [memoryJob(renderId, false)], undefined, () => notices.length === 3);
    expect(notices.map(([what]) => what)).to.deep.equal(['started', 'completed', 'unacknowledged']);
  });

  it('rejects with a defect', async () => {
    const defect = new Error('a defect');
    const outcome = await run(
      rendering(() => Promise.reject(defect)),
      [memoryJob(renderId)],
    ).catch((error: unknown) => error);
    expect(outcome).to.equal(defect);
  });
});
