import { engineProcesses } from '../../../infrastructure/rendering/engine/engine-processes.js';
import { mediaEngine } from '../../../infrastructure/rendering/engine/media-engine.js';
import { mediaEngineContract } from './media-engine-contract.js';

mediaEngineContract('FFmpeg in a process', (root) => {
  const processes = engineProcesses(root);
  return { ...mediaEngine(processes), close: processes.close };
});
