import * as E from 'fp-ts/lib/Either.js';
import { definedFields, fitsInUtf8, sameJson } from '../codec/json.js';
import { LIMITS } from '../composition/limits.js';
import { type Decider, isEventOf } from '../decider.js';
import type { RenderId } from '../ids.js';
import { createdBefore, existing } from '../ownership.js';
import { streamName } from '../stream-names.js';
import { nextAttempt } from './attempts.js';
import type {
  CancelRender,
  CompleteRender,
  FailRender,
  RecordCaptionWords,
  RenderCommand,
  RequestRender,
  StartRender,
} from './commands.js';
import { RENDER_EVENTS, type RenderEvent } from './events.js';
import { recordedFailure } from './failure-cause.js';
import type { RenderRefusal } from './refusals.js';
import { decideReplay, decideRequestReplay } from './replay.js';
import { evolveRender, isTerminal, type Render, renderFacts, type RenderState } from './state.js';

export const renderStream = (id: RenderId): `render-${RenderId}` => streamName('render', id);

type Decision = E.Either<RenderRefusal, ReadonlyArray<RenderEvent>>;

const request = (command: RequestRender, state: RenderState): Decision => {
  const { type: _, renderId, ownerId, at, priority, failure, ...asked } = command;
  if (state._tag !== 'NoRender') return createdBefore('Render', { renderId }, ownerId, state);
  const data = {
    ...renderFacts(command, at),
    ...definedFields({ ...asked, priority: priority === 'normal' ? undefined : priority }),
  };
  const requested: RenderEvent = { type: 'RenderRequested', data };
  if (!failure) return E.right([requested]);
  return E.right([
    requested,
    { type: 'RenderFailed', data: { ...renderFacts(command, at), attempt: 0, failure } },
  ]);
};

const start = ({ at, workerId, previous }: StartRender, render: Render): Decision => {
  const facts = renderFacts(render, at);
  const next = nextAttempt(0, render, previous);
  return E.right([
    E.isRight(next)
      ? { type: 'RenderStarted', data: { ...facts, ...next.right, workerId } }
      : { type: 'RenderFailed', data: { ...facts, attempt: render.attempt, failure: next.left } },
  ]);
};

const cancel = ({ at }: CancelRender, render: Render): Decision =>
  E.right([{ type: 'RenderCancelled', data: renderFacts(render, at) }]);

/** Records the clips with their words. If these do not fit an event, the render fails. */
const recordCaptionWords = (command: RecordCaptionWords, render: Render): Decision => {
  const { attempt, clips, wordCount, recogniser, at } = command;
  if (sameJson(render.captionedClips, clips)) return E.right([]);
  const data = { ...renderFacts(render, at), attempt, clips, wordCount };
  const languageCode = render.captionLanguageCode;
  const event: RenderEvent =
    recogniser === undefined
      ? { type: 'CaptionWordsImported', data }
      : { type: 'CaptionWordsGenerated', data: { ...data, recogniser, languageCode } };
  if (fitsInUtf8(JSON.stringify(event.data), LIMITS.eventBytes)) return E.right([event]);
  const failure = recordedFailure({ _tag: 'WordsTooLarge', wordCount, mostBytes: LIMITS.eventBytes });
  return E.right([{ type: 'RenderFailed', data: { ...renderFacts(render, at), attempt, failure } }]);
};

const complete = (command: CompleteRender, render: Render): Decision => {
  const { attempt, output, provenance, fingerprint, at } = command;
  const data = {
    ...renderFacts(render, at),
    attempt,
    output,
    provenance,
    ...(fingerprint ? { fingerprint } : {}),
  };
  return E.right([{ type: 'RenderCompleted', data }]);
};

const fail = ({ attempt, failure, at }: FailRender, render: Render): Decision =>
  E.right([{ type: 'RenderFailed', data: { ...renderFacts(render, at), attempt, failure } }]);

const decide = (command: RenderCommand, state: RenderState): Decision => {
  if (command.type === 'RequestRender') return request(command, state);
  const ownerId = 'ownerId' in command ? command.ownerId : undefined;
  const found = existing('Render', { renderId: command.renderId }, ownerId)(state);
  if (E.isLeft(found)) return found;
  const render = found.right;
  if (command.type === 'RequestReplay') return decideRequestReplay(command, render);
  if (command.type === 'CompleteReplay' || command.type === 'FailReplay')
    return decideReplay(command, render);
  if (command.type === 'StartRender' && render.replay) return decideReplay(command, render);
  if (isTerminal(render.status))
    return E.left({ _tag: 'RenderAlreadyFinished', renderId: render.renderId, status: render.status });
  if ('attempt' in command && command.attempt !== render.attempt)
    return E.left({ _tag: 'RenderAttemptIsStale', renderId: render.renderId, current: render.attempt });
  switch (command.type) {
    case 'StartRender':
      return start(command, render);
    case 'CancelRender':
      return cancel(command, render);
    case 'RecordCaptionWords':
      return recordCaptionWords(command, render);
    case 'CompleteRender':
      return complete(command, render);
    case 'FailRender':
      return fail(command, render);
  }
};

/**
 * Renders: requested (a repeated request with the same id changes nothing), taken by a worker (by another if that one
 * is lost), then completed, failed or cancelled for good. A render that is over refuses every command, also a
 * repetition of the one that ended it.
 */
export const renderDecider: Decider<RenderCommand, RenderState, RenderEvent, RenderRefusal> = {
  isEvent: isEventOf<RenderEvent>(RENDER_EVENTS),
  initialState: { _tag: 'NoRender' },
  decide,
  evolve: evolveRender,
};
