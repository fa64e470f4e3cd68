import { ffmpegFileInspector } from './file-inspector.js';
import { ffmpegMediaEncoder } from './ffmpeg.js';
import { sandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { zipArchiver } from '../archive/zip-archiver.js';
import { skiaSceneDrawer } from '../drawing/skia-drawer.js';
import { lateProcesses } from './late-processes.js';
import { mediaProbe } from './probe.js';
import { sharpRasterizer } from '../pictures/stills.js';
import { openFontLibrary } from '../text/fonts.js';

/**
 * The media adapters a renderer needs: ffmpeg, ffprobe, and sharp with the fonts of this machine.
 * @param root where processes that start before their renders get their folders, on the file system of the renders
 * @param spares the numbers of processes that wait for the next render, or compose the next preview; `close` ends them
 */
export const mediaTools = (root: string, spares = { pictures: 0, drawing: 0, composing: 0 }) => {
  const own = sharpRasterizer(openFontLibrary());
  const pictures = sandboxedPictures(own, root, spares.pictures);
  const composing = lateProcesses('ffmpeg', { root, most: spares.composing });
  const drawer = skiaSceneDrawer(root, spares.drawing);
  return {
    encoder: ffmpegMediaEncoder('ffmpeg', composing),
    probe: mediaProbe(pictures.describe),
    inspector: ffmpegFileInspector(),
    rasterizer: pictures.rasterizer,
    drawer,
    archiver: zipArchiver,
    close: async () => {
      await Promise.all([pictures.close(), drawer.close(), composing.close()]);
    },
  };
};
