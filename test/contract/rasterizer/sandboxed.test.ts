import { engineProcesses } from '../../../infrastructure/rendering/engine/engine-processes.js';
import { sandboxedPictures } from '../../../infrastructure/rendering/pictures/sandboxed-pictures.js';
import { sharpRasterizer } from '../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { rasterizerContract } from './rasterizer-contract.js';

rasterizerContract('sharp in sandboxed processes', (root) => {
  const processes = engineProcesses(root);
  const { rasterizer } = sandboxedPictures(sharpRasterizer(openFontLibrary()), processes);
  return { rasterizer, close: processes.close };
});
