import type { Output } from './output.js';

/** The formats and codecs that need an encoder. */
export type OutputFeature =
  'h264' | 'h265' | 'av1' | 'vp9' | 'prores' | 'gif' | 'webp' | 'png' | 'jpg' | 'mp3' | 'wav' | 'm4a';

/** The features that an output requires of the worker. */
export const featureOf = ({ format, codec = 'h264' }: Output): OutputFeature => {
  switch (format) {
    case 'mp4':
      return codec;
    case 'hls':
      return 'h264';
    case 'webm':
      return 'vp9';
    case 'mov':
      return 'prores';
    case 'pngSequence':
      return 'png';
    case 'gif':
    case 'webp':
    case 'png':
    case 'jpg':
    case 'mp3':
    case 'wav':
    case 'm4a':
      return format;
  }
};

/** The name of an output in messages. */
export const outputName = ({ format, codec }: Output): string =>
  codec === undefined ? format : `${format} with codec ${codec}`;
