/** The real adapters of renders. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { skiaSceneDrawer } from '../../../infrastructure/rendering/drawing/skia-drawer.js';
import { mediaProbe } from '../../../infrastructure/rendering/engine/media-probe.js';
import { mediaTools } from '../../../infrastructure/rendering/ffmpeg/tools.js';
import { pictureFailure } from '../../../infrastructure/rendering/pictures/image-failures.js';
import { describeImage, readImage } from '../../../infrastructure/rendering/pictures/images.js';
import { sharpRasterizer } from '../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import type { DrawOptions, SceneDrawer } from '../../../workers/render/ports/scene-drawer.js';

const ROOT = join(tmpdir(), 'framewright-test-pictures');

/** Sandboxed processes decode images, draw texts and draw scenes, and none works for two renders, as in a worker. */
export const sandboxedTools = mediaTools(ROOT);

/** A drawing process keeps the pictures of its scenes, so it does not serve more than these. */
const SCENES_EACH = 10;

/** How long a drawing process waits for the next render, in ms. */
const IDLE_MS = 10_000;

const drawer = skiaSceneDrawer(ROOT, 0, { idleMs: IDLE_MS, mostIdle: 2 });
let drawn = 0;

/** Lets a drawing process serve several renders. */
const shared = (options: DrawOptions): DrawOptions => {
  drawn += 1;
  return { ...options, folder: `renders ${Math.floor(drawn / SCENES_EACH)}` };
};

const sharedDrawer: SceneDrawer = {
  makePipes: drawer.makePipes,
  draw: (jobs, options) => drawer.draw(jobs, shared(options)),
  drawStills: (jobs, options) => drawer.drawStills(jobs, shared(options)),
};

/**
 * The same without processes of each render: their start takes about as much processor time as the rest of a short
 * render. Images are decoded and texts drawn in this process, and renders share drawing processes.
 */
export const tools = {
  ...sandboxedTools,
  drawer: sharedDrawer,
  rasterizer: sharpRasterizer(openFontLibrary()),
  probe: mediaProbe(
    (path) =>
      TE.tryCatch(
        async () => describeImage(await readImage(path)),
        (error) => pictureFailure(error, 'image'),
      ),
    sandboxedTools.processes,
  ),
};

if ('after' in globalThis) after(drawer.close);
