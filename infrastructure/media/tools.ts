import { ffmpegMediaEncoder } from './ffmpeg.js';
import { confinedPictures } from './pictures/confined-pictures.js';
import { mediaProbe } from './probe.js';
import { sharpStillPainter } from './stills.js';
import { openFontLibrary } from './text/fonts.js';

/**
 * The media adapters a renderer needs: ffmpeg, ffprobe, and sharp with the fonts of this machine.
 * @param spares how many processes for pictures wait for the next render; to be ended by `close`
 */
export const mediaTools = (spares = 0) => {
  const { describe, painter, close } = confinedPictures(sharpStillPainter(openFontLibrary()), spares);
  return { encoder: ffmpegMediaEncoder(), probe: mediaProbe(describe), painter, close };
};
