import { engineProcesses } from '../engine/engine-processes.js';
import { mediaEngine } from '../engine/media-engine.js';
import { mediaProbe } from '../engine/media-probe.js';
import { ffmpegMediaEncoder } from './ffmpeg.js';
import { sandboxedPictures } from '../pictures/sandboxed-pictures.js';

/**
 * The media adapters a renderer needs: ffmpeg, and the engine with its libraries, sharp and the fonts of this machine.
 * @param root where processes that start before their renders get their folders, on the file system of the renders
 * @param spares the number of processes that wait for the next render, or preview; `close` ends them
 */
export const mediaTools = (root: string, spares = 0) => {
  const processes = engineProcesses(root, spares);
  const { describe, rasterizer } = sandboxedPictures(processes);
  return {
    encoder: ffmpegMediaEncoder(),
    probe: mediaProbe(describe, processes),
    rasterizer,
    engine: mediaEngine(processes),
    processes,
    close: processes.close,
  };
};
