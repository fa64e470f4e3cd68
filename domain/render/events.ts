import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { checkedBefore, count, event, recordedAt, stored } from '../codec/stored.js';
import { StoredClips, StoredComposition } from '../composition/stored-composition.js';
import type { Output } from '../composition/format/output.js';
import { OwnerId, RenderId, VideoId } from '../ids.js';
import { Fingerprint } from './fingerprint.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

export const CaptionLanguageCode = oneOf('en', 'en-US');
export type CaptionLanguageCode = t.TypeOf<typeof CaptionLanguageCode>;

/** Which of the waiting renders of one owner comes first. It does not affect other owners. */
export const RenderPriority = oneOf('low', 'normal', 'high');
export type RenderPriority = t.TypeOf<typeof RenderPriority>;

/** The version of a video that a render is made from, as it was when the render was accepted. */
export const VideoSnapshot = stored({
  videoId: VideoId,
  version: count,
  composition: StoredComposition,
  createdAt: recordedAt,
  updatedAt: recordedAt,
});
export type VideoSnapshot = t.TypeOf<typeof VideoSnapshot>;

/** What a render is to write, as it was validated when it was requested. */
const RequestedOutputs: t.Type<ReadonlyArray<Output>, ReadonlyArray<Output>, unknown> = checkedBefore(
  t.readonlyArray(stored({ format: t.string })),
);

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
      /** Absent where the request did not say what to write. */
      output: RequestedOutputs,
      /** The values that a template was filled with: `video` is what resulted. */
      merge: t.UnknownRecord,
    },
  ),
);

const attempted = { ...facts, attempt: count };

/** A worker took the render. A higher attempt takes it away from the previous worker. */
export const RenderStarted = event('RenderStarted', stored({ ...attempted, workerId: t.string }));

/** The clips as rendered: those of the video, with transcribed words filled in. */
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

/** The numbers that stood for automatic and relative values: ms and px (`resolutionOf`). */
const StoredResolution = stored({
  duration: t.number,
  canvas: stored({ width: t.number, height: t.number }),
  clips: t.readonlyArray(
    stored({
      id: t.string,
      start: t.number,
      end: t.number,
      x: t.number,
      y: t.number,
      width: t.number,
      height: t.number,
    }),
  ),
});

/**
 * The SHA-256 (hex) of all packets of a stream, in a form that is the same in every container. It covers the order of
 * the packets, but not their times.
 */
export const StreamHash = stored({ kind: oneOf('video', 'audio'), sha256: t.string });
export type StreamHash = t.TypeOf<typeof StreamHash>;

/** What a further file of a render is: an output that was asked for, or something that belongs to one. */
export const OutputRole = oneOf('output', 'poster', 'thumbnail', 'segments', 'captions');
export type OutputRole = t.TypeOf<typeof OutputRole>;

/** A further file of a render. `output` counts the requested outputs from 0. Sides are in px. */
export const OutputFile = stored(
  {
    key: t.string,
    role: t.string,
    format: t.string,
    output: count,
    bytes: t.number,
    sha256: t.string,
  },
  { width: t.number, height: t.number, frames: t.number, durationMs: t.number },
);
export type OutputFile = t.TypeOf<typeof OutputFile>;

/** The finished file; `key` identifies it in the object storage. Sides are in px, and 0 where only sound was written. */
export const RenderOutput = stored(
  {
    key: t.string,
    bytes: t.number,
    sha256: t.string,
    width: t.number,
    height: t.number,
    frames: t.number,
    durationMs: t.number,
  },
  {
    /** Absent where all of the composition was written in numbers. */
    resolved: StoredResolution,
    /** Absent from renders of earlier releases. */
    streams: t.readonlyArray(StreamHash),
    /** Absent: `mp4`. */
    format: t.string,
    /** What the render wrote besides. */
    files: t.readonlyArray(OutputFile),
    /** How many frames were not encoded for this render, but taken from earlier ones. Absent: none. */
    reusedFrames: count,
    /** The render whose file this is. Absent: the file was made for this one. */
    reusedFrom: RenderId,
  },
);
export type RenderOutput = t.TypeOf<typeof RenderOutput>;

/** How the output was encoded, in ffmpeg's terms: options and their values. */
export const EncoderSettings = stored({
  video: t.readonly(t.record(t.string, t.string)),
  audio: t.readonly(t.record(t.string, t.string)),
});
export type EncoderSettings = t.TypeOf<typeof EncoderSettings>;

/** Everything besides the composition that a render depends on, so that it can be verified and reproduced. */
export const Provenance = stored(
  {
    renderer: t.string,
    ffmpeg: t.string,
    sources: t.readonlyArray(stored({ url: t.string, sha256: t.string, bytes: t.number })),
    fonts: t.readonlyArray(stored({ family: t.string, sha256: t.string })),
    stageSeconds: t.readonly(t.record(t.string, t.number)),
  },
  /** Absent from renders of earlier releases. */
  { encoder: EncoderSettings },
);
export type Provenance = t.TypeOf<typeof Provenance>;

export const RenderCompleted = event(
  'RenderCompleted',
  stored(
    { ...attempted, output: RenderOutput, provenance: Provenance },
    /** Absent from renders of earlier releases. */
    { fingerprint: Fingerprint },
  ),
);

export const RenderStage = oneOf(
  'download',
  'probe',
  'decode',
  'transcribe',
  'compose',
  'encode',
  'store',
  'worker',
);
export type RenderStage = t.TypeOf<typeof RenderStage>;

/**
 * Why a render failed, worded for the client: no path, secret or stack. `clip` is like `clips[3]`; `retryable` says
 * whether the same render could succeed later.
 */
export const RenderFailure = stored(
  { stage: RenderStage, message: t.string, retryable: t.boolean },
  { clip: t.string, host: t.string, httpStatus: t.number },
);
export type RenderFailure = t.TypeOf<typeof RenderFailure>;

export const RenderFailed = event('RenderFailed', stored({ ...attempted, failure: RenderFailure }));

export const RenderCancelled = event('RenderCancelled', stored(facts));

export const RENDER_EVENTS = {
  RenderRequested,
  RenderStarted,
  CaptionWordsGenerated,
  RenderCompleted,
  RenderFailed,
  RenderCancelled,
} as const;
export type RenderEvent = t.TypeOf<(typeof RENDER_EVENTS)[keyof typeof RENDER_EVENTS]>;
