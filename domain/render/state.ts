import type * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import type { Clip } from '../composition/clips/clip.js';
import type { RenderEvent, RenderRequested } from './events.js';
import type { Provenance, RenderOutput } from './render-output.js';

export const RenderStatus = oneOf('pending', 'processing', 'completed', 'failed', 'cancelled');
export type RenderStatus = t.TypeOf<typeof RenderStatus>;

/** Whether a status is final. */
export const isFinished = (status: RenderStatus): boolean => status !== 'pending' && status !== 'processing';

/** The newest replay of a render. */
export interface Replay {
  /** Counts the replays of the render, from 1. */
  readonly number: number;
  readonly status: 'pending' | 'processing' | 'over';
  /** 0 until a worker takes it. */
  readonly attempt: number;
  /** How many attempts ended because their worker was lost, without the current one. */
  readonly lostAttempts: number;
}

/** The fields of the request on which no decision depends. */
type OmittedField = 'at' | 'videoId' | 'videoVersion' | 'priority' | 'merge' | 'batch';

/** The request, as far as decisions depend on it, and its progress. */
export type Render = Omit<RenderRequested['data'], OmittedField> & {
  readonly _tag: 'Render';
  readonly status: RenderStatus;
  /** 0 until a worker takes the render. */
  readonly attempt: number;
  /** How many attempts ended because their worker was lost, without the current one. */
  readonly lostAttempts: number;
  /** The clips with transcribed words, if there are any. */
  readonly captionedClips?: ReadonlyArray<Clip>;
  /** The result, once it is completed. */
  readonly completed?: { readonly output: RenderOutput; readonly provenance: Provenance };
  /** The newest replay, if there is one. */
  readonly replay?: Replay;
};
export type RenderState = { readonly _tag: 'NoRender' } | Render;

export const evolveRender = (state: RenderState, event: RenderEvent): RenderState => {
  if (event.type === 'RenderRequested') {
    const {
      at: _at,
      videoId: _videoId,
      videoVersion: _videoVersion,
      priority: _priority,
      merge: _merge,
      batch: _batch,
      ...requested
    } = event.data;
    return { _tag: 'Render', ...requested, status: 'pending', attempt: 0, lostAttempts: 0 };
  }
  if (state._tag === 'NoRender') return state;
  switch (event.type) {
    case 'RenderStarted':
      return {
        ...state,
        status: 'processing',
        attempt: event.data.attempt,
        lostAttempts: state.lostAttempts + (state.attempt > 0 && event.data.handedBack !== true ? 1 : 0),
      };
    case 'CaptionWordsGenerated':
    case 'CaptionWordsImported':
      return { ...state, captionedClips: event.data.clips };
    case 'RenderCompleted': {
      const { output, provenance } = event.data;
      return { ...state, status: 'completed', completed: { output, provenance } };
    }
    case 'RenderFailed':
      return { ...state, status: 'failed' };
    case 'RenderCancelled':
      return { ...state, status: 'cancelled' };
    case 'ReplayRequested':
      return {
        ...state,
        replay: { number: event.data.replay, status: 'pending', attempt: 0, lostAttempts: 0 },
      };
    case 'ReplayStarted': {
      const { replay: number, attempt, handedBack } = event.data;
      const { replay } = state;
      const isLost = replay !== undefined && replay.attempt > 0 && handedBack !== true;
      const lostAttempts = (replay?.lostAttempts ?? 0) + (isLost ? 1 : 0);
      return { ...state, replay: { number, status: 'processing', attempt, lostAttempts } };
    }
    case 'ReplayCompleted':
    case 'ReplayFailed': {
      const { replay: number, attempt } = event.data;
      return { ...state, replay: { number, status: 'over', attempt, lostAttempts: 0 } };
    }
  }
};

/** The data of every event of a render. */
export const eventFacts = (
  { renderId, ownerId, video }: Pick<Render, 'renderId' | 'ownerId' | 'video'>,
  at: string,
) => ({
  renderId,
  ownerId,
  videoId: video.videoId,
  videoVersion: video.version,
  at,
});
