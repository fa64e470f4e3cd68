import { availableParallelism } from 'node:os';
import type { FetchBudget } from './fetch-sources.js';

export interface RenderSettings extends FetchBudget {
  /** Folder in which each render gets a private folder of its own. */
  readonly workRoot: string;
  /** How long a render may take once its sources are fetched, in ms. */
  readonly renderMs: number;
  /** About how long a piece is that is encoded by itself. */
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
