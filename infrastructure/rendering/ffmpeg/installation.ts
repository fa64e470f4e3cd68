import type { OutputFeature } from '../../../domain/composition/format/output-features.js';
import { ALL_FEATURES, ffmpegFeatures, saying } from './features.js';
import { codecsWithoutDecoder } from '../engine/input-limits.js';

/** The filters that renders use. */
const FILTERS = `
  afftdn aformat alphaextract apad aresample atrim blend concat crop fillborders format fps geq lut overlay pad
  palettegen paletteuse pan rotate scale setpts setsar settb split tonemap tpad transpose trim unpremultiply zscale`
  .trim()
  .split(/\s+/);

/** The names in a list that ffmpeg prints: each follows a column of flags. */
const listedNames = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^ [.A-Z|]{2,6} (\S+)/gm)].flatMap(([, name]) => name ?? []));

/** What an ffmpeg lacks. */
export interface MissingParts {
  readonly filters: ReadonlyArray<string>;
  /** Codecs of sources that it cannot decode. */
  readonly decoders: ReadonlyArray<string>;
  /** Kinds of outputs that it cannot encode. */
  readonly features: ReadonlyArray<OutputFeature>;
}

/** Asks an ffmpeg for the filters, decoders and encoders that renders use. */
export const missingParts = async (program: string): Promise<MissingParts> => {
  const [filters, decoders, features] = [
    listedNames(await saying(program, '-hide_banner', '-filters')),
    listedNames(await saying(program, '-hide_banner', '-decoders')),
    await ffmpegFeatures(program),
  ];
  return {
    filters: FILTERS.filter((name) => !filters.has(name)),
    decoders: codecsWithoutDecoder(decoders),
    features: ALL_FEATURES.filter((feature) => !features.has(feature)),
  };
};
