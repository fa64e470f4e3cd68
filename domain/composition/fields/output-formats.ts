import { about } from '../../codec/codec.js';
import { oneOf } from '../../codec/scalars.js';

// The formats of outputs: docs/outputs.md. A new format needs an entry in `FORMATS`.

interface FormatFacts {
  readonly extension: string;
  readonly mediaType: string;
  readonly kind: 'video' | 'still' | 'audio';
  /** Whether it has a `quality`. */
  readonly isLossy: boolean;
  /** Whether it supports transparency. */
  readonly hasAlpha: boolean;
}

const video = { kind: 'video', isLossy: true, hasAlpha: false } as const;
const still = { kind: 'still', isLossy: true, hasAlpha: false } as const;
const audio = { kind: 'audio', isLossy: true, hasAlpha: false } as const;

export const FORMATS = {
  mp4: { ...video, extension: 'mp4', mediaType: 'video/mp4' },
  webm: { ...video, extension: 'webm', mediaType: 'video/webm', hasAlpha: true },
  mov: { ...video, extension: 'mov', mediaType: 'video/quicktime', isLossy: false, hasAlpha: true },
  gif: { ...video, extension: 'gif', mediaType: 'image/gif', isLossy: false, hasAlpha: true },
  webp: { ...video, extension: 'webp', mediaType: 'image/webp', hasAlpha: true },
  png: { ...still, extension: 'png', mediaType: 'image/png', isLossy: false, hasAlpha: true },
  jpg: { ...still, extension: 'jpg', mediaType: 'image/jpeg' },
  pngSequence: { ...video, extension: 'zip', mediaType: 'application/zip', isLossy: false, hasAlpha: true },
  mp3: { ...audio, extension: 'mp3', mediaType: 'audio/mpeg' },
  wav: { ...audio, extension: 'wav', mediaType: 'audio/wav', isLossy: false },
  m4a: { ...audio, extension: 'm4a', mediaType: 'audio/mp4' },
  hls: { ...video, extension: 'm3u8', mediaType: 'application/vnd.apple.mpegurl' },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type OutputFormat = keyof typeof FORMATS;
const FORMAT_NAMES = Object.keys(FORMATS) as ReadonlyArray<OutputFormat>;

export const OutputFormat = about(
  '`mp4`, `webm` (VP9), `mov` (ProRes 4444), `gif`, `webp` (animated, or a still with `at`), `png` and `jpg` (stills), `pngSequence` (a ZIP of all frames), `mp3`, `wav`, `m4a`, `hls` (playlist and segments).',
  oneOf(...FORMAT_NAMES),
);

/** The properties of a format, independent of the other fields of an output. */
export const formatFacts = (format: OutputFormat): FormatFacts => FORMATS[format];

/** Whether an output of this format is a single picture. */
export const isStill = (format: OutputFormat, at: number | undefined): boolean =>
  FORMATS[format].kind === 'still' || (format === 'webp' && at !== undefined);

export type SubtitledFormat = Extract<OutputFormat, 'mp4' | 'mov' | 'webm'>;
export const hasSubtitles = (format: OutputFormat): format is SubtitledFormat =>
  format === 'mp4' || format === 'mov' || format === 'webm';

/** The media types of caption files, by extension. */
const CAPTION_TYPES: Readonly<Record<string, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
};

/** The media type of a file by the extension of its name. */
export const mediaTypeOf = (extension: string): string | undefined =>
  Object.values(FORMATS).find((format) => format.extension === extension)?.mediaType ??
  CAPTION_TYPES[extension];
