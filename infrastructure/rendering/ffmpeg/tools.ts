import { engineProcesses } from '../engine/engine-processes.js';
import { mediaEngine } from '../engine/media-engine.js';
import { mediaProbe } from '../engine/media-probe.js';
import { ffmpegMediaEncoder } from './ffmpeg.js';
import { sandboxedPictures } from '../pictures/sandboxed-pictures.js';
import { sharpRasterizer } from '../pictures/stills.js';
import { openFontLibrary } from '../text/fonts/fonts.js';

/** No process waits. */
const NO_SPARES = { pictures: 0, engine: 0 };

/**
 * The media adapters a renderer needs: ffmpeg, its libraries, and sharp with the fonts of this machine.
 * @param root where processes that start before their renders get their folders, on the file system of the renders
 * @param spares the numbers of processes that wait for the next render, or preview; `close` ends them
 */
export const mediaTools = (root: string, spares = NO_SPARES) => {
  const own = sharpRasterizer(openFontLibrary());
  const pictures = sandboxedPictures(own, root, spares.pictures);
  const processes = engineProcesses(root, spares.engine);
  return {
    encoder: ffmpegMediaEncoder(),
    probe: mediaProbe(pictures.describe, processes),
    rasterizer: pictures.rasterizer,
    engine: mediaEngine(processes),
    processes,
    close: async () => {
      const parts = [pictures, processes];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
};
