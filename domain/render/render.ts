import * as E from 'fp-ts/lib/Either.js';
import { fitsInUtf8, sameJson } from '../codec/json.js';
import type { Clip } from '../composition/clip.js';
import type { Output } from '../composition/format/output.js';
import { LIMITS } from '../composition/limits.js';
import type { Decider } from '../decider.js';
import type { OwnerId, RenderId } from '../ids.js';
import { createdBefore, ownedBy } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type {
  CancelRender,
  CompleteRender,
  FailRender,
  RecordCaptionWords,
  RenderCommand,
  RequestRender,
  StartRender,
} from './commands.js';
import type { CaptionLanguageCode, RenderEvent, VideoSnapshot } from './events.js';
import { recordedFailure } from './failure-cause.js';
import type { RenderRefusal } from './refusals.js';

export const renderStream = (id: RenderId): `render-${RenderId}` => streamName('render', id);

/** How many attempts a render gets before it fails because workers keep crashing. */
export const MAX_ATTEMPTS = 5;

export type RenderStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** Whether a status is final. */
export const isTerminal = (status: RenderStatus): boolean => status !== 'pending' && status !== 'processing';

export interface Render {
  readonly _tag: 'Render';
  readonly renderId: RenderId;
  readonly ownerId: OwnerId;
  readonly video: VideoSnapshot;
  readonly autoGenerateCaptionWords: boolean;
  readonly captionLanguageCode: CaptionLanguageCode;
  /** What the request asked for, if it said so. */
  readonly output?: ReadonlyArray<Output>;
  readonly status: RenderStatus;
  /** 0 until a worker takes the render. */
  readonly attempt: number;
  /** The clips with transcribed words, if there are any. */
  readonly captionedClips?: ReadonlyArray<Clip>;
}
export type RenderState = { readonly _tag: 'NoRender' } | Render;

const evolve = (state: RenderState, event: RenderEvent): RenderState => {
  if (event.type === 'RenderRequested') {
    const {
      at: _at,
      videoId: _videoId,
      videoVersion: _videoVersion,
      priority: _priority,
      merge: _merge,
      ...requested
    } = event.data;
    return { _tag: 'Render', ...requested, status: 'pending', attempt: 0 };
  }
  if (state._tag === 'NoRender') return state;
  switch (event.type) {
    case 'RenderStarted':
      return { ...state, status: 'processing', attempt: event.data.attempt };
    case 'CaptionWordsGenerated':
      return { ...state, captionedClips: event.data.clips };
    case 'RenderCompleted':
      return { ...state, status: 'completed' };
    case 'RenderFailed':
      return { ...state, status: 'failed' };
    case 'RenderCancelled':
      return { ...state, status: 'cancelled' };
  }
};

type Decision = E.Either<RenderRefusal, ReadonlyArray<RenderEvent>>;

/**
 * The render that a command refers to. Workers act on the renders of all owners; an owner's commands act only on the
 * owner's renders.
 */
const commandedRender = (
  command: Exclude<RenderCommand, RequestRender>,
  state: RenderState,
): E.Either<RenderRefusal, Render> => {
  const { renderId } = command;
  if (state._tag === 'NoRender') return E.left({ _tag: 'RenderDoesNotExist', renderId });
  return command.type === 'CancelRender'
    ? ownedBy<RenderRefusal>(command.ownerId, { _tag: 'RenderBelongsToAnotherOwner', renderId })(state)
    : E.right(state);
};

const facts = ({ renderId, ownerId, video }: Pick<Render, 'renderId' | 'ownerId' | 'video'>, at: string) => ({
  renderId,
  ownerId,
  videoId: video.videoId,
  videoVersion: video.version,
  at,
});

const request = (command: RequestRender, state: RenderState): Decision => {
  const {
    renderId,
    ownerId,
    at,
    video,
    autoGenerateCaptionWords,
    captionLanguageCode,
    priority,
    output,
    merge,
  } = command;
  if (state._tag === 'Render')
    return createdBefore<RenderRefusal>(ownerId, { _tag: 'RenderAlreadyExists', renderId })(state);
  const data = {
    ...facts(command, at),
    video,
    autoGenerateCaptionWords,
    captionLanguageCode,
    ...(priority === undefined || priority === 'normal' ? {} : { priority }),
    ...(output ? { output } : {}),
    ...(merge ? { merge } : {}),
  };
  return E.right([{ type: 'RenderRequested', data }]);
};

const start = ({ at, workerId }: StartRender, render: Render): Decision => {
  if (render.attempt < MAX_ATTEMPTS) {
    const attempt = render.attempt + 1;
    return E.right([{ type: 'RenderStarted', data: { ...facts(render, at), attempt, workerId } }]);
  }
  const failure = recordedFailure({ _tag: 'WorkersLost', attempts: MAX_ATTEMPTS });
  return E.right([
    { type: 'RenderFailed', data: { ...facts(render, at), attempt: render.attempt, failure } },
  ]);
};

const cancel = ({ at }: CancelRender, render: Render): Decision =>
  E.right([{ type: 'RenderCancelled', data: facts(render, at) }]);

/** Records the clips with their words. If these do not fit an event, the render fails. */
const recordCaptionWords = (command: RecordCaptionWords, render: Render): Decision => {
  const { attempt, clips, wordCount, recogniser, at } = command;
  if (sameJson(render.captionedClips, clips)) return E.right([]);
  const languageCode = render.captionLanguageCode;
  const data = { ...facts(render, at), attempt, clips, wordCount, recogniser, languageCode };
  if (fitsInUtf8(JSON.stringify(data), LIMITS.eventBytes))
    return E.right([{ type: 'CaptionWordsGenerated', data }]);
  const failure = recordedFailure({ _tag: 'WordsTooLarge', wordCount, mostBytes: LIMITS.eventBytes });
  return E.right([{ type: 'RenderFailed', data: { ...facts(render, at), attempt, failure } }]);
};

const complete = (command: CompleteRender, render: Render): Decision => {
  const { attempt, output, provenance, fingerprint, at } = command;
  const data = {
    ...facts(render, at),
    attempt,
    output,
    provenance,
    ...(fingerprint ? { fingerprint } : {}),
  };
  return E.right([{ type: 'RenderCompleted', data }]);
};

const fail = ({ attempt, failure, at }: FailRender, render: Render): Decision =>
  E.right([{ type: 'RenderFailed', data: { ...facts(render, at), attempt, failure } }]);

const decide = (command: RenderCommand, state: RenderState): Decision => {
  if (command.type === 'RequestRender') return request(command, state);
  const found = commandedRender(command, state);
  if (E.isLeft(found)) return found;
  const render = found.right;
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
  initialState: { _tag: 'NoRender' },
  decide,
  evolve,
};
