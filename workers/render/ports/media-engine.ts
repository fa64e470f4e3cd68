import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FrameRate, FrameSpan } from '../../../domain/composition/timeline.js';
import type { ClipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Scene, VideoFeed } from '../draw/scene.js';
import type { SoundPlan } from '../plan/sound/sound-plan.js';
import type { ShownSound } from '../plan/sound/waveforms.js';
import type { JoinedFile, JoinRequest } from './join-request.js';
import type { EncoderFailure, EngineOptions, RunOptions } from './media-encoder.js';

/** The seconds of an input, counted from where it is opened, that consecutive frames of a piece show. */
export interface FrameTimes {
  readonly seconds: ReadonlyArray<number>;
  readonly rate: FrameRate;
}

/** A file that is decoded. */
export interface FileInput {
  /** A client's `Source`, to which the limits of sources apply, or an `Intermediate` that this service made. */
  readonly _tag: 'Source' | 'Intermediate';
  readonly path: string;
  /** The name of its demuxer; absent: found by its content. */
  readonly format?: string;
  /** The name of its decoder; absent: the usual one of the codec. */
  readonly decoder?: string;
  /** Options of the demuxer and the decoder, by name. */
  readonly options?: Readonly<Record<string, string>>;
  /** Where it is opened, in seconds from its start: at the key frame before. Absent: at its start. */
  readonly seek?: number;
  /** Added to its times, in seconds. */
  readonly delay?: number;
  /** Which second of it, counted from where it is opened, is shown first, and at which second of the piece. Default: 0. */
  readonly shown?: { readonly from: number; readonly at: number };
  /** What its frames show; absent: its frames follow one another. */
  readonly times?: FrameTimes;
  /** The files that it names, if it is a list. */
  readonly files?: ReadonlyArray<string>;
}

/** The path of a picture that shows nothing, such as that of a text of spaces. */
export const NO_FILE = '';

/** The frames of a video that a scene shows. */
export interface SceneFeed extends VideoFeed {
  /** An input, one frame of it for each frame of the span, and the graph that turns it into RGBA `[out]`. */
  readonly decoded?: { readonly input: FileInput; readonly graph: string };
}

/** A scene that is drawn while it is composed, frame by frame: raw RGBA, not premultiplied. */
export interface SceneInput {
  readonly _tag: 'Scene';
  readonly scene: Omit<Scene, 'feeds'> & { readonly feeds: ReadonlyArray<SceneFeed> };
  readonly frames: FrameSpan;
  /** Whether every pixel is opaque: its alpha is not used then. */
  readonly opaque: boolean;
  /** At which second of the piece it is shown. */
  readonly shown?: FileInput['shown'];
}

/** Raw frames of one size, each shown for some frames of the piece. */
export interface PagesInput {
  readonly _tag: 'Pages';
  readonly pages: ReadonlyArray<{ readonly path: string; readonly frames: number }>;
  /** Of the demuxer of each, by name. */
  readonly options: Readonly<Record<string, string>>;
  readonly rate: FrameRate;
  /** At which second of the piece they are shown. */
  readonly shown?: FileInput['shown'];
}

export type ComposeInput = FileInput | SceneInput | PagesInput;

/** A part of an input that is a scene: the number of a node, or of a feed. */
export type ScenePart = { readonly input: number } & ({ readonly node: number } | { readonly feed: number });

/** Why composing failed. `at` is what was being drawn or decoded for a scene. */
export type ComposeFailure = EncoderFailure & { readonly at?: ScenePart };

/** How frames are encoded, with options of the encoder and the container by name. */
export interface ComposeEncoding {
  readonly encoder: string;
  readonly encoderOptions: Readonly<Record<string, string>>;
  /** Absent: the one that the encoder takes and the frames are nearest to. */
  readonly pixelFormat?: string;
  /** The distance of key frames that the encoder does not choose, in frames; absent: it chooses all. */
  readonly keyFrameEvery?: number;
  readonly format: string;
  readonly formatOptions: Readonly<Record<string, string>>;
}

/** How long a picture is shown. */
export interface RepeatedPicture {
  /** Which of the encoded pictures it is. */
  readonly picture: number;
  /** At least two. */
  readonly frames: number;
}

/** Encoded pictures that become a piece, each shown for some frames. */
export interface RepeatedPictures {
  readonly shown: ReadonlyArray<RepeatedPicture>;
  /** The most frames from a key frame to the next. One that is shown longer comes again. */
  readonly most: number;
  readonly rate: FrameRate;
}

/** A file that is written. */
export interface ComposeOutput extends ComposeEncoding {
  /** The label of the filter graph that it shows, with brackets. */
  readonly label: string;
  /** How many frames it has at most. */
  readonly frames: number;
  /** With {@link NUMBER} in it: each frame is a file of its own. */
  readonly path: string;
  /** Each frame is shown for several ones; `frames` does not count these. */
  readonly repeated?: RepeatedPictures;
}

/** In the path of an output: the number of a frame, from 1. */
export const NUMBER = '%06d';

/** The path of a frame of an output. */
export const numberedPath = (path: string, number: number): string =>
  path.replace(NUMBER, String(number).padStart(6, '0'));

/** What is composed: inputs, a filter graph that names them `[NUMBER:v]` or `[NUMBER:STREAM]`, and outputs. */
export interface ComposeRequest {
  readonly inputs: ReadonlyArray<ComposeInput>;
  readonly graph: string;
  /** Progress counts the frames of the last. */
  readonly outputs: ReadonlyArray<ComposeOutput>;
  /** Whether frames near those that it shows will probably be requested next. */
  readonly readsAhead?: boolean;
}

export type ComposeOptions = EngineOptions & RunOptions;

/** How many samples of each channel are hashed together. */
export const HASHED_SAMPLES = 1024;

/**
 * A hash of every decoded frame in its own pixel format, and of every {@link HASHED_SAMPLES} decoded samples of each
 * channel.
 */
export interface DecodedHashes {
  readonly frames: ReadonlyArray<string>;
  readonly blocks: ReadonlyArray<string>;
  /** The decoded samples of all channels together. */
  readonly samples: number;
  readonly sampleRate: number;
  /** As `320x180`; null without a picture. */
  readonly size: string | null;
}

/** How a sound is encoded: names of FFmpeg. */
export interface SoundEncoding {
  readonly encoder: string;
  readonly format: string;
  /** bit/s; absent: the encoding has no loss. */
  readonly bitRate?: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** A part of a mix, in samples, that is encoded into a file; silence where the mix ends before it. */
export interface SoundOutput {
  readonly encoding: SoundEncoding;
  readonly span: { readonly from: number; readonly to: number };
  readonly path: string;
}

/** A mix, and what is written of it. */
export interface MixRequest {
  readonly plan: SoundPlan;
  /** Sounds whose levels are written, as they are heard in the mix. */
  readonly levels: ReadonlyArray<ShownSound>;
  readonly outputs: ReadonlyArray<SoundOutput>;
}

/** Why mixing failed. `clip` is that whose sound was being decoded. */
export type MixFailure = EncoderFailure & { readonly clip?: ClipPath };

/**
 * Composes frames, encodes them, and puts them into files. What is open for a piece stays open for the next one of its
 * render, whose bytes do not depend on that.
 */
export interface MediaEngine {
  /** The version of FFmpeg's libraries. */
  readonly version: string;
  /** Ends the processes that wait for the next job of a render. Resolves when they have ended. */
  readonly release: (user: Pick<EngineOptions, 'folder'>) => Promise<void>;
  readonly compose: (request: ComposeRequest, options: ComposeOptions) => TaskEither<ComposeFailure, void>;
  /** Puts encoded streams into a file by copying their packets, and finds in them what identifies the file. */
  readonly join: (request: JoinRequest, options: ComposeOptions) => TaskEither<EncoderFailure, JoinedFile>;
  /** Hashes what a file of this service decodes to. */
  readonly decoded: (path: string, options: EngineOptions) => TaskEither<EncoderFailure, DecodedHashes>;
  /** Decodes, mixes and encodes sounds. */
  readonly mix: (request: MixRequest, options: EngineOptions) => TaskEither<MixFailure, void>;
  /** The level of each 10 ms of the first sound of a source. */
  readonly levels: (
    path: string,
    options: EngineOptions,
  ) => TaskEither<EncoderFailure, ReadonlyArray<number>>;
}
