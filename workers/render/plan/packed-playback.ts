/**
 * The file with which a browser plays a project: the scene with all clips, the pixels of everything that is rasterized,
 * and the mix. Videos are read from their sources. Layout: the length of the header in bytes (32 bits, little-endian),
 * the header as JSON, and the blobs, whose offsets are in the header.
 */
import type { RetimedMedia } from './retimed-frames.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { MediaFacts } from '../../../domain/composition/resolve/facts.js';
import type { FrameSpan } from '../../../domain/composition/timeline.js';
import type { PictureFile, Scene } from '../draw/scene.js';

/** A part of the file, as offsets in bytes after the header. */
export interface Blob {
  readonly from: number;
  readonly to: number;
}

/** Raw RGBA, not premultiplied, compressed in the zlib format. */
export interface PackedPicture extends Omit<PictureFile, 'path'> {
  readonly pixels: Blob;
}

/** The frames of a source that a node of the scene shows. */
export interface PackedFeed extends Canvas {
  /** The id of its clip, and whether it is the source of the clip or of the clip's mask. */
  readonly clip: string;
  readonly of: 'media' | 'mask';
  /** The frames of the video on which it plays. */
  readonly span: FrameSpan;
  /** The time of the media on the first of these frames, in ms. */
  readonly sourceFrom: number;
  readonly retimed?: RetimedMedia;
  /** The colour matrix, if the source does not state one. */
  readonly assumedMatrix: 'smpte170m' | 'bt709';
  /** The time of the last frame of the media, in ms. */
  readonly lastFrame: number;
}

export interface PlaybackHeader {
  /** All clips, on the background; `rect` is the canvas with even sides. */
  readonly scene: Omit<Scene, 'pictures' | 'feeds' | 'levels' | 'tables'>;
  /** The spans of frames during which each node of the scene does not change. */
  readonly stills: ReadonlyArray<ReadonlyArray<FrameSpan>>;
  /** Length in frames. */
  readonly frames: number;
  readonly pictures: ReadonlyArray<PackedPicture>;
  readonly feeds: ReadonlyArray<PackedFeed>;
  /** What the media of clips is, by their ids. */
  readonly media: Readonly<Record<string, MediaFacts>>;
  /** 32-bit floats, little-endian: `SoundLevels`. */
  readonly levels: ReadonlyArray<{ readonly start: number; readonly values: Blob }>;
  /** Colour tables: `.cube` files, by URL. */
  readonly tables: Readonly<Record<string, Blob>>;
  /** The mix as Opus in WebM; undefined: silence. */
  readonly sound?: Blob;
}

export interface PackedPlayback {
  readonly header: PlaybackHeader;
  readonly bytesOf: (blob: Blob) => Uint8Array;
}

const LENGTH_BYTES = 4;

/** @returns the parts of the file, in order */
export const packPlayback = (
  header: PlaybackHeader,
  blobs: ReadonlyArray<Uint8Array>,
): ReadonlyArray<Uint8Array> => {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, text.byteLength, true);
  return [length, text, ...blobs];
};

export const unpackPlayback = (bytes: Uint8Array): PackedPlayback => {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const start = LENGTH_BYTES + length;
  return {
    header: JSON.parse(new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, start))) as PlaybackHeader,
    bytesOf: ({ from, to }) => bytes.subarray(start + from, start + to),
  };
};
