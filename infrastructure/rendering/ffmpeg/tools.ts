import { ffmpegFileInspector } from './file-inspector.js';
import { ffmpegMediaEncoder } from './ffmpeg.js';
import { sandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { zipArchiver } from '../archive/zip-archiver.js';
import { skiaSceneDrawer } from '../drawing/skia-drawer.js';
import { mediaProbe } from './probe.js';
import { sharpRasterizer } from '../pictures/stills.js';
import { openFontLibrary } from '../text/fonts.js';

/**
 * The media adapters a renderer needs: ffmpeg, ffprobe, and sharp with the fonts of this machine.
 * @param root where picture processes get their folders, on the file system of the renders
 * @param spares the number of picture processes that wait for the next render; `close` ends them
 */
export const mediaTools = (root: string, spares = 0) => {
  const own = sharpRasterizer(openFontLibrary());
  const { describe, rasterizer, close } = sandboxedPictures(own, root, spares);
  return {
    encoder: ffmpegMediaEncoder(),
    probe: mediaProbe(describe),
    inspector: ffmpegFileInspector(),
    rasterizer,
    drawer: skiaSceneDrawer,
    archiver: zipArchiver,
    close,
  };
};
