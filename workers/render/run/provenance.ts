import type { Provenance } from '../../../domain/render/render-output.js';
import type { RenderDependencies } from './context.js';
import type { FetchedSources } from './sources/fetch-sources.js';

/** Changes whenever the same composition may come out as other pixels or samples. */
const RENDERER_VERSION = 'framewright-renderer 7';

/** The versions of FFmpeg: the engine's, and that of the program, if there is one. */
export const versionsOf = async ({
  encoder,
  engine,
}: Pick<RenderDependencies, 'encoder' | 'engine'>): Promise<string> =>
  [engine.version, (await encoder.version()) ?? []].flat().join(', ');

/** What an output was made with: programs, sources and fonts. `ffmpeg` are the versions of the encoders. */
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
