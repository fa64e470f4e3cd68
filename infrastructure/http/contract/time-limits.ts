import { PREVIEW_TIMES } from '../../../application/ports/previews.js';

/** The time limit of operations that make a preview, in ms: its stages, and 10 s for the rest of the request. */
const PREVIEW_LIMIT = PREVIEW_TIMES.waiting + PREVIEW_TIMES.fetching + PREVIEW_TIMES.making + 10_000;

/** The time limit of operations that {@link LONG_OPERATIONS} does not list, in ms. */
const DEFAULT_LIMIT = 14_000;

/** The time limits of operations that wait for sources, workers or decoders, in ms, by operation id. */
export const LONG_OPERATIONS: Readonly<Record<string, number>> = {
  getFrame: PREVIEW_LIMIT,
  getVersionFrame: PREVIEW_LIMIT,
  drawFrame: PREVIEW_LIMIT,
  diffVersions: PREVIEW_LIMIT,
  getPlayback: PREVIEW_LIMIT,
  drawPlayback: PREVIEW_LIMIT,
  probeMedia: PREVIEW_LIMIT,
  checkVideo: PREVIEW_LIMIT,
  importProject: PREVIEW_LIMIT,
  createRender: PREVIEW_LIMIT,
  createRenderOfVideo: PREVIEW_LIMIT,
  // The idle timeout of a source, and some time to connect.
  getSource: 35_000,
  verifyFile: 300_000,
  createAsset: PREVIEW_LIMIT + 60_000,
  getAssetPoster: PREVIEW_LIMIT,
  getAssetFilmstrip: PREVIEW_LIMIT,
  getAssetWaveform: PREVIEW_LIMIT,
};

/**
 * The time limit of an operation, in ms, from the receipt of the request to the start of the response. After it, the
 * work is aborted and the client gets a 503 that says so. The idle timeout of the connection and the API reference
 * depend on it.
 */
export const timeLimitOf = ({ id }: { readonly id: string }): number => LONG_OPERATIONS[id] ?? DEFAULT_LIMIT;

/** The idle timeout of a connection during a request, in ms: enough to respond after the time limit. */
export const connectionTimeout = (timeLimit = DEFAULT_LIMIT): number => timeLimit + 6000;

const seconds = (ms: number): string => `${ms / 1000} s`;

/** The time limit in the description of an operation; nothing for the usual one. */
export const timeLimitText = ({ id }: { readonly id: string }): string => {
  const limit = LONG_OPERATIONS[id];
  return limit === undefined ? '' : ` Answers within ${seconds(limit)}.`;
};

/** What the introduction of the API reference says about time limits. */
export const TIME_LIMIT_TEXT = `The service answers within ${seconds(DEFAULT_LIMIT)} of receiving a request, or within the time that the description of the
operation states. Otherwise it stops the work and answers with a 503 that says so; a change may still take effect.`;
