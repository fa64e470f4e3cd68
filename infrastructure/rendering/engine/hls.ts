/** About how long a segment is, in seconds: two groups of pictures. */
const SEGMENT_SECONDS = 4;

/**
 * Options of FFmpeg's muxer of HLS (RFC 8216). Segments are fragmented MP4, all in one file, which the playlist addresses by
 * byte ranges.
 */
export const HLS_OPTIONS = {
  hls_time: String(SEGMENT_SECONDS),
  hls_playlist_type: 'vod',
  hls_segment_type: 'fmp4',
  hls_flags: 'single_file',
};
