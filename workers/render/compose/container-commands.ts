import type { OutputFormat } from '../../../domain/composition/format/output.js';
import type { MediaCommand, MediaInput } from '../ports/media-encoder.js';
import { COLOR_FLAGS } from './picture-codec.js';

// Commands that put what is encoded into the container of an output, by copying.

const own = (path: string): MediaInput => ({
  _tag: 'Intermediate',
  path,
  options: ['-protocol_whitelist', 'file'],
});

const EXACT = ['-map_metadata', '-1', '-fflags', '+bitexact'];

/** Joins a picture and its sound. */
export const muxCommand = (
  format: Extract<OutputFormat, 'mp4' | 'webm' | 'mov'>,
  picture: string,
  sound: string,
  path: string,
): MediaCommand => ({
  inputs: [own(picture), own(sound)],
  filterGraph: undefined,
  outputOptions: [
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-c',
    'copy',
    ...(format === 'webm' ? [] : [...COLOR_FLAGS, '-movflags', '+faststart']),
    ...EXACT,
    '-f',
    format,
  ],
  output: path,
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
