import { expect } from 'chai';
import type { RenderCommand } from '../../domain/render/commands.js';
import type { Provenance, RenderOutput } from '../../domain/render/render-output.js';
import type { RenderEvent } from '../../domain/render/events.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import { renderDecider } from '../../domain/render/render.js';
import { MAX_LOST_WORKERS } from '../../domain/render/attempts.js';
import { specFor } from '../support/decider-spec.js';
import { at, clip, owner, renderId, requestRender, snapshot, videoId } from '../support/examples.js';

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
  it('records its priority unless that is normal', () => {
    for (const request of [requestRender(), requestRender({ priority: 'normal' })])
      given().when(request).thenEvents(requested);
    const [event] = given()
      .when(requestRender({ priority: 'high' }))
      .events();
    expect(event).to.have.nested.property('data.priority', 'high');
  });

  it('records and remembers the requested quality', () => {
    const withQuality = { ...requested, data: { ...requested.data, quality: 'draft' } } as const;
    expect(renderDecider.evolve(renderDecider.initialState, withQuality)).to.include({ quality: 'draft' });
    expect(renderDecider.evolve(renderDecider.initialState, requested)).not.to.have.property('quality');
  });

  it('is started, then completed or failed by its worker', () => {
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

  it('records the clips with the words of subtitle files, once', () => {
    const imported: RenderCommand = {
      type: 'RecordCaptionWords',
      renderId,
      attempt: 1,
      clips: [clip('one')],
      wordCount: 3,
      at: at(5),
    };
    const event: RenderEvent = {
      type: 'CaptionWordsImported',
      data: { ...facts, attempt: 1, clips: [clip('one')], wordCount: 3, at: at(5) },
    };
    given(requested, started(1)).when(imported).thenEvents(event);
    given(requested, started(1), event).when(imported).thenNothing();
  });

  it('fails if the transcribed words do not fit into an event', () => {
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

  const lost = Array.from({ length: MAX_LOST_WORKERS }, (_, index) => started(index + 1));

  it(`fails after ${MAX_LOST_WORKERS} attempts, and names the clip that was being rendered`, () => {
    const inWork = (clips: ReadonlyArray<string>, attempt = MAX_LOST_WORKERS) =>
      given(requested, ...lost)
        .when({ ...start, previous: { replay: 0, attempt, clips, handedBack: false } })
        .events()[0];
    expect(inWork(['clips[1]'])).to.have.property('type', 'RenderFailed');
    expect(inWork(['clips[1]'])).to.have.nested.property('data.failure.clip', 'clips[1]');
    expect(inWork(['clips[1]'])).to.have.nested.property('data.failure.stage', 'worker');
    expect(inWork(['clips[0]', 'clips[4].clips[1]']))
      .to.have.nested.property('data.failure.message')
      .that.matches(/, the last one while clips\[0\], clips\[4\]\.clips\[1\] were rendered$/);
    expect(inWork(['clips[1]'], 1)).to.not.have.nested.property('data.failure.clip');
  });

  it('does not count attempts that were handed back', () => {
    const previous = { replay: 0, attempt: MAX_LOST_WORKERS, clips: [], handedBack: true };
    const [again] = given(requested, ...lost)
      .when({ ...start, previous })
      .events();
    if (again?.type !== 'RenderStarted') throw new Error('not started again');
    expect(again.data).to.include({ attempt: MAX_LOST_WORKERS + 1, handedBack: true });
    const [failed] = given(requested, ...lost, again)
      .when(start)
      .events();
    expect(failed).to.have.property('type', 'RenderFailed');
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

  it('and a render that does not exist accepts no command', () => {
    for (const command of [start, complete()])
      given().when(command).thenRefused({ _tag: 'RenderDoesNotExist', renderId });
  });
});
