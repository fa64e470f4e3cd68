import { expect } from 'chai';
import type { RenderCommand } from '../../domain/render/commands.js';
import type { Provenance, RenderEvent, RenderFailure, RenderOutput } from '../../domain/render/events.js';
import { MAX_ATTEMPTS, renderDecider } from '../../domain/render/render.js';
import { specFor } from '../support/decider-spec.js';
import { at, clip, owner, renderId, snapshot, otherOwner, videoId } from '../support/examples.js';

const { given } = specFor(renderDecider);
const facts = { renderId, ownerId: owner, videoId, videoVersion: 1 };

const requested: RenderEvent = {
  type: 'RenderRequested',
  data: {
    ...facts,
    video: snapshot(),
    autoGenerateCaptionWords: true,
    captionLanguageCode: 'en',
    at: at(0),
  },
};
const started = (attempt: number): RenderEvent => ({
  type: 'RenderStarted',
  data: { ...facts, attempt, workerId: 'w1', at: at(attempt) },
});
const output: RenderOutput = {
  key: 'k.mp4',
  bytes: 1,
  sha256: 'c'.repeat(64),
  width: 1920,
  height: 1080,
  frames: 150,
  durationMs: 5000,
};
const provenance: Provenance = { renderer: 'r', ffmpeg: '5', sources: [], fonts: [], stageSeconds: {} };
const failure: RenderFailure = {
  stage: 'download',
  message: 'not found',
  retryable: false,
  clip: 'clips[0]',
};
const completed: RenderEvent = {
  type: 'RenderCompleted',
  data: { ...facts, attempt: 1, output, provenance, at: at(9) },
};
const failed: RenderEvent = { type: 'RenderFailed', data: { ...facts, attempt: 1, failure, at: at(9) } };
const cancelled: RenderEvent = { type: 'RenderCancelled', data: { ...facts, at: at(9) } };

const start: RenderCommand = { type: 'StartRender', renderId, workerId: 'w1', at: at(1) };
const complete = (attempt = 1): RenderCommand => ({
  type: 'CompleteRender',
  renderId,
  attempt,
  output,
  provenance,
  at: at(9),
});
const fail = (attempt = 1): RenderCommand => ({ type: 'FailRender', renderId, attempt, failure, at: at(9) });
const words = (clips = [clip('one')], attempt = 1): RenderCommand => ({
  type: 'RecordCaptionWords',
  renderId,
  attempt,
  clips,
  wordCount: 3,
  recogniser: 'test 1',
  at: at(5),
});
const cancel = (ownerId = owner): RenderCommand => ({ type: 'CancelRender', renderId, ownerId, at: at(9) });

describe('render: life cycle', () => {
  it('is requested once', () => {
    const request: RenderCommand = {
      type: 'RequestRender',
      renderId,
      ownerId: owner,
      video: snapshot(),
      autoGenerateCaptionWords: true,
      captionLanguageCode: 'en',
      at: at(0),
    };
    given().when(request).thenEvents(requested);
    given(requested).when(request).thenNothing();
    given(requested)
      .when({ ...request, ownerId: otherOwner })
      .thenRefused({ _tag: 'RenderAlreadyExists', renderId });
  });

  it('records its priority unless that is normal', () => {
    const request = {
      type: 'RequestRender',
      renderId,
      ownerId: owner,
      video: snapshot(),
      autoGenerateCaptionWords: true,
      captionLanguageCode: 'en',
      at: at(0),
    } as const;
    given()
      .when({ ...request, priority: 'normal' })
      .thenEvents(requested);
    const [event] = given()
      .when({ ...request, priority: 'high' })
      .events();
    expect(event).to.have.nested.property('data.priority', 'high');
  });

  it('is started, then completed or failed by the worker that holds it', () => {
    given(requested).when(start).thenEvents(started(1));
    given(requested, started(1)).when(complete()).thenEvents(completed);
    given(requested, started(1)).when(fail()).thenEvents(failed);
  });

  it('records the clips with their transcribed words', () => {
    given(requested, started(1))
      .when(words())
      .thenEvents({
        type: 'CaptionWordsGenerated',
        data: {
          ...facts,
          attempt: 1,
          clips: [clip('one')],
          wordCount: 3,
          recogniser: 'test 1',
          languageCode: 'en',
          at: at(5),
        },
      });
  });

  it('fails if the transcribed words would not fit an event', () => {
    const [event] = given(requested, started(1))
      .when(words(Array.from({ length: 12 }, (_, index) => clip(`c${index}`, 'x'.repeat(100_000)))))
      .events();
    expect(event).to.have.property('type', 'RenderFailed');
    expect(event).to.have.nested.property('data.failure.stage', 'transcribe');
    expect(event).to.have.nested.property('data.failure.retryable', false);
  });

  it('is cancelled by its owner while pending or processing', () => {
    given(requested).when(cancel()).thenEvents(cancelled);
    given(requested, started(1)).when(cancel()).thenEvents(cancelled);
    given(requested).when(cancel(otherOwner)).thenRefused({ _tag: 'RenderBelongsToAnotherOwner', renderId });
  });
});

describe('render: lost workers', () => {
  it('goes to another worker, and the outcome of the lost worker is refused', () => {
    given(requested, started(1))
      .when({ ...start, at: at(2) })
      .thenEvents(started(2));
    for (const late of [complete(1), fail(1), words([], 1)])
      given(requested, started(1), started(2))
        .when(late)
        .thenRefused({ _tag: 'RenderAttemptIsStale', renderId, current: 2 });
  });

  it(`fails after ${MAX_ATTEMPTS} attempts`, () => {
    const history = Array.from({ length: MAX_ATTEMPTS }, (_, index) => started(index + 1));
    const [event] = given(requested, ...history)
      .when(start)
      .events();
    expect(event).to.have.property('type', 'RenderFailed');
    expect(event).to.have.nested.property('data.failure.stage', 'worker');
  });
});

describe('render: a terminal status never changes', () => {
  for (const [status, end] of [
    ['completed', completed],
    ['failed', failed],
    ['cancelled', cancelled],
  ] as const)
    it(status, () => {
      for (const command of [start, complete(), fail(), words(), cancel()])
        given(requested, started(1), end)
          .when(command)
          .thenRefused({ _tag: 'RenderAlreadyFinished', renderId, status });
    });

  it('and commands on a render that does not exist are refused', () => {
    for (const command of [start, complete(), fail(), words(), cancel()])
      given().when(command).thenRefused({ _tag: 'RenderDoesNotExist', renderId });
  });
});
