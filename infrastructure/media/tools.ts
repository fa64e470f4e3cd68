import { ffmpegMediaEncoder } from './ffmpeg.js';
import { mediaProbe } from './probe.js';
import { sharpStillPainter } from './stills.js';
import { openFontLibrary } from './text/fonts.js';

/** The media adapters a renderer needs: ffmpeg, ffprobe, and sharp with the fonts of this machine. */
export const mediaTools = () => ({
  encoder: ffmpegMediaEncoder(),
  probe: mediaProbe(),
  painter: sharpStillPainter(openFontLibrary()),
});
