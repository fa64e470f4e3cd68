import type { CommandsOf } from '../aggregate.js';
import type { Clip } from '../composition/clips/clip.js';
import type {
  RenderCancelled,
  RenderCompleted,
  RenderFailed,
  RenderRequested,
  ReplayCompleted,
} from './events.js';
import type { RenderFailure } from './render-failure.js';

/** `at`: ISO 8601. */
type OnRender = Pick<RenderCancelled['data'], 'renderId' | 'at'>;
type ByOwner = OnRender & Pick<RenderCancelled['data'], 'ownerId'>;

interface OnAttempt extends OnRender {
  readonly attempt: number;
}

/** `replay`: the number of the replay, from 1. */
interface OnReplay extends OnAttempt {
  readonly replay: number;
}

/** The last report of a worker on an attempt. */
export interface LastReport {
  /** The replay it is about; 0: the render itself. */
  readonly replay: number;
  readonly attempt: number;
  /** The clips that were being rendered, like `clips[3]`. */
  readonly clips: ReadonlyArray<string>;
  /** Whether the worker handed the render back on purpose, for example because it was stopped. */
  readonly handedBack: boolean;
}

/** The default of `quality` is the setting of the worker. */
type RenderRequest = Omit<
  RenderRequested['data'],
  'videoId' | 'videoVersion' | 'priority' | 'quality' | 'digitalSourceType'
> & {
  [Field in 'priority' | 'quality' | 'digitalSourceType']?: RenderRequested['data'][Field] | undefined;
};

export type RenderCommand = CommandsOf<{
  /** `failure`: why the render is impossible. It is then recorded as failed immediately. */
  RequestRender: RenderRequest & { readonly failure?: RenderFailure };
  /**
   * A worker takes the render, possibly from a worker that was lost; or its replay, if the render is completed.
   * `previous`: the last report of the worker of the previous attempt, if it is known.
   */
  StartRender: OnRender & { readonly workerId: string; readonly previous?: LastReport | undefined };
  /** `recogniser`: the speech recogniser; absent if the words come from subtitle files. */
  RecordCaptionWords: OnAttempt & {
    readonly clips: ReadonlyArray<Clip>;
    readonly wordCount: number;
    readonly recogniser?: string;
  };
  CompleteRender: OnAttempt & Pick<RenderCompleted['data'], 'output' | 'provenance' | 'fingerprint'>;
  FailRender: OnAttempt & Pick<RenderFailed['data'], 'failure'>;
  CancelRender: ByOwner;
  /** The owner requests that a completed render is rendered again and compared. */
  RequestReplay: ByOwner;
  CompleteReplay: OnReplay & Pick<ReplayCompleted['data'], 'verdict'>;
  FailReplay: OnReplay & Pick<RenderFailed['data'], 'failure'>;
}>;
