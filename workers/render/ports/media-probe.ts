import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { array, record } from '../../../domain/codec/containers.js';
import { boolean, number, oneOf, string } from '../../../domain/codec/scalars.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { EngineOptions } from './media-encoder.js';

// Facts about sources as JSON: processes report them, and the cache stores them for later renders.

/** A picture that sharp decodes; sides in px, upright. */
export const ProbedImage = record(
  {
    _tag: oneOf('Image'),
    width: number(),
    height: number(),
    /** How long each page of an animation shows, in ms; one entry for a still. */
    pageDurations: array(number()),
    /** How often an animation plays; 0 means forever. */
    plays: number(),
  },
  {
    /** Whether the file has no alpha. */
    opaque: boolean,
    /** Whether it is a vector drawing, which is sharp at any size. */
    scalable: boolean,
  },
);
export type ProbedImage = ReturnType<typeof ProbedImage.encode>;

/** How long before its time zero a file begins, in ms, if it does: the encoder delay of its sound, which is not played. */
const beginning = { beforeZero: number() };
export interface Beginning {
  readonly beforeZero?: number;
}

/** Times in ms from the start of the container, or from its time zero if it begins before that. */
const ProbedVideo = record(
  {
    stream: number(),
    codec: string(),
    /** Sides in px of the file, after the rotation that it states. */
    width: number(),
    height: number(),
    pixelFormat: string(),
    /** The properties that the file states, by FFmpeg's names. */
    color: record({}, { matrix: string(), range: string(), primaries: string(), transfer: string() }),
    hasAlpha: boolean,
    firstFrame: number(),
    lastFrame: number(),
    /** The unit of the times of its frames in the file, in ms. */
    timeBase: number(),
  },
  {
    ...beginning,
    /** The displayed width of a pixel divided by its height; absent if pixels are square. */
    pixelAspect: number(),
    /** Frames per second, on average, if the file states it. */
    frameRate: number(),
    /** The clockwise rotation that the file states for its frames, in degrees; absent if none. */
    rotation: number(),
    /** Present if the durations of its frames differ. */
    variableFrameRate: boolean,
  },
);
export type ProbedVideo = ReturnType<typeof ProbedVideo.encode>;

const ProbedAudio = record(
  { stream: number(), codec: string(), channels: number(), sampleRate: number() },
  {
    ...beginning,
    /** The end of its last sample, in ms, if the file states it. */
    end: number(),
  },
);
export type ProbedAudio = ReturnType<typeof ProbedAudio.encode>;

/** Media with a timeline; the duration in ms. */
export const ProbedMedia = record(
  { _tag: oneOf('Media'), container: string(), duration: number() },
  { video: ProbedVideo, audio: ProbedAudio },
);
export type ProbedMedia = ReturnType<typeof ProbedMedia.encode>;

export const ProbedSource = {
  decode: (json: unknown): E.Either<unknown, ProbedSource> => {
    const image = ProbedImage.decode(json);
    return E.isRight(image) ? image : ProbedMedia.decode(json);
  },
};
export type ProbedSource = ProbedImage | ProbedMedia;

/** Determines the format and properties of a local file from its content. */
export interface MediaProbe {
  /** The cause says what is wrong with the file. It does not name the clip. */
  readonly probe: (path: string, options: EngineOptions) => TaskEither<FailureCause, ProbedSource>;
}
