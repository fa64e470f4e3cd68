import { availableParallelism } from 'node:os';
import type { FetchBudget } from './fetch-sources.js';

export interface RenderSettings extends FetchBudget {
  /** The folder in which each render gets a private folder. */
  readonly workRoot: string;
  /** How long a render may take once its sources are downloaded, in ms. */
  readonly renderMs: number;
  /** Approximate length of the pieces that are encoded separately. */
  readonly pieceSeconds: number;
  /** How many pieces are encoded at once. */
  readonly parallelPieces: number;
  readonly preset: string;
  readonly crf: number;
}

/** Settings that measured best; the folder is up to the process. */
export const DEFAULT_SETTINGS: Omit<RenderSettings, 'workRoot'> = {
  fetchBytes: 10 * 1024 ** 3,
  fetchMs: 10 * 60_000,
  renderMs: 6 * 3_600_000,
  pieceSeconds: 5,
  parallelPieces: Math.max(1, Math.min(8, availableParallelism())),
  preset: 'veryfast',
  crf: 20,
};
