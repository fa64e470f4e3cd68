import { ffmpegFileInspector } from './file-inspector.js';
import { mediaEngine } from '../engine/media-engine.js';
import { ffmpegMediaEncoder } from './ffmpeg.js';
import { sandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { zipArchiver } from '../archive/zip-archiver.js';
import { skiaSceneDrawer } from '../drawing/skia-drawer.js';
import { mediaProbe } from './probe.js';
import { sharpRasterizer } from '../pictures/stills.js';
import { openFontLibrary } from '../text/fonts/fonts.js';
import { FOR_PREVIEWS, FOR_RENDERS, waitingProcesses } from './waiting-processes.js';

/** No process waits. */
const NO_SPARES = { pictures: 0, drawing: 0, pieces: 0, copies: 0, previews: 0 };

/**
 * The media adapters a renderer needs: ffmpeg, ffprobe, and sharp with the fonts of this machine.
 * @param root where processes that start before their renders get their folders, on the file system of the renders
 * @param spares the numbers of processes that wait for the next render, or preview; `close` ends them
 */
export const mediaTools = (root: string, spares = NO_SPARES) => {
  const own = sharpRasterizer(openFontLibrary());
  const pictures = sandboxedPictures(own, root, spares.pictures);
  const late = {
    preview: waitingProcesses('ffmpeg', { root, most: spares.previews, ...FOR_PREVIEWS }),
    piece: waitingProcesses('ffmpeg', { root, most: spares.pieces, ...FOR_RENDERS }),
    copy: waitingProcesses('ffmpeg', { root, most: spares.copies, ...FOR_RENDERS }),
  };
  const engine = mediaEngine(root, spares.pieces);
  const drawer = skiaSceneDrawer(root, spares.drawing);
  return {
    encoder: ffmpegMediaEncoder('ffmpeg', late),
    probe: mediaProbe(pictures.describe),
    inspector: ffmpegFileInspector(),
    rasterizer: pictures.rasterizer,
    drawer,
    engine,
    archiver: zipArchiver,
    close: async () => {
      const parts = [pictures, drawer, engine, late.preview, late.piece, late.copy];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
};
