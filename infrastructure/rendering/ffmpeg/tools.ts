import { ffmpegFileInspector } from './file-inspector.js';
import { ffmpegMediaEncoder } from './ffmpeg.js';
import { sandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { zipArchiver } from '../archive/zip-archiver.js';
import { skiaSceneDrawer } from '../drawing/skia-drawer.js';
import { FOR_PIECES, FOR_PREVIEWS, lateProcesses } from './late-processes.js';
import { mediaProbe } from './probe.js';
import { sharpRasterizer } from '../pictures/stills.js';
import { openFontLibrary } from '../text/fonts.js';

/**
 * The media adapters a renderer needs: ffmpeg, ffprobe, and sharp with the fonts of this machine.
 * @param root where processes that start before their renders get their folders, on the file system of the renders
 * @param spares the numbers of processes that wait for the next render, or preview; `close` ends them
 */
export const mediaTools = (root: string, spares = { pictures: 0, drawing: 0, pieces: 0, previews: 0 }) => {
  const own = sharpRasterizer(openFontLibrary());
  const pictures = sandboxedPictures(own, root, spares.pictures);
  const late = {
    preview: lateProcesses('ffmpeg', { root, most: spares.previews, ...FOR_PREVIEWS }),
    piece: lateProcesses('ffmpeg', { root, most: spares.pieces, ...FOR_PIECES }),
  };
  const drawer = skiaSceneDrawer(root, spares.drawing);
  return {
    encoder: ffmpegMediaEncoder('ffmpeg', late),
    probe: mediaProbe(pictures.describe),
    inspector: ffmpegFileInspector(),
    rasterizer: pictures.rasterizer,
    drawer,
    archiver: zipArchiver,
    close: async () => {
      await Promise.all([pictures.close(), drawer.close(), late.preview.close(), late.piece.close()]);
    },
  };
};
