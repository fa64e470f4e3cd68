import { expect } from 'chai';
import { fold } from '../../domain/decider.js';
import type { RenderCommand } from '../../domain/render/commands.js';
import type { RenderEvent } from '../../domain/render/events.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import type { RenderOutput } from '../../domain/render/render-output.js';
import { MAX_REPLAYS, unfinishedRun } from '../../domain/render/replay.js';
import { type ReplayedFile, verdictOf } from '../../domain/render/replay-verdict.js';
import { renderDecider } from '../../domain/render/render.js';
import { MAX_LOST_WORKERS } from '../../domain/render/attempts.js';
import { specFor } from '../support/decider-spec.js';
import { at, otherOwner, owner, renderId, snapshot, videoId } from '../support/examples.js';

const { given } = specFor(renderDecider);
const facts = { renderId, ownerId: owner, videoId, videoVersion: 1 };
const output: RenderOutput = {
  key: 'k.mp4',
  bytes: 1,
  sha256: 'c'.repeat(64),
  width: 2,
  height: 2,
  frames: 1,
  durationMs: 40,
};
const provenance = { renderer: 'r', ffmpeg: '5', sources: [], fonts: [], stageSeconds: {} };
const failure: RenderFailure = { stage: 'encode', message: 'the encoder failed', retryable: true };
const requestedRender: RenderEvent = {
  type: 'RenderRequested',
  data: {
    ...facts,
    video: snapshot(),
    autoGenerateCaptionWords: false,
    captionLanguageCode: 'en',
    at: at(0),
  },
};
const completed: ReadonlyArray<RenderEvent> = [
  requestedRender,
  { type: 'RenderStarted', data: { ...facts, attempt: 1, workerId: 'w', at: at(1) } },
  { type: 'RenderCompleted', data: { ...facts, attempt: 1, output, provenance, at: at(2) } },
];
const verdict = { result: 'identical' } as const;

const requested = (replay = 1): RenderEvent => ({
  type: 'ReplayRequested',
  data: { ...facts, replay, at: at(3) },
});
const started = (attempt = 1, replay = 1): RenderEvent => ({
  type: 'ReplayStarted',
  data: { ...facts, replay, attempt, workerId: 'w', at: at(4) },
});
const over = (replay = 1): RenderEvent => ({
  type: 'ReplayCompleted',
  data: { ...facts, replay, attempt: 1, verdict, at: at(5) },
});
const failed: RenderEvent = {
  type: 'ReplayFailed',
  data: { ...facts, replay: 1, attempt: 1, failure, at: at(5) },
};

const request = (ownerId = owner): RenderCommand => ({ type: 'RequestReplay', renderId, ownerId, at: at(3) });
const start: RenderCommand = { type: 'StartRender', renderId, workerId: 'w', at: at(4) };
const complete = (attempt = 1, replay = 1): RenderCommand => ({
  type: 'CompleteReplay',
  renderId,
  replay,
  attempt,
  verdict,
  at: at(5),
});
const fail: RenderCommand = { type: 'FailReplay', renderId, replay: 1, attempt: 1, failure, at: at(5) };

describe('render: replays', () => {
  it('are requested for a completed render, one at a time', () => {
    given(...completed)
      .when(request())
      .thenEvents(requested());
    given(...completed, requested())
      .when(request())
      .thenEvents();
    given(...completed, requested(), started())
      .when(request())
      .thenEvents();
    given(...completed, requested(), started(), over())
      .when(request())
      .thenEvents(requested(2));
    given(...completed, requested(), started(), failed)
      .when(request())
      .thenEvents(requested(2));
  });

  it('are refused to other owners, for renders that are not completed, and beyond a limit', () => {
    given(...completed)
      .when(request(otherOwner))
      .thenRefused({ _tag: 'RenderBelongsToAnotherOwner', renderId });
    given(requestedRender).when(request()).thenRefused({ _tag: 'RenderNotCompleted' });
    given().when(request()).thenRefused({ _tag: 'RenderDoesNotExist', renderId });
    given(...completed, requested(MAX_REPLAYS), started(1, MAX_REPLAYS), over(MAX_REPLAYS))
      .when(request())
      .thenRefused({ _tag: 'RenderReplayedTooOften', renderId, limit: MAX_REPLAYS });
  });

  it('are taken by a worker, and by another one if that one is lost', () => {
    given(...completed, requested())
      .when(start)
      .thenEvents(started());
    given(...completed, requested(), started())
      .when(start)
      .thenEvents(started(2));
    given(...completed, requested(), ...Array.from({ length: MAX_LOST_WORKERS }, (_, n) => started(n + 1)))
      .when(start)
      .thenEvents({
        type: 'ReplayFailed',
        data: {
          ...facts,
          replay: 1,
          attempt: MAX_LOST_WORKERS,
          failure: {
            stage: 'worker',
            message: `the render was abandoned: ${MAX_LOST_WORKERS} attempts ended without a result`,
            retryable: true,
          },
          at: at(4),
        },
      });
  });

  it('are not given up when workers hand them back', () => {
    const previous = (replay: number, attempt: number) => ({ replay, attempt, clips: [], handedBack: true });
    const handedBack = (attempt: number): RenderEvent => ({
      type: 'ReplayStarted',
      data: { ...facts, replay: 1, attempt, workerId: 'w', handedBack: true, at: at(4) },
    });
    const often = Array.from({ length: 2 * MAX_LOST_WORKERS }, (_, n) => handedBack(n + 2));
    const next = often.length + 1;
    given(...completed, requested(), started(), ...often)
      .when({ ...start, previous: previous(1, next) })
      .thenEvents(handedBack(next + 1));
    // Reports on another attempt, on the render or on an earlier replay are ignored.
    for (const other of [previous(1, 2), previous(0, 1), previous(2, 1)])
      given(...completed, requested(), started())
        .when({ ...start, previous: other })
        .thenEvents(started(2));
  });

  it('end with a verdict or a failure, recorded by their current worker', () => {
    given(...completed, requested(), started())
      .when(complete())
      .thenEvents(over());
    given(...completed, requested(), started())
      .when(fail)
      .thenEvents(failed);
    given(...completed, requested(), started(2))
      .when(complete(1))
      .thenRefused({ _tag: 'RenderAttemptIsStale', renderId, current: 2 });
    given(...completed, requested(), started(), over(), requested(2), started(1, 2))
      .when(complete(1, 1))
      .thenRefused({ _tag: 'RenderAttemptIsStale', renderId, current: 1 });
    for (const command of [start, complete(), fail])
      given(...completed, requested(), started(), over())
        .when(command)
        .thenRefused({ _tag: 'RenderAlreadyFinished', renderId, status: 'completed' });
  });

  it('are the unfinished runs of a finished render', () => {
    const work = (...events: ReadonlyArray<RenderEvent>) => {
      const state = fold(renderDecider, events);
      return state._tag === 'Render' ? unfinishedRun(state) : undefined;
    };
    expect(work(requestedRender)).to.deep.equal({ replay: 0, attempt: 0 });
    expect(work(...completed)).to.equal(undefined);
    expect(work(...completed, requested())).to.deep.equal({ replay: 1, attempt: 0 });
    expect(work(...completed, requested(), started(2))).to.deep.equal({ replay: 1, attempt: 2 });
    expect(work(...completed, requested(), started(), over())).to.equal(undefined);
  });

  it('have the verdict of the worst file', () => {
    const file = (more: Partial<ReplayedFile>): ReplayedFile => ({
      role: 'output',
      format: 'mp4',
      stored: 'kept',
      comparison: 'identical',
      ...more,
    });
    const gone = file({ stored: 'gone', comparison: 'unknown' });
    const different = file({ comparison: 'different' });
    const changed = file({ stored: 'changed' });
    const result = (...files: ReadonlyArray<ReplayedFile>) => verdictOf(files, []).result;
    expect(result(file({}), file({ stored: 'gone' }))).to.equal('identical');
    expect(result(file({}), gone)).to.equal('output-gone');
    expect(result(gone, different)).to.equal('different');
    expect(result(different, changed, gone)).to.equal('output-changed');
  });
});
