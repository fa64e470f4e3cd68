import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { checkedBefore, count, event, recordedAt, stored } from '../codec/stored.js';
import { StoredClips, StoredComposition } from '../composition/stored-composition.js';
import type { Output } from '../composition/fields/output.js';
import { OwnerId, RenderBatchId, RenderId, VideoId } from '../ids.js';
import { Fingerprint } from './fingerprint.js';
import { RenderFailure } from './render-failure.js';
import { Provenance, RenderOutput } from './render-output.js';
import { ReplayVerdict } from './replay-verdict.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

export const CaptionLanguageCode = oneOf('en', 'en-US');
export type CaptionLanguageCode = t.TypeOf<typeof CaptionLanguageCode>;

/** The order of the waiting renders of one owner. It does not affect other owners. */
export const RenderPriority = oneOf('low', 'normal', 'high');
export type RenderPriority = t.TypeOf<typeof RenderPriority>;

/** How much work goes into encoding H.264. */
export const RenderQuality = oneOf('draft', 'balanced', 'small');
export type RenderQuality = t.TypeOf<typeof RenderQuality>;

/**
 * What kind of media an output is: the current terms of IPTC's Digital Source Type vocabulary
 * (http://cv.iptc.org/newscodes/digitalsourcetype/, release of 2024-Q3).
 */
export const DigitalSourceType = oneOf(
  'digitalCapture',
  'computationalCapture',
  'negativeFilm',
  'positiveFilm',
  'print',
  'humanEdits',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
  'digitalCreation',
  'dataDrivenMedia',
  'trainedAlgorithmicMedia',
  'algorithmicMedia',
  'screenCapture',
  'virtualRecording',
  'composite',
  'compositeCapture',
  'compositeSynthetic',
);
export type DigitalSourceType = t.TypeOf<typeof DigitalSourceType>;

/** The rendered version of a video, as it was when the render was accepted. */
export const VideoSnapshot = stored({
  videoId: VideoId,
  version: count,
  composition: StoredComposition,
  createdAt: recordedAt,
  updatedAt: recordedAt,
});
export type VideoSnapshot = t.TypeOf<typeof VideoSnapshot>;

/** The requested outputs, as validated when the render was requested. */
export const RequestedOutputs: t.Type<ReadonlyArray<Output>, ReadonlyArray<Output>, unknown> = checkedBefore(
  t.readonlyArray(stored({ format: t.string })),
);

/** The batch that a render belongs to, and its row, from 0. */
export const PlaceInBatch = stored({ batchId: RenderBatchId, row: count });
export type PlaceInBatch = t.TypeOf<typeof PlaceInBatch>;

const facts = {
  renderId: RenderId,
  videoId: VideoId,
  videoVersion: count,
  ownerId: OwnerId,
  at: recordedAt,
};

export const RenderRequested = event(
  'RenderRequested',
  stored(
    {
      ...facts,
      video: VideoSnapshot,
      autoGenerateCaptionWords: t.boolean,
      captionLanguageCode: CaptionLanguageCode,
    },
    {
      /** Absent: `normal`. */
      priority: RenderPriority,
      /** Absent if the request did not name it: the setting of the worker. */
      quality: RenderQuality,
      /** Absent if the request did not state it. */
      digitalSourceType: DigitalSourceType,
      /** Absent if the request did not name outputs. */
      output: RequestedOutputs,
      /** The values that a template was filled with; `video` is the filled template. */
      merge: t.UnknownRecord,
      /** Absent from renders that were requested one by one. */
      batch: PlaceInBatch,
    },
  ),
);

export type RenderRequested = t.TypeOf<typeof RenderRequested>;

const attempted = { ...facts, attempt: count };

/** A worker took the render. A higher attempt replaces the attempt of the previous worker. */
export const RenderStarted = event(
  'RenderStarted',
  stored(
    { ...attempted, workerId: t.string },
    /** Whether the previous worker handed the render back. Absent: there was none, or it was lost. */
    { handedBack: t.boolean },
  ),
);

/** The clips as rendered: the clips of the video, with transcribed words filled in. */
export const CaptionWordsGenerated = event(
  'CaptionWordsGenerated',
  stored({
    ...attempted,
    clips: StoredClips,
    wordCount: count,
    recogniser: t.string,
    languageCode: CaptionLanguageCode,
  }),
);

/** The clips as rendered, with the words of subtitle files in place of the files. */
export const CaptionWordsImported = event(
  'CaptionWordsImported',
  stored({ ...attempted, clips: StoredClips, wordCount: count }),
);

export const RenderCompleted = event(
  'RenderCompleted',
  stored(
    { ...attempted, output: RenderOutput, provenance: Provenance },
    /** Absent from renders of earlier releases. */
    { fingerprint: Fingerprint },
  ),
);

export type RenderCompleted = t.TypeOf<typeof RenderCompleted>;

export const RenderFailed = event('RenderFailed', stored({ ...attempted, failure: RenderFailure }));
export type RenderFailed = t.TypeOf<typeof RenderFailed>;

export const RenderCancelled = event('RenderCancelled', stored(facts));
export type RenderCancelled = t.TypeOf<typeof RenderCancelled>;

/** `replay` counts the replays of the render, from 1. */
const replayed = { ...facts, replay: count };

export const ReplayRequested = event('ReplayRequested', stored(replayed));

export type ReplayRequested = t.TypeOf<typeof ReplayRequested>;

const replayAttempted = { ...replayed, attempt: count };

/** A worker took the replay. A higher attempt replaces the attempt of the previous worker. */
export const ReplayStarted = event(
  'ReplayStarted',
  stored(
    { ...replayAttempted, workerId: t.string },
    /** Whether the previous worker handed the replay back. Absent: there was none, or it was lost. */
    { handedBack: t.boolean },
  ),
);

export const ReplayCompleted = event(
  'ReplayCompleted',
  stored({ ...replayAttempted, verdict: ReplayVerdict }),
);
export type ReplayCompleted = t.TypeOf<typeof ReplayCompleted>;

/** The replay came to no verdict. */
export const ReplayFailed = event('ReplayFailed', stored({ ...replayAttempted, failure: RenderFailure }));

export const RENDER_EVENTS = {
  RenderRequested,
  RenderStarted,
  CaptionWordsGenerated,
  CaptionWordsImported,
  RenderCompleted,
  RenderFailed,
  RenderCancelled,
  ReplayRequested,
  ReplayStarted,
  ReplayCompleted,
  ReplayFailed,
} as const;
export type RenderEvent = t.TypeOf<(typeof RENDER_EVENTS)[keyof typeof RENDER_EVENTS]>;
