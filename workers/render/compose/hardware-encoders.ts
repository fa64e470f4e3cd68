/** A kind of hardware that encodes H.264, by the name of its encoders in ffmpeg. */
export type HardwareKind = 'nvenc' | 'qsv' | 'vaapi' | 'videotoolbox';

/** How ffmpeg uses a kind of hardware. Qualities are like the rate factor of x264: a lower number is a better picture. */
interface HardwareH264 {
  readonly encoder: string;
  /** Options that open the device. */
  readonly device: ReadonlyArray<string>;
  /** The filters that bring composed frames into a form that the encoder takes. */
  readonly filters: ReadonlyArray<string>;
  readonly quality: (crf: number) => Readonly<Record<string, string>>;
}

/** A whole number in the range of the quantisation parameter of H.264; up, which takes fewer bytes. */
const asQuantizer = (crf: number): string => String(Math.min(51, Math.max(1, Math.ceil(crf))));

/** VideoToolbox counts from 1, the lowest quality, to 100. The rate factors of outputs are between 12 and 42. */
const asPercent = (crf: number): string =>
  String(Math.min(100, Math.max(1, Math.round(100 - (crf - 12) * 2.5))));

/** All kinds, the preferred ones first. */
export const HARDWARE_H264: Readonly<Record<HardwareKind, HardwareH264>> = {
  nvenc: {
    encoder: 'h264_nvenc',
    device: [],
    filters: ['format=yuv420p'],
    quality: (crf) => ({
      preset: 'p4',
      rc: 'vbr',
      cq: asQuantizer(crf),
      'b:v': '0',
      'forced-idr': '1',
    }),
  },
  qsv: {
    encoder: 'h264_qsv',
    device: [],
    filters: ['format=nv12'],
    quality: (crf) => ({ preset: 'medium', global_quality: asQuantizer(crf) }),
  },
  vaapi: {
    encoder: 'h264_vaapi',
    device: ['-vaapi_device', '/dev/dri/renderD128'],
    filters: ['format=nv12', 'hwupload'],
    quality: (crf) => ({ rc_mode: 'CQP', qp: asQuantizer(crf) }),
  },
  videotoolbox: {
    encoder: 'h264_videotoolbox',
    device: [],
    filters: ['format=yuv420p'],
    quality: (crf) => ({ 'q:v': asPercent(crf) }),
  },
};

export const HARDWARE_KINDS = Object.keys(HARDWARE_H264) as ReadonlyArray<HardwareKind>;

/** The kind of hardware whose encoder has this name in ffmpeg. */
export const hardwareOf = (encoder: string | undefined): HardwareKind | undefined =>
  HARDWARE_KINDS.find((kind) => HARDWARE_H264[kind].encoder === encoder);

/** The options that encode a closed group of pictures without B-frames, so that pieces can be joined by copying. */
export const hardwareOptions = (kind: HardwareKind, crf: number): Readonly<Record<string, string>> => ({
  'profile:v': 'high',
  ...HARDWARE_H264[kind].quality(crf),
  bf: '0',
});
