import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, stored } from '../codec/stored.js';
import { RenderId } from '../ids.js';

// What a render made, as its events record it: stored forever.

/** The numbers in place of automatic and relative values: ms and px (`resolutionOf`). */
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

/**
 * What players use of an MP4 besides its packets, such as timestamps and the display matrix: names and values for the
 * movie and for each track, in their order. docs/audit.md lists the names.
 */
export const Presentation = t.readonlyArray(t.readonly(t.record(t.string, t.string)));
export type Presentation = t.TypeOf<typeof Presentation>;

/** The role of a further file of a render: a requested output, or part of one. */
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

/** The finished file; `key` identifies it in the object storage. Sides are in px, 0 for audio alone. */
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
    /** Absent if the composition had no automatic or relative values. */
    resolved: StoredResolution,
    /** Absent from renders of earlier releases. */
    streams: t.readonlyArray(StreamHash),
    /** Absent from renders of earlier releases, and where `streams` is. */
    presentation: Presentation,
    /** Absent: `mp4`. */
    format: t.string,
    /** The further files of the render. */
    files: t.readonlyArray(OutputFile),
    /** The number of frames that were taken from earlier renders. Absent: none. */
    reusedFrames: count,
    /** The number of frames that were copied from a source instead of being encoded. Absent: none. */
    copiedFrames: count,
    /** The earlier render that made this file. Absent: this render. */
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
