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

/** Codecs of media that people make, each with the decoders ffmpeg has for it. */
const DECODERS: Readonly<Record<string, ReadonlyArray<string>>> = {
  av1: ['libdav1d', 'libaom-av1', 'av1'],
  vp8: ['vp8', 'libvpx'],
  vp9: ['vp9', 'libvpx-vp9'],
  mp1: ['mp1float', 'mp1'],
  mp2: ['mp2float', 'mp2'],
  mp3: ['mp3float', 'mp3'],
  aac: ['aac', 'aac_fixed'],
  ac3: ['ac3', 'ac3_fixed'],
  opus: ['opus', 'libopus'],
  vorbis: ['vorbis', 'libvorbis'],
  speex: ['speex', 'libspeex'],
  flv1: ['flv'],
  msmpeg4v3: ['msmpeg4'],
  amr_nb: ['amrnb'],
  amr_wb: ['amrwb'],
  dts: ['dca'],
};

/** Codecs whose one decoder has the same name. */
const SAME_NAME = `
  h264 hevc mpeg1video mpeg2video mpeg4 h263 mjpeg prores dnxhd cfhd theora ffv1 huffyuv ffvhuff utvideo magicyuv
  qtrle png gif rawvideo v210 v410 dvvideo wmv1 wmv2 wmv3 vc1 msmpeg4v1 msmpeg4v2 vp6 vp6a vp6f
  flac alac eac3 truehd mlp wmav1 wmav2 wmapro wmalossless adpcm_ms adpcm_ima_wav adpcm_ima_qt pcm_alaw pcm_mulaw
  pcm_u8 pcm_s8 pcm_s16le pcm_s16be pcm_u16le pcm_u16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be
  pcm_f64le pcm_f64be pcm_bluray pcm_dvd`
  .trim()
  .split(/\s+/);

/**
 * Decoders of the subtitles that videos often bring along. None of them is shown, but ffprobe takes nothing of a file
 * in which a stream's decoder is not allowed.
 */
const SUBTITLES = [
  'ssa',
  'ass',
  'subrip',
  'srt',
  'mov_text',
  'webvtt',
  'text',
  'pgssub',
  'dvdsub',
  'dvbsub',
  'cc_dec',
];

/** Whether sources may be in the codec, by ffprobe's name for it. */
export const isKnownCodec = (codec: string): boolean => codec in DECODERS || SAME_NAME.includes(codec);

/** The most pixels a frame of a source may have: those of a square of 8192. */
export const MAX_FRAME_PIXELS = 8192 * 8192;

/** The most streams a source may have, subtitles and attachments among them. */
export const MAX_STREAMS = 100;

/** Options before every source ffmpeg or ffprobe opens: local files only, known containers and codecs only, within bounds. */
export const INPUT_LIMITS: ReadonlyArray<string> = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  CONTAINERS.join(','),
  '-codec_whitelist',
  [...Object.values(DECODERS).flat(), ...SAME_NAME, ...SUBTITLES].join(','),
  '-max_pixels',
  String(MAX_FRAME_PIXELS),
  '-max_streams',
  String(MAX_STREAMS),
];
