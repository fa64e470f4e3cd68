/** Containers that hold media and nothing else: none that names other files (playlists, concatenations, image sequences). */
const CONTAINERS = [
  'mov',
  'matroska',
  'avi',
  'mpegts',
  'mpeg',
  'mpegvideo',
  'flv',
  'ogg',
  'wav',
  'w64',
  'aiff',
  'mp3',
  'aac',
  'flac',
  'ac3',
  'eac3',
  'amr',
  'asf',
  'mxf',
  'ivf',
  'gif',
  'nut',
  'h264',
  'hevc',
  'obu',
  'm4v',
  'caf',
  'dv',
];

/** Options before every source ffmpeg or ffprobe opens: local files only, known containers only. */
export const INPUT_LIMITS: ReadonlyArray<string> = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  CONTAINERS.join(','),
];
