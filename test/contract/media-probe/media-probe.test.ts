import { engineProcesses } from '../../../infrastructure/rendering/engine/engine-processes.js';
import { mediaProbe } from '../../../infrastructure/rendering/engine/media-probe.js';
import { sandboxedPictures } from '../../../infrastructure/rendering/pictures/sandboxed-pictures.js';
import { mediaProbeContract } from './media-probe-contract.js';

mediaProbeContract('the engine, and sharp for pictures', (root) => {
  const processes = engineProcesses(root);
  const { describe } = sandboxedPictures(processes);
  return { probe: mediaProbe(describe, processes), close: processes.close };
});
