import type { FileInput } from '../../../workers/render/ports/media-engine.js';

/** Containers that hold only media: none that refers to other files (playlists, concatenations, image sequences). */
const CONTAINERS = `
  mov matroska avi mpegts mpeg mpegvideo flv ogg wav w64 aiff mp3 aac flac ac3 eac3 amr asf mxf ivf gif nut h264 hevc
  obu m4v caf dv`
  .trim()
  .split(/\s+/);

/** Codecs in common use, each with its decoders in ffmpeg. */
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

/** Codecs whose only decoder has the same name. */
const SAME_NAME = `
  h264 hevc mpeg1video mpeg2video mpeg4 h263 mjpeg prores dnxhd cfhd theora ffv1 huffyuv ffvhuff utvideo magicyuv
  qtrle png gif rawvideo v210 v410 dvvideo wmv1 wmv2 wmv3 vc1 msmpeg4v1 msmpeg4v2 vp6 vp6a vp6f
  flac alac eac3 truehd mlp wmav1 wmav2 wmapro wmalossless adpcm_ms adpcm_ima_wav adpcm_ima_qt pcm_alaw pcm_mulaw
  pcm_u8 pcm_s8 pcm_s16le pcm_s16be pcm_u16le pcm_u16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be
  pcm_f64le pcm_f64be pcm_bluray pcm_dvd`
  .trim()
  .split(/\s+/);

/**
 * Decoders of subtitles that videos often contain. Subtitles are not shown, but FFmpeg rejects a file if the decoder
 * of any stream is not allowed.
 */
const SUBTITLES = 'ssa ass subrip srt mov_text webvtt text pgssub dvdsub dvbsub cc_dec'.split(' ');

/** Whether sources may use a codec, by FFmpeg's name. */
export const isKnownCodec = (codec: string): boolean => codec in DECODERS || SAME_NAME.includes(codec);

/** Maximum number of pixels of a frame of a source: 8192 squared. */
export const MAX_FRAME_PIXELS = 8192 * 8192;

/** Maximum number of streams of a source, including subtitles and attachments. */
export const MAX_STREAMS = 100;

const OWN_FILE = { protocol_whitelist: 'file' };

/** Options for every source that is opened: only local files, known containers and codecs, within bounds. */
const SOURCE_LIMITS = {
  ...OWN_FILE,
  format_whitelist: CONTAINERS.join(','),
  codec_whitelist: [...Object.values(DECODERS).flat(), ...SAME_NAME, ...SUBTITLES].join(','),
  max_pixels: String(MAX_FRAME_PIXELS),
  max_streams: String(MAX_STREAMS),
};

/** The options with which a file is opened, by name. */
export const optionsOf = ({
  _tag,
  options,
}: Pick<FileInput, '_tag' | 'options'>): Readonly<Record<string, string>> => ({
  ...(_tag === 'Source' ? SOURCE_LIMITS : OWN_FILE),
  ...options,
});
