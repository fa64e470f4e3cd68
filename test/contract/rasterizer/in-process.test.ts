import { sharpRasterizer } from '../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { rasterizerContract } from './rasterizer-contract.js';

rasterizerContract('sharp in this process', () => ({
  rasterizer: sharpRasterizer(openFontLibrary()),
  close: async () => undefined,
}));
