import * as E from 'fp-ts/lib/Either.js';
import { nextAttempt } from './attempts.js';
import type { CompleteReplay, FailReplay, RequestReplay, StartRender } from './commands.js';
import type { RenderEvent } from './events.js';
import type { RenderRefusal } from './refusals.js';
import { isTerminal, type Render, renderFacts } from './state.js';

// A replay renders a completed render again and compares. It is part of the render's history.

/** How often one render can be replayed: its history must stay short. */
export const MAX_REPLAYS = 100;

/** What a worker does, or could do next: the render itself (0) or one of its replays, and which attempt. */
export interface RenderRun {
  readonly replay: number;
  readonly attempt: number;
}

/** Undefined if nothing of the render is unfinished. */
export const runOf = ({ status, attempt, replay }: Render): RenderRun | undefined => {
  if (!isTerminal(status)) return { replay: 0, attempt };
  return replay && replay.status !== 'over' ? { replay: replay.number, attempt: replay.attempt } : undefined;
};

type Decision = E.Either<RenderRefusal, ReadonlyArray<RenderEvent>>;

/** A replay that is not over is not requested again. */
export const decideRequestReplay = ({ at }: RequestReplay, render: Render): Decision => {
  const { renderId, replay, status } = render;
  if (status !== 'completed') return E.left({ _tag: 'RenderNotCompleted' });
  if (replay && replay.status !== 'over') return E.right([]);
  const number = (replay?.number ?? 0) + 1;
  if (number > MAX_REPLAYS) return E.left({ _tag: 'RenderReplayedTooOften', renderId, limit: MAX_REPLAYS });
  return E.right([{ type: 'ReplayRequested', data: { ...renderFacts(render, at), replay: number } }]);
};

/** Handles the commands of workers for a render that is over: they are about its replay. */
export const decideReplay = (
  command: StartRender | CompleteReplay | FailReplay,
  render: Render,
): Decision => {
  const run = runOf(render);
  const { renderId, status } = render;
  if (!run) return E.left({ _tag: 'RenderAlreadyFinished', renderId, status });
  const { replay, attempt } = run;
  const facts = { ...renderFacts(render, command.at), replay };
  if (command.type === 'StartRender') {
    const { previous, workerId } = command;
    const next = nextAttempt(replay, { attempt, lostAttempts: render.replay?.lostAttempts ?? 0 }, previous);
    return E.right([
      E.isRight(next)
        ? { type: 'ReplayStarted', data: { ...facts, ...next.right, workerId } }
        : { type: 'ReplayFailed', data: { ...facts, attempt, failure: next.left } },
    ]);
  }
  if (command.replay !== replay || command.attempt !== attempt)
    return E.left({ _tag: 'RenderAttemptIsStale', renderId, current: attempt });
  return command.type === 'CompleteReplay'
    ? E.right([{ type: 'ReplayCompleted', data: { ...facts, attempt, verdict: command.verdict } }])
    : E.right([{ type: 'ReplayFailed', data: { ...facts, attempt, failure: command.failure } }]);
};
