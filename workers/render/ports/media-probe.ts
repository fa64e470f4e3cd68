import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';
import type { EngineOptions } from './media-encoder.js';

/** A picture that sharp decodes; sides in px, upright. */
export interface ProbedImage {
  readonly _tag: 'Image';
  readonly width: number;
  readonly height: number;
  /** How long each page of an animation shows, in ms; one entry for a still. */
  readonly pageDurations: ReadonlyArray<number>;
  /** How often an animation plays; 0 means forever. */
  readonly plays: number;
  /** Whether the file has no alpha. */
  readonly opaque?: boolean;
  /** Whether it is a vector drawing, which is sharp at any size. */
  readonly scalable?: boolean;
}

/** ffmpeg's names; undefined if the file does not state them. */
export interface ColorDescription {
  readonly matrix: string | undefined;
  readonly range: string | undefined;
  readonly primaries: string | undefined;
  readonly transfer: string | undefined;
}

/** When the file of a track begins. */
export interface Beginning {
  /** How long before its time zero, in ms, if it does: the delay of the encoder of its sound, which is not played. */
  readonly beforeZero?: number;
}

/** Times in ms from the start of the container, or from its time zero if it begins before that. */
export interface ProbedVideo extends Beginning {
  readonly stream: number;
  readonly codec: string;
  /** Sides in px of the file, after the rotation that it asks for. */
  readonly width: number;
  readonly height: number;
  /** How many times as wide as high a pixel is shown, if pixels are not square. */
  readonly pixelAspect?: number;
  readonly pixelFormat: string;
  readonly color: ColorDescription;
  readonly hasAlpha: boolean;
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** The unit in which the file counts the times of its frames, in ms. */
  readonly timeBase: number;
  /** Frames per second, on average, if the file states it. */
  readonly frameRate?: number;
  /** By how many degrees clockwise the file asks to turn its frames, if it does. */
  readonly rotation?: number;
  /** Present if its frames last differently long. */
  readonly variableFrameRate?: true;
}

export interface ProbedAudio extends Beginning {
  readonly stream: number;
  readonly codec: string;
  readonly channels: number;
  readonly sampleRate: number;
  /** The end of its last sample, in ms; undefined if the file does not state it. */
  readonly end?: number;
}

/** Media with a timeline. */
export interface ProbedMedia {
  readonly _tag: 'Media';
  readonly container: string;
  /** ms */
  readonly duration: number;
  readonly video: ProbedVideo | undefined;
  readonly audio: ProbedAudio | undefined;
}

export type ProbedSource = ProbedImage | ProbedMedia;

/** Determines what a local file is, by its content. */
export interface MediaProbe {
  /** The cause names what is wrong with the file, not the clip. */
  readonly probe: (path: string, options: EngineOptions) => TaskEither<FailureCause, ProbedSource>;
}
