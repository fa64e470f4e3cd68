import { availableParallelism } from 'node:os';
import { H264_QUALITIES, type H264Settings } from '../compose/h264-qualities.js';

/** Limits for all sources of a render together. */
export interface FetchBudget {
  /** What one render may download, in bytes. */
  readonly fetchBytes: number;
  /** How long downloading all its sources may take, in ms. */
  readonly fetchMs: number;
  /** Whether a client waits for the result: an unreachable source then fails at once. */
  readonly isAwaited?: boolean;
}

export interface RenderSettings extends FetchBudget, H264Settings {
  /** The folder in which each render gets a private folder. */
  readonly workRoot: string;
  /** How long a render may take once its sources are downloaded, in ms. */
  readonly renderMs: number;
  /** Approximate length of the pieces that are encoded separately. */
  readonly pieceSeconds: number;
  /** How many pieces are encoded concurrently. */
  readonly parallelPieces: number;
  /** Whether frames of a source that nothing touches are copied where that is safe. */
  readonly copiesStretches: boolean;
}

/** The settings with the best measurements. The process chooses the folder. */
export const DEFAULT_SETTINGS: Omit<RenderSettings, 'workRoot'> = {
  fetchBytes: 10 * 1024 ** 3,
  fetchMs: 10 * 60_000,
  renderMs: 6 * 3_600_000,
  pieceSeconds: 5,
  parallelPieces: Math.max(1, Math.min(8, availableParallelism())),
  copiesStretches: true,
  ...H264_QUALITIES.balanced,
};
