import { PREVIEW_TIMES } from '../../../application/ports/previews.js';

/** A preview, and what precedes and follows it. */
const PREVIEW = PREVIEW_TIMES.waiting + PREVIEW_TIMES.fetching + PREVIEW_TIMES.making + 10_000;

/** The time limit of operations that {@link LONG_OPERATIONS} does not list, in ms. */
const USUAL = 14_000;

/** The time limits of operations that wait for sources, workers or decoders, in ms, by operation id. */
export const LONG_OPERATIONS: Readonly<Record<string, number>> = {
  getFrame: PREVIEW,
  getVersionFrame: PREVIEW,
  drawFrame: PREVIEW,
  diffVersions: PREVIEW,
  getPlayback: PREVIEW,
  drawPlayback: PREVIEW,
  probeMedia: PREVIEW,
  checkVideo: PREVIEW,
  createRender: PREVIEW,
  createRenderOfVideo: PREVIEW,
  // The idle timeout of a source, and some time to connect.
  getSource: 35_000,
  verifyFile: 300_000,
  createAsset: PREVIEW + 60_000,
  getAssetPoster: PREVIEW,
  getAssetFilmstrip: PREVIEW,
  getAssetWaveform: PREVIEW,
};

/**
 * How long an operation may take from when its request is received to when its answer begins, in ms. After this, its
 * work is aborted and the client gets a 503 that says so. The idle timeout of the connection and the API reference
 * follow from it.
 */
export const timeLimitOf = ({ id }: { readonly id: string }): number => LONG_OPERATIONS[id] ?? USUAL;

/** The idle timeout of a connection during a request: enough for the answer after the time limit, in ms. */
export const connectionTimeout = (timeLimit = USUAL): number => timeLimit + 6000;

const seconds = (ms: number): string => `${ms / 1000} s`;

/** The time limit in the description of an operation; nothing for the usual one. */
export const timeLimitText = ({ id }: { readonly id: string }): string => {
  const limit = LONG_OPERATIONS[id];
  return limit === undefined ? '' : ` Answers within ${seconds(limit)}.`;
};

/** What the introduction of the API reference says about time limits. */
export const TIME_LIMIT_TEXT = `The service answers within ${seconds(USUAL)} of receiving a request, or within the time that the description of the
operation states. Otherwise it stops the work and answers with a 503 that says so; a change may still take effect.`;
