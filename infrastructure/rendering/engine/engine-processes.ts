import { availableParallelism } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import pLimit, { type LimitFunction } from 'p-limit';
import { encodingFailed } from '../../../domain/render/failure-cause.js';
import { type EncoderFailure, ENGINE_ENDED } from '../../../workers/render/ports/media-encoder.js';
import type {
  ComposeFailure,
  ComposeOptions,
  MediaEngine,
} from '../../../workers/render/ports/media-engine.js';
import { moveOutput } from '../../machine/sandbox/file-exchange.js';
import { idleTimeout } from '../../platform/idle-timeout.js';
import { programFile } from '../../platform/package-root.js';
import { beginSpan } from '../../platform/tracing/spans.js';
import { firstJob } from './first-job.js';
import { FAILED, type MediaOutcome } from '../ffmpeg/outcome.js';
import { ENCODE_LIMITS, STALL_TIMEOUT_MS } from '../ffmpeg/process-limits.js';
import type { ExchangeFolder, PreparedJob } from '../tasks/exchange-folder.js';
import type { TaskProcess, TaskProgram } from '../tasks/task-process.js';
import { nameOf, TaskProcessPool } from '../tasks/task-process-pool.js';
import { type EngineJob, EngineReply } from './engine-job.js';

const script = programFile('rendering/engine/engine-process');

/**
 * Settings of allocators. glibc fills new memory with zeros, as in a new process: x264 reads memory that it did not
 * write, and gave other bytes for the same frames after another piece in the same process. glibc also keeps memory for
 * the next frames and the next encoder, which holds 270 MB in 1080p: returning it to the kernel took 7 % of the time
 * after each frame, and 9 % after each piece of a second. mimalloc, with which Skia allocates, keeps it as well.
 * Large pages halve the page faults. The arenas of threads have them only if they begin with a large part; so there is
 * one for all threads but the main one.
 */
const MEMORY_SETTINGS = {
  MALLOC_PERTURB_: '255',
  MALLOC_MMAP_THRESHOLD_: String(32 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(512 * 2 ** 20),
  MALLOC_ARENA_MAX: '2',
  MALLOC_TOP_PAD_: String(32 * 2 ** 20),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  MIMALLOC_PURGE_DELAY: '-1',
};

export const ENGINE_PROGRAM: TaskProgram = {
  script,
  limits: ENCODE_LIMITS,
  // Here glibc reads whether the kernel has large pages.
  reads: ['/sys/kernel/mm/transparent_hugepage'],
  environment: MEMORY_SETTINGS,
  firstOrder: firstJob,
};

/** How many processes work for a render or a series at once: more would only share the cores. */
const MOST_AT_ONCE = Math.max(2, availableParallelism());

/** Prepares a job for a process, and gives it the files. */
export type GiveJob<Result> = (folder: ExchangeFolder) => Promise<PreparedJob<EngineJob, Result>>;

export interface PerformOptions extends ComposeOptions {
  /** How long a job may run without reporting progress, in ms. */
  readonly timeoutMs?: number;
}

const TOO_MUCH: EncoderFailure = {
  _tag: 'LimitExceeded',
  stage: 'encode',
  message: 'the media needs too much time or memory',
};

/** The process ended without a reply. */
const LOST: EncoderFailure = encodingFailed(ENGINE_ENDED);

/** What a job came to. */
interface Attempt<A> {
  readonly outcome: E.Either<ComposeFailure, A>;
  /** The process ended by itself, without a reply: it was killed, or it crashed. */
  readonly isLost: boolean;
}

/** Sandboxed engine processes. Each serves one render, or one series of previews, and no other. */
export interface EngineProcesses {
  /**
   * Carries out a job, and moves the files that it wrote to their paths. If its process is killed or crashes, another
   * one starts from the beginning, once.
   * @param type of the job
   * @param result decodes its result
   * @returns the result; else, why there is none, with what the process was working on
   */
  readonly perform: <A>(
    type: EngineJob['type'],
    give: GiveJob<A>,
    result: t.Decoder<unknown, A>,
    options: PerformOptions,
  ) => Promise<E.Either<ComposeFailure, A>>;
  /** See `MediaEngine`. */
  readonly release: MediaEngine['release'];
  readonly close: () => Promise<void>;
}

/** What each process held after its latest job, in bytes. */
const held = new WeakMap<TaskProcess, number>();

const performIn = async <A>(
  worker: TaskProcess,
  { job, outputs }: PreparedJob<EngineJob, A>,
  result: t.Decoder<unknown, A>,
  { signal, onFrames, timeoutMs = STALL_TIMEOUT_MS }: PerformOptions,
): Promise<MediaOutcome<A>> => {
  const wait = idleTimeout(timeoutMs);
  const onNews = (news: unknown): void => {
    wait.renew();
    if (typeof news === 'number') onFrames?.(news);
  };
  try {
    const sent = await worker.perform(job, { signal: AbortSignal.any([signal, wait.signal]), onNews });
    if (wait.signal.aborted) return E.left(TOO_MUCH);
    if (sent === undefined) return E.left(LOST);
    const reply = EngineReply.decode(sent);
    if (E.isLeft(reply)) return E.left(FAILED);
    if (!reply.right.isDone) return E.left(reply.right.lacksMemory ? TOO_MUCH : FAILED);
    held.set(worker, reply.right.memory);
    const decoded = result.decode(reply.right.result);
    if (E.isLeft(decoded)) return E.left(FAILED);
    const files = typeof outputs === 'function' ? outputs(decoded.right) : outputs;
    return files.every(({ written, path }) => moveOutput(written, path)) ? decoded : E.left(FAILED);
  } finally {
    wait.pause();
  }
};

/** Carries out a job in a process of the pool. If it fails, ends the process. */
const attempt = async <A>(
  pool: TaskProcessPool,
  give: GiveJob<A>,
  result: t.Decoder<unknown, A>,
  options: PerformOptions,
): Promise<Attempt<A>> => {
  const { signal } = options;
  const worker = pool.take(options);
  const outcome = await give(worker.folder)
    .then((prepared) => performIn(worker, prepared, result, options))
    .catch(() => E.left(FAILED));
  if (E.isRight(outcome)) {
    pool.giveBack(options, worker);
    return { outcome, isLost: false };
  }
  const isLost = outcome.left === LOST;
  worker.kill();
  const { exceeded, at } = await worker.ended;
  if (signal.aborted) return { outcome: E.left({ _tag: 'Stopped' }), isLost: false };
  const failure = isLost && exceeded ? TOO_MUCH : outcome.left;
  return { outcome: E.left(at ? { ...failure, at } : failure), isLost };
};

/**
 * @param root where the processes get their folders, on the file system of the renders
 * @param spares the number of started processes that wait for the next render; `close` ends them
 */
export const engineProcesses = (root: string, spares = 0): EngineProcesses => {
  const pool = new TaskProcessPool(ENGINE_PROGRAM, root, spares);
  const limits = new Map<string, LimitFunction>();

  return {
    close: () => pool.close(),
    release: (user, above = 0) => pool.release(user, (worker) => (held.get(worker) ?? 0) >= above),
    perform: async (type, give, result, options) => {
      const name = nameOf(options);
      const limit = limits.get(name) ?? pLimit(MOST_AT_ONCE);
      limits.set(name, limit);
      try {
        return await limit(async () => {
          if (options.signal.aborted) return E.left({ _tag: 'Stopped' });
          const endSpan = beginSpan('engine', { attributes: { 'framewright.job': type } });
          const first = await attempt(pool, give, result, options);
          const isAgain = first.isLost && !pool.isClosed;
          const { outcome } = isAgain ? await attempt(pool, give, result, options) : first;
          endSpan(E.isRight(outcome) ? undefined : outcome.left._tag);
          return outcome;
        });
      } finally {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(name);
      }
    },
  };
};
