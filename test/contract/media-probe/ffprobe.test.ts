import { mediaProbe } from '../../../infrastructure/rendering/ffmpeg/probe.js';
import { sandboxedPictures } from '../../../infrastructure/rendering/pictures/sandboxed-pictures.js';
import { sharpRasterizer } from '../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { mediaProbeContract } from './media-probe-contract.js';

mediaProbeContract('ffprobe, and sharp for pictures', (root) => {
  const { describe, close } = sandboxedPictures(sharpRasterizer(openFontLibrary()), root);
  return { probe: mediaProbe(describe), close };
});
