import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RenderId } from '../../domain/ids.js';
import type { LastReport, RenderCommand } from '../../domain/render/commands.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import { renderDecider, renderStream } from '../../domain/render/render.js';
import type { RenderState } from '../../domain/render/state.js';
import { type CommandDependencies, handleCommand } from '../commands/handle-command.js';
import { loadState } from '../commands/cached-stream-heads.js';
import type { Clock } from '../ports/clock.js';
import type { Fault } from '../ports/fault.js';
import type { LastReports, RenderOutcomes } from '../ports/render-outcomes.js';

const NO_REPORTS: LastReports = {
  of: () => Promise.resolve(undefined),
  handBack: () => Promise.resolve(),
};

/** The operations with which the work of a worker is recorded. */
export interface RenderRecording {
  readonly handle: (command: RenderCommand) => TE.TaskEither<RenderRefusal | Fault, RenderState>;
  readonly load: (renderId: RenderId) => TE.TaskEither<Fault, RenderState>;
  /** ISO 8601 */
  readonly now: () => string;
}

export const outcomesOfWorker = (
  { handle, load, now }: RenderRecording,
  workerId: string,
  lastReports: LastReports = NO_REPORTS,
): RenderOutcomes => ({
  handBack: lastReports.handBack,
  current: load,
  start: (renderId) =>
    pipe(
      TE.fromTask<LastReport | undefined, RenderRefusal | Fault>(async () => {
        // Loads the state into the cache at the same time, so that the command does not wait for it.
        const loading = load(renderId)();
        const previous = await lastReports.of(renderId);
        await loading;
        return previous;
      }),
      TE.flatMap((previous) => handle({ type: 'StartRender', renderId, workerId, previous, at: now() })),
    ),
  captionWords: (renderId, attempt, transcribed) =>
    handle({ type: 'RecordCaptionWords', renderId, attempt, ...transcribed, at: now() }),
  complete: (renderId, attempt, output, provenance, fingerprint) =>
    handle({
      type: 'CompleteRender',
      renderId,
      attempt,
      output,
      provenance,
      ...(fingerprint ? { fingerprint } : {}),
      at: now(),
    }),
  fail: (renderId, attempt, failure) => handle({ type: 'FailRender', renderId, attempt, failure, at: now() }),
  completeReplay: (renderId, run, verdict) =>
    handle({ type: 'CompleteReplay', renderId, ...run, verdict, at: now() }),
  failReplay: (renderId, run, failure) =>
    handle({ type: 'FailReplay', renderId, ...run, failure, at: now() }),
});

/** Records the work of a worker in the event store, without waiting for read models. */
export const renderOutcomes = (
  dependencies: CommandDependencies & {
    readonly clock: Clock;
    /** The span of the work in progress (W3C Trace Context); absent if nothing is traced. */
    readonly traceparent?: () => string | undefined;
  },
  workerId: string,
  lastReports?: LastReports,
): RenderOutcomes => {
  const handle = handleCommand(renderDecider, dependencies);
  const load = loadState(renderDecider, dependencies.eventStore);
  return outcomesOfWorker(
    {
      handle: (command) =>
        pipe(
          TE.fromIO(() => ({
            actor: { type: 'worker', workerId } as const,
            traceparent: dependencies.traceparent?.(),
          })),
          TE.flatMap((context) => handle(renderStream(command.renderId), command, context)),
          TE.map(({ state }) => state),
        ),
      load: (renderId) => load(renderStream(renderId)),
      now: () => dependencies.clock.now().toISOString(),
    },
    workerId,
    lastReports,
  );
};
