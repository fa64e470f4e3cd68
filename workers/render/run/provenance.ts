import type { Provenance } from '../../../domain/render/render-output.js';
import type { FetchedSources } from './sources/fetch-sources.js';

/** Changes whenever the same composition may come out as other pixels or samples. */
const RENDERER_VERSION = 'framewright-renderer 3';

/** What an output was made with: programs, sources and fonts. `ffmpeg` is the version of the encoder. */
export const provenanceOf = (
  ffmpeg: string,
  { assets }: FetchedSources,
  fonts: Provenance['fonts'],
): Omit<Provenance, 'stageSeconds'> => ({
  renderer: RENDERER_VERSION,
  ffmpeg,
  sources: assets.map(({ url, sha256, bytes }) => ({ url, sha256, bytes })),
  fonts: distinctFonts(fonts),
});

const distinctFonts = (fonts: Provenance['fonts']): Provenance['fonts'] =>
  [...new Map(fonts.map((font) => [`${font.family} ${font.sha256}`, font])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, font]) => font);
