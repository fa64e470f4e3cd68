import * as E from 'fp-ts/lib/Either.js';
import { nextAttempt } from './attempts.js';
import type { DataOf } from '../aggregate.js';
import type { RenderCommand } from './commands.js';
import type { RenderEvent } from './events.js';
import type { RenderRefusal } from './refusals.js';
import { isTerminal, type Render, eventFacts } from './state.js';

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
export const decideRequestReplay = (at: string, render: Render): Decision => {
  const { renderId, replay, status } = render;
  if (status !== 'completed') return E.left({ _tag: 'RenderNotCompleted' });
  if (replay && replay.status !== 'over') return E.right([]);
  const number = (replay?.number ?? 0) + 1;
  if (number > MAX_REPLAYS) return E.left({ _tag: 'RenderReplayedTooOften', renderId, limit: MAX_REPLAYS });
  return E.right([{ type: 'ReplayRequested', data: { ...eventFacts(render, at), replay: number } }]);
};

type ReplayFacts = ReturnType<typeof eventFacts> & RenderRun;

/** What a worker does for a render that is over is about its replay. */
const ofReplay = (render: Render, at: string): E.Either<RenderRefusal, ReplayFacts> => {
  const run = runOf(render);
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
  })(ofReplay(render, at));

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
  })(ofReplay(render, at));
