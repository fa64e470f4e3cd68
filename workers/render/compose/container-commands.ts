import type { SubtitledFormat } from '../../../domain/composition/format/output-formats.js';
import type { MediaCommand, MediaInput } from '../ports/media-encoder.js';
import { COLOR_FLAGS } from './picture-codec.js';

// Commands that put what is encoded into the container of an output, by copying.

/** A file that this service made, as an input. */
export const own = (path: string): MediaInput => ({
  _tag: 'Intermediate',
  path,
  options: ['-protocol_whitelist', 'file'],
});

/** An MP4 of this service on standard input, whose frames are copied: ffmpeg need not decode any to learn their format. */
export const PIPED_MOVIE: MediaInput = {
  _tag: 'Intermediate',
  path: 'pipe:0',
  options: ['-protocol_whitelist', 'file,pipe', '-f', 'mp4', '-skip_frame', 'all'],
};

const EXACT = ['-map_metadata', '-1', '-fflags', '+bitexact'];

/** A WebVTT file that becomes a track. */
export interface SubtitleTrack {
  readonly path: string;
  /** ISO 639-2. */
  readonly language: string;
}

/** What is put next to the picture of a video. */
export interface Besides {
  readonly sound: string;
  readonly subtitles?: SubtitleTrack | undefined;
}

/** MP4 has text of its own (3GPP TS 26.245), WebM has WebVTT. */
const subtitleOptions = (format: SubtitledFormat, { language }: SubtitleTrack): ReadonlyArray<string> => [
  '-map',
  '2:s',
  '-c:s',
  format === 'webm' ? 'copy' : 'mov_text',
  '-metadata:s:s:0',
  `language=${language}`,
];

/**
 * How many packets of an input wait for ffmpeg's main thread. When none waits, it sleeps for 10 ms, and joining is done
 * before the usual eight are read again.
 */
const WAITING_PACKETS = 256;

const queued = (input: MediaInput): MediaInput => ({
  ...input,
  options: ['-thread_queue_size', String(WAITING_PACKETS), ...input.options],
});

/** Joins a picture, its sound and its subtitles by copying. */
export const muxCommand = (
  format: SubtitledFormat,
  picture: MediaInput,
  { sound, subtitles }: Besides,
  path: string,
): MediaCommand => ({
  inputs: [picture, own(sound), ...(subtitles ? [webVtt(subtitles.path)] : [])].map(queued),
  filterGraph: undefined,
  outputOptions: [
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-c',
    'copy',
    ...(subtitles ? subtitleOptions(format, subtitles) : []),
    ...(format === 'webm' ? [] : [...COLOR_FLAGS, '-movflags', '+faststart']),
    ...EXACT,
    '-f',
    format,
  ],
  output: path,
});

const webVtt = (path: string): MediaInput => ({
  _tag: 'Intermediate',
  path,
  options: ['-protocol_whitelist', 'file', '-f', 'webvtt'],
});

/** Puts AAC into an M4A that plays while it loads. */
export const m4aCommand = (sound: string, path: string): MediaCommand => ({
  inputs: [own(sound)],
  filterGraph: undefined,
  outputOptions: ['-map', '0:a', '-c', 'copy', '-movflags', '+faststart', ...EXACT, '-f', 'ipod'],
  output: path,
});

/** About how long a segment is, in seconds: two groups of pictures. */
const SEGMENT_SECONDS = 4;

/**
 * Cuts an MP4 into the segments of an HLS playlist (RFC 8216): fragmented MP4, all of them in one file, which the
 * playlist addresses by byte ranges.
 * @param segments the name of that file, in the folder of the playlist
 */
export const hlsCommand = (video: string, playlist: string, segments: string): MediaCommand => ({
  inputs: [own(video)],
  filterGraph: undefined,
  outputOptions: [
    '-map',
    '0:v',
    '-map',
    '0:a',
    '-c',
    'copy',
    ...EXACT,
    '-hls_time',
    String(SEGMENT_SECONDS),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'single_file',
    '-f',
    'hls',
  ],
  output: playlist,
  besides: [segments],
});
