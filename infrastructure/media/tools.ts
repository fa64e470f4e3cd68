import { ffmpegMediaEncoder } from './ffmpeg.js';
import { confinedPictures } from './pictures/confined-pictures.js';
import { mediaProbe } from './probe.js';
import { sharpStillPainter } from './stills.js';
import { openFontLibrary } from './text/fonts.js';

/** The media adapters a renderer needs: ffmpeg, ffprobe, and sharp with the fonts of this machine. */
export const mediaTools = () => {
  const { describe, painter } = confinedPictures(sharpStillPainter(openFontLibrary()));
  return { encoder: ffmpegMediaEncoder(), probe: mediaProbe(describe), painter };
};
