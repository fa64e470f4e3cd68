import { engineProcesses } from '../../../infrastructure/rendering/engine/engine-processes.js';
import { sandboxedPictures } from '../../../infrastructure/rendering/pictures/sandboxed-pictures.js';
import { rasterizerContract } from './rasterizer-contract.js';

rasterizerContract('sharp in sandboxed processes', (root) => {
  const processes = engineProcesses(root);
  return { ...sandboxedPictures(processes), close: processes.close };
});
