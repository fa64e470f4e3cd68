import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { array, nullable, record } from '../../../domain/codec/containers.js';
import { number, string } from '../../../domain/codec/scalars.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { FrameRate } from '../../../domain/composition/timeline.js';
import type { Scene, VideoFeed } from '../draw/scene.js';
import type { JoinedFile, JoinRequest } from './join-request.js';
import type { EncoderFailure, EngineOptions, RunOptions } from './media-encoder.js';
import type { MixFailure, MixRequest } from './mix-request.js';

/** The times of an input, in seconds from where it is opened, that consecutive frames of a piece show. */
export interface FrameTimes {
  readonly seconds: ReadonlyArray<number>;
  readonly rate: FrameRate;
}

export interface FileInput {
  /** A client's `Source`, to which the limits of sources apply, or an `Intermediate` that this service made. */
  readonly _tag: 'Source' | 'Intermediate';
  readonly path: string;
  /** The name of its demuxer; absent: detected from its content. */
  readonly format?: string;
  /** The name of its decoder; absent: the default one of the codec. */
  readonly decoder?: string;
  /** Options of the demuxer and the decoder, by name. */
  readonly options?: Readonly<Record<string, string>>;
  /** Where it is opened, in seconds from its start; decoding begins at the key frame before. Absent: at its start. */
  readonly seek?: number;
  /** Added to its times, in seconds. */
  readonly delay?: number;
  /** Its first time that is shown, in seconds from where it is opened, and when the piece shows it. Default: 0. */
  readonly shown?: { readonly from: number; readonly at: number };
  /** The times that are shown; absent: its frames follow one another. */
  readonly times?: FrameTimes;
  /** The files that it lists, if it is a list. */
  readonly files?: ReadonlyArray<string>;
}

/** The path of a picture without visible pixels, such as a text of spaces. */
export const NO_FILE = '';

/** The frames of a video that a scene shows. */
export interface SceneFeed extends VideoFeed {
  /** An input with one frame for each frame of the span, and the filter graph that turns it into RGBA `[out]`. */
  readonly decoded?: { readonly input: FileInput; readonly graph: string };
}

/** A scene that is drawn frame by frame during composition, as raw RGBA, not premultiplied. */
export interface SceneInput {
  readonly _tag: 'Scene';
  readonly scene: Omit<Scene, 'feeds'> & { readonly feeds: ReadonlyArray<SceneFeed> };
  /** The frames of the scene that are drawn. They follow one another in the piece. */
  readonly frames: ReadonlyArray<number>;
  /** Whether every pixel is opaque; then its alpha is not used. */
  readonly opaque: boolean;
  /** When the piece shows it. */
  readonly shown?: FileInput['shown'];
}

/** The layout of raw frames in a file. */
export type PixelFormat = 'rgba' | 'rgb0' | 'yuv420p' | 'yuva420p' | 'gray';

/** Raw frames in files, each shown for some frames of the piece. */
export interface PagesInput {
  readonly _tag: 'Pages';
  readonly pages: ReadonlyArray<{ readonly path: string; readonly frames: number }>;
  readonly size: Canvas;
  readonly format: PixelFormat;
  readonly rate: FrameRate;
  /** When the piece shows them. */
  readonly shown?: FileInput['shown'];
}

export type ComposeInput = FileInput | SceneInput | PagesInput;

/** A part of a scene: the index of the input that is the scene, and that of a node or a feed. */
export type ScenePart = { readonly input: number } & ({ readonly node: number } | { readonly feed: number });

/** Why composition failed; `at` is the part of a scene that was being drawn or decoded. */
export type ComposeFailure = EncoderFailure & { readonly at?: ScenePart };

/** How frames are encoded; options of the encoder and the container are by name. */
export interface ComposeEncoding {
  readonly encoder: string;
  readonly encoderOptions: Readonly<Record<string, string>>;
  /** Absent: the one of the encoder's formats that is nearest to that of the frames. */
  readonly pixelFormat?: string;
  /** The distance of forced key frames, in frames; absent: the encoder chooses all key frames. */
  readonly keyFrameEvery?: number;
  readonly format: string;
  readonly formatOptions: Readonly<Record<string, string>>;
}

/** How many frames show a picture. */
export interface RepeatedPicture {
  /** The index of the encoded picture. */
  readonly picture: number;
  /** At least two. */
  readonly frames: number;
}

/** Encoded pictures that become a piece, each shown for some frames. */
export interface RepeatedPictures {
  readonly shown: ReadonlyArray<RepeatedPicture>;
  /** The most frames from one key frame to the next. A picture that is shown longer is repeated as a key frame. */
  readonly most: number;
  readonly rate: FrameRate;
}

/** A file to write. */
export interface ComposeOutput extends ComposeEncoding {
  /** The label of the filter graph's output, in brackets. */
  readonly label: string;
  /** The most frames that it gets. */
  readonly frames: number;
  /** If it contains {@link NUMBER}, each frame becomes a file of its own. */
  readonly path: string;
  /** Each frame is repeated; `frames` does not count the repetitions. */
  readonly repeated?: RepeatedPictures;
}

/** Stands for the number of a frame, from 1, in the path of an output. */
export const NUMBER = '%06d';

/** The path of a frame of an output. */
export const numberedPath = (path: string, number: number): string =>
  path.replace(NUMBER, String(number).padStart(6, '0'));

/** Inputs, a filter graph that names them `[NUMBER:v]` or `[NUMBER:STREAM]`, and outputs. */
export interface ComposeRequest {
  readonly inputs: ReadonlyArray<ComposeInput>;
  readonly graph: string;
  /** Progress counts the frames of the last output. */
  readonly outputs: ReadonlyArray<ComposeOutput>;
  /** Whether nearby frames will probably be requested next, so that the engine may decode them in advance. */
  readonly readsAhead?: boolean;
}

export type ComposeOptions = EngineOptions & RunOptions;

/** The number of samples of each channel that are hashed together. */
export const HASHED_SAMPLES = 1024;

/**
 * A hash of every decoded frame in its own pixel format, and of every {@link HASHED_SAMPLES} decoded samples of each
 * channel.
 */
export const DecodedHashes = record({
  frames: array(string()),
  blocks: array(string()),
  /** The number of decoded samples of all channels together. */
  samples: number(),
  sampleRate: number(),
  /** In px, such as `320x180`; null without a picture. */
  size: nullable(string()),
});
export type DecodedHashes = ReturnType<typeof DecodedHashes.encode>;

/**
 * Composes frames and encodes them into files. Files and decoders that are open for a piece stay open for the next piece
 * of the render, which does not change its bytes.
 */
export interface MediaEngine {
  /** The version of FFmpeg's libraries. */
  readonly version: string;
  /**
   * Ends the idle processes of a render. Resolves when they have ended.
   * @param above ends only those that hold so much memory, in bytes; default: all
   */
  readonly release: (user: Pick<EngineOptions, 'folder'>, above?: number) => Promise<void>;
  readonly compose: (request: ComposeRequest, options: ComposeOptions) => TaskEither<ComposeFailure, void>;
  /** Copies the packets of encoded streams into a file, and computes the hashes that identify it. */
  readonly join: (request: JoinRequest, options: ComposeOptions) => TaskEither<EncoderFailure, JoinedFile>;
  /** Decodes a file that this service made, and hashes its frames and samples. */
  readonly hashDecoded: (path: string, options: EngineOptions) => TaskEither<EncoderFailure, DecodedHashes>;
  /** Decodes, mixes and encodes sounds. */
  readonly mix: (request: MixRequest, options: EngineOptions) => TaskEither<MixFailure, void>;
  /** The level (linear) of each 10 ms of the first sound stream of a source. */
  readonly levels: (
    path: string,
    options: EngineOptions,
  ) => TaskEither<EncoderFailure, ReadonlyArray<number>>;
}
