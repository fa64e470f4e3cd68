import * as E from 'fp-ts/lib/Either.js';
import { aggregate, type DataOf } from '../aggregate.js';
import { definedFields, fitsInUtf8, sameJson } from '../codec/json.js';
import { LIMITS } from '../composition/limits.js';
import type { Decider } from '../decider.js';
import type { RenderId } from '../ids.js';
import { streamName } from '../stream-names.js';
import { nextAttempt } from './attempts.js';
import type { RenderCommand } from './commands.js';
import { RENDER_EVENTS, type RenderEvent } from './events.js';
import { recordedFailure } from './failure-cause.js';
import type { RenderRefusal } from './refusals.js';
import { decideEndOfReplay, decideRequestReplay, decideStartOfReplay } from './replay.js';
import { evolveRender, isFinished, type Render, eventFacts, type RenderState } from './state.js';

export const renderStream = (id: RenderId): `render-${RenderId}` => streamName('render', id);

type Decision = E.Either<RenderRefusal, ReadonlyArray<RenderEvent>>;

/** Records the clips with their words. If they do not fit into an event, the render fails. */
const recordCaptionWords = (
  { attempt, clips, wordCount, recogniser, at }: DataOf<RenderCommand, 'RecordCaptionWords'>,
  render: Render,
): Decision => {
  if (sameJson(render.captionedClips, clips)) return E.right([]);
  const data = { ...eventFacts(render, at), attempt, clips, wordCount };
  const languageCode = render.captionLanguageCode;
  const event: RenderEvent =
    recogniser === undefined
      ? { type: 'CaptionWordsImported', data }
      : { type: 'CaptionWordsGenerated', data: { ...data, recogniser, languageCode } };
  if (fitsInUtf8(JSON.stringify(event.data), LIMITS.eventBytes)) return E.right([event]);
  const failure = recordedFailure({ _tag: 'WordsTooLarge', wordCount, maxBytes: LIMITS.eventBytes });
  return E.right([{ type: 'RenderFailed', data: { ...eventFacts(render, at), attempt, failure } }]);
};

/** Refuses commands on a finished render, and on an attempt that is not the current one. */
const unfinished =
  <Data extends object>(decide: (data: Data, render: Render) => Decision) =>
  (data: Data, render: Render): Decision => {
    const { renderId, status, attempt: current } = render;
    if (isFinished(status)) return E.left({ _tag: 'RenderAlreadyFinished', renderId, status });
    return 'attempt' in data && data.attempt !== current
      ? E.left({ _tag: 'RenderAttemptIsStale', renderId, current })
      : decide(data, render);
  };

const start = unfinished(({ at, workerId, previous }: DataOf<RenderCommand, 'StartRender'>, render) => {
  const facts = eventFacts(render, at);
  const next = nextAttempt(0, render, previous);
  return E.right([
    E.isRight(next)
      ? { type: 'RenderStarted', data: { ...facts, ...next.right, workerId } }
      : { type: 'RenderFailed', data: { ...facts, attempt: render.attempt, failure: next.left } },
  ]);
});

/**
 * Renders: requested (a repeated request with the same id changes nothing), taken by a worker (by another if that one
 * is lost), then completed, failed or cancelled for good. A finished render refuses every command except those about its
 * replays, even a repetition of the one that finished it.
 */
export const renderDecider: Decider<RenderCommand, RenderState, RenderEvent, RenderRefusal> = aggregate({
  category: 'render',
  events: RENDER_EVENTS,
  evolve: evolveRender,
  createdBy: 'RequestRender',
  create: ({ renderId, ownerId, at, priority, failure, ...request }) => {
    const facts = eventFacts({ renderId, ownerId, video: request.video }, at);
    const defined = definedFields({ ...request, priority: priority === 'normal' ? undefined : priority });
    return E.right([
      { type: 'RenderRequested', data: { ...facts, ...defined } },
      ...(failure ? [{ type: 'RenderFailed', data: { ...facts, attempt: 0, failure } } as const] : []),
    ]);
  },
  handle: {
    StartRender: (data, render) => (render.replay ? decideStartOfReplay : start)(data, render),
    RecordCaptionWords: unfinished(recordCaptionWords),
    CompleteRender: unfinished(({ attempt, output, provenance, fingerprint, at }, render) => {
      const result = { output, provenance, ...(fingerprint ? { fingerprint } : {}) };
      return E.right([{ type: 'RenderCompleted', data: { ...eventFacts(render, at), attempt, ...result } }]);
    }),
    FailRender: unfinished(({ attempt, failure, at }, render) =>
      E.right([{ type: 'RenderFailed', data: { ...eventFacts(render, at), attempt, failure } }]),
    ),
    CancelRender: unfinished(({ at }, render) =>
      E.right([{ type: 'RenderCancelled', data: eventFacts(render, at) }]),
    ),
    RequestReplay: ({ at }, render) => decideRequestReplay(at, render),
    CompleteReplay: ({ verdict, ...data }, render) =>
      decideEndOfReplay(data, render, (facts) => ({ type: 'ReplayCompleted', data: { ...facts, verdict } })),
    FailReplay: ({ failure, ...data }, render) =>
      decideEndOfReplay(data, render, (facts) => ({ type: 'ReplayFailed', data: { ...facts, failure } })),
  },
});
