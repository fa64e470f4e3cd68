import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, shown, stored } from '../codec/stored.js';
import { RenderId } from '../ids.js';

// The result of a render, as its events record it. Stored forever.

const ms = (description: string) => shown(`${description}, in ms.`, t.number);
const px = (description: string) => shown(`${description}, in px.`, t.number);

/** The numbers that replaced automatic and relative values (`resolutionOf`). */
export const StoredResolution = shown(
  'The numbers that stood for automatic and relative times, places and sizes. Absent until completed, and where the video was written in numbers throughout.',
  stored({
    duration: ms('Length of the video'),
    canvas: shown(
      'The canvas.',
      stored({ width: px('Width of the canvas'), height: px('Height of the canvas') }),
    ),
    clips: shown(
      'All clips, those in groups behind their group.',
      t.readonlyArray(
        shown(
          'Where a clip was, and when; of a clip in a group: within the group.',
          stored({
            id: shown('Id of the clip.', t.string),
            start: ms('When it started'),
            end: ms('When it ended'),
            x: px('Left edge of its box'),
            y: px('Top edge of its box'),
            width: px('Width of its box, scaled'),
            height: px('Height of its box, scaled'),
          }),
          { title: 'ClipResolution' },
        ),
      ),
    ),
  }),
  { title: 'Resolution' },
);

/**
 * The SHA-256 (hex) of all packets of a stream, in a form that is the same in every container. It covers the order of
 * the packets, but not their times.
 */
export const StreamHash = stored({ kind: oneOf('video', 'audio'), sha256: t.string });
export type StreamHash = t.TypeOf<typeof StreamHash>;

/**
 * The data of an MP4 besides its packets that players use, such as timestamps and the display matrix: names and values for
 * the movie, then for each track. docs/verify/file.md lists the names.
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
