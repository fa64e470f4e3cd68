import * as E from 'fp-ts/lib/Either.js';
import { nextAttempt } from './attempts.js';
import type { DataOf } from '../aggregate.js';
import type { RenderCommand } from './commands.js';
import type { RenderEvent } from './events.js';
import type { RenderRefusal } from './refusals.js';
import { isFinished, type Render, eventFacts } from './state.js';

// A replay renders a completed render again and compares. It is part of the render's history.

/** Maximum number of replays of one render, to keep its history short. */
export const MAX_REPLAYS = 100;

/** A run of a render: what a worker does, or could do next. */
export interface RenderRun {
  /** The number of the replay; 0 for the render itself. */
  readonly replay: number;
  readonly attempt: number;
}

/** The run that is not over: the render itself, or its newest replay; undefined if both are. */
export const unfinishedRun = ({ status, attempt, replay }: Render): RenderRun | undefined => {
  if (!isFinished(status)) return { replay: 0, attempt };
  return replay && replay.status !== 'over' ? { replay: replay.number, attempt: replay.attempt } : undefined;
};

type Decision = E.Either<RenderRefusal, ReadonlyArray<RenderEvent>>;

/** Requests a replay, unless one is unfinished. */
export const decideRequestReplay = (at: string, render: Render): Decision => {
  const { renderId, replay, status } = render;
  if (status !== 'completed') return E.left({ _tag: 'RenderNotCompleted' });
  if (replay && replay.status !== 'over') return E.right([]);
  const number = (replay?.number ?? 0) + 1;
  if (number > MAX_REPLAYS) return E.left({ _tag: 'RenderReplayedTooOften', renderId, limit: MAX_REPLAYS });
  return E.right([{ type: 'ReplayRequested', data: { ...eventFacts(render, at), replay: number } }]);
};

type ReplayFacts = ReturnType<typeof eventFacts> & RenderRun;

/** The facts of events about the unfinished replay; refused if there is none. */
const replayFacts = (render: Render, at: string): E.Either<RenderRefusal, ReplayFacts> => {
  const run = unfinishedRun(render);
  const { renderId, status } = render;
  return run
    ? E.right({ ...eventFacts(render, at), ...run })
    : E.left({ _tag: 'RenderAlreadyFinished', renderId, status });
};

export const decideStartOfReplay = (
  { workerId, previous, at }: DataOf<RenderCommand, 'StartRender'>,
  render: Render,
): Decision =>
  E.map(({ attempt, ...facts }: ReplayFacts): ReadonlyArray<RenderEvent> => {
    const { lostAttempts = 0 } = render.replay ?? {};
    const next = nextAttempt(facts.replay, { attempt, lostAttempts }, previous);
    return [
      E.isRight(next)
        ? { type: 'ReplayStarted', data: { ...facts, ...next.right, workerId } }
        : { type: 'ReplayFailed', data: { ...facts, attempt, failure: next.left } },
    ];
  })(replayFacts(render, at));

export const decideEndOfReplay = (
  { at, ...run }: RenderRun & { readonly at: string },
  render: Render,
  ended: (facts: ReplayFacts) => RenderEvent,
): Decision =>
  E.flatMap((facts: ReplayFacts): Decision => {
    const { renderId, replay, attempt } = facts;
    return run.replay === replay && run.attempt === attempt
      ? E.right([ended(facts)])
      : E.left({ _tag: 'RenderAttemptIsStale', renderId, current: attempt });
  })(replayFacts(render, at));
