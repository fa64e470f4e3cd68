/** The real adapters of renders. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EngineProcesses } from '../../../infrastructure/rendering/engine/engine-processes.js';
import { mediaEngine } from '../../../infrastructure/rendering/engine/media-engine.js';
import { mediaProbe } from '../../../infrastructure/rendering/engine/media-probe.js';
import { mediaTools } from '../../../infrastructure/rendering/ffmpeg/tools.js';
import { pictureFailure } from '../../../infrastructure/rendering/pictures/image-failures.js';
import { describeImage, readImage } from '../../../infrastructure/rendering/pictures/images.js';
import { sandboxedPictures } from '../../../infrastructure/rendering/pictures/sandboxed-pictures.js';
import { sharpRasterizer } from '../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { atEnd } from '../at-end.js';

const ROOT = join(tmpdir(), 'framewright-test-pictures');

/** Sandboxed processes decode images, draw texts and compose, and none works for two renders, as in a worker. */
export const workerTools = mediaTools(ROOT);
atEnd(workerTools.close);

/** Processes that go from render to render: each takes longer to start than most renders of tests. */
const processes: EngineProcesses = {
  ...workerTools.processes,
  perform: (type, give, result, options) =>
    workerTools.processes.perform(type, give, result, { ...options, series: 'tests' }),
  release: () => Promise.resolve(),
};
const pictures = sandboxedPictures(processes);

/** The same, but renders share their processes. */
export const sandboxedTools: typeof workerTools = {
  ...workerTools,
  processes,
  engine: mediaEngine(processes),
  rasterizer: pictures.rasterizer,
  probe: mediaProbe(pictures.describe, processes),
};

/** The same, but images are decoded and texts drawn in this process. */
export const tools: typeof workerTools = {
  ...sandboxedTools,
  rasterizer: sharpRasterizer(openFontLibrary()),
  probe: mediaProbe(
    (path) =>
      TE.tryCatch(
        async () => describeImage(await readImage(path)),
        (error) => pictureFailure(error, 'image'),
      ),
    processes,
  ),
};
