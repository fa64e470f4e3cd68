/** What a render loop works on, in memory: renders by their real decider, and a queue of jobs. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Fault, unavailable } from '../../application/ports/fault.js';
import type { RenderOutcomes } from '../../application/ports/render-outcomes.js';
import type { RenderJob, RenderQueue } from '../../application/ports/render-queue.js';
import { fold } from '../../domain/decider.js';
import type { RenderId } from '../../domain/ids.js';
import type { RenderCommand } from '../../domain/render/commands.js';
import type { RenderEvent } from '../../domain/render/events.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import { renderDecider, type RenderState } from '../../domain/render/render.js';
import { at } from './examples.js';

type Handled = E.Either<RenderRefusal | Fault, RenderState>;

export interface MemoryRenders {
  readonly outcomesOf: (workerId: string) => RenderOutcomes;
  /** What others do, an owner for example. */
  readonly handle: (command: RenderCommand) => Handled;
  readonly events: (renderId: RenderId) => ReadonlyArray<RenderEvent>;
  /** Makes the store unreachable, or reachable again. */
  readonly reach: (isReachable: boolean) => void;
}

export const memoryRenders = (): MemoryRenders => {
  const streams = new Map<RenderId, ReadonlyArray<RenderEvent>>();
  let isReachable = true;
  const events = (id: RenderId): ReadonlyArray<RenderEvent> => streams.get(id) ?? [];
  const stateOf = (id: RenderId): RenderState => fold(renderDecider, events(id));
  const handle = (command: RenderCommand): Handled => {
    if (!isReachable) return E.left(unavailable('memory')('out of reach'));
    const decided = renderDecider.decide(command, stateOf(command.renderId));
    if (E.isLeft(decided)) return decided;
    streams.set(command.renderId, [...events(command.renderId), ...decided.right]);
    return E.right(stateOf(command.renderId));
  };
  return {
    handle,
    events,
    reach: (now) => (isReachable = now),
    outcomesOf: (workerId) => {
      const record = (command: RenderCommand) => TE.fromIOEither(() => handle(command));
      return {
        current: (id) =>
          TE.fromIOEither(() =>
            isReachable ? E.right(stateOf(id)) : E.left(unavailable('memory')('out of reach')),
          ),
        start: (renderId) => record({ type: 'StartRender', renderId, workerId, at: at(1) }),
        captionWords: (renderId, attempt, words) =>
          record({ type: 'RecordCaptionWords', renderId, attempt, ...words, at: at(2) }),
        complete: (renderId, attempt, output, provenance, fingerprint) =>
          record({
            type: 'CompleteRender',
            renderId,
            attempt,
            output,
            provenance,
            ...(fingerprint ? { fingerprint } : {}),
            at: at(3),
          }),
        fail: (renderId, attempt, failure) =>
          record({ type: 'FailRender', renderId, attempt, failure, at: at(3) }),
      };
    },
  };
};

/** A job, and what became of it. */
export interface MemoryJob extends RenderJob {
  readonly state: () => 'waiting' | 'acknowledged' | { readonly releasedForMs: number };
  readonly heartbeats: () => number;
}

/** @param acknowledge whether the queue hears of it when the job is taken off */
export const memoryJob = (renderId: RenderId, acknowledge = true): MemoryJob => {
  let state: ReturnType<MemoryJob['state']> = 'waiting';
  let heartbeats = 0;
  return {
    renderId,
    delivery: 1,
    heartbeat: () => void (heartbeats += 1),
    acknowledge: TE.fromIOEither(() => {
      if (!acknowledge) return E.left(unavailable('memory')('out of reach'));
      state = 'acknowledged';
      return E.right(undefined);
    }),
    release: (delayMs) => void (state = { releasedForMs: delayMs }),
    state: () => state,
    heartbeats: () => heartbeats,
  };
};

/** A queue that hands out these jobs and then waits. */
export const memoryQueue = (jobs: ReadonlyArray<RenderJob>): RenderQueue => ({
  publish: () => TE.right(undefined),
  demand: TE.right({ waiting: jobs.length, asking: 0 }),
  jobs: async function* (signal) {
    for (const job of jobs) if (!signal.aborted) yield job;
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  },
});
