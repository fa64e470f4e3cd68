/** What a render loop works on, in memory: renders by their real decider, and a queue of jobs. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Fault, unavailable } from '../../../application/ports/fault.js';
import type { LastReports, RenderOutcomes } from '../../../application/ports/render-outcomes.js';
import type { RenderJob, RenderQueue } from '../../../application/ports/render-queue.js';
import { outcomesOfWorker } from '../../../application/renders/render-outcomes.js';
import { fold } from '../../../domain/decider.js';
import type { RenderId } from '../../../domain/ids.js';
import type { LastReport, RenderCommand } from '../../../domain/render/commands.js';
import type { RenderEvent } from '../../../domain/render/events.js';
import type { RenderRefusal } from '../../../domain/render/refusals.js';
import { renderDecider } from '../../../domain/render/render.js';
import type { RenderState } from '../../../domain/render/state.js';
import { at } from '../examples.js';

const outOfReach = (): Fault => unavailable('memory')('out of reach');

type Handled = E.Either<RenderRefusal | Fault, RenderState>;

export interface MemoryRenders {
  readonly outcomesOf: (workerId: string) => RenderOutcomes;
  /** What others do, an owner for example. */
  readonly handle: (command: RenderCommand) => Handled;
  readonly events: (renderId: RenderId) => ReadonlyArray<RenderEvent>;
  /** Makes the store unreachable, or reachable again. */
  readonly reach: (isReachable: boolean) => void;
}

/** What the last workers of renders told, in memory. */
export const memoryLastReports = (): LastReports => {
  const reports = new Map<RenderId, LastReport>();
  return {
    of: (renderId) => Promise.resolve(reports.get(renderId)),
    handBack: async (renderId, { replay, attempt }) =>
      void reports.set(renderId, { replay, attempt, clips: [], handedBack: true }),
  };
};

export const memoryRenders = (): MemoryRenders => {
  const lastReports = memoryLastReports();
  const streams = new Map<RenderId, ReadonlyArray<RenderEvent>>();
  let isReachable = true;
  const events = (id: RenderId): ReadonlyArray<RenderEvent> => streams.get(id) ?? [];
  const stateOf = (id: RenderId): RenderState => fold(renderDecider, events(id));
  const handle = (command: RenderCommand): Handled => {
    if (!isReachable) return E.left(outOfReach());
    const decided = renderDecider.decide(command, stateOf(command.renderId));
    if (E.isLeft(decided)) return decided;
    streams.set(command.renderId, [...events(command.renderId), ...decided.right]);
    return E.right(stateOf(command.renderId));
  };
  return {
    handle,
    events,
    reach: (now) => (isReachable = now),
    outcomesOf: (workerId) =>
      outcomesOfWorker(
        {
          handle: (command) => TE.fromIOEither(() => handle(command)),
          load: (id) => TE.fromIOEither(() => (isReachable ? E.right(stateOf(id)) : E.left(outOfReach()))),
          now: () => at(1),
        },
        workerId,
        lastReports,
      ),
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
    deliveries: 1,
    heartbeat: () => void (heartbeats += 1),
    acknowledge: TE.fromIOEither(() => {
      if (!acknowledge) return E.left(unavailable('memory')('out of reach'));
      state = 'acknowledged';
      return E.right(undefined);
    }),
    release: (delayMs) => void (state = { releasedForMs: delayMs }),
    inTrace: (work) => work(),
    state: () => state,
    heartbeats: () => heartbeats,
  };
};

/** A queue that hands out these jobs and then waits. */
export const memoryQueue = (jobs: ReadonlyArray<RenderJob>): RenderQueue => ({
  publish: () => TE.right(undefined),
  state: TE.right({ waiting: jobs.length, asking: 0 }),
  jobs: async function* (signal) {
    for (const job of jobs) if (!signal.aborted) yield job;
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  },
});
