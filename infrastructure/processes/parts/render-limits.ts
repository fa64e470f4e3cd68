import { availableParallelism, totalmem } from 'node:os';
import { H264_QUALITIES } from '../../../workers/render/compose/h264-qualities.js';
import { DEFAULT_SETTINGS, type RenderSettings } from '../../../workers/render/run/context.js';
import type { Config } from '../../platform/config.js';
import type { DownloadLimits } from '../../sources/retried-transfer.js';

export const downloadLimits = (config: Config): Partial<DownloadLimits> => ({
  assetBytes: config.assetMaxBytes,
  minBytesPerSecond: config.assetMinBytesPerSecond,
});

/** What one render uses at best: threads, and bytes of memory. */
const CORES_PER_RENDER = 8;
const MEMORY_PER_RENDER = 4 * 1024 ** 3;

/** How many renders use the processor concurrently: as configured, or as many as the machine has cores and memory for. */
export const renderConcurrency = (
  { renderConcurrency: configured }: Pick<Config, 'renderConcurrency'>,
  machine = { cores: availableParallelism(), memory: totalmem() },
): number =>
  configured ??
  Math.max(
    1,
    Math.min(Math.floor(machine.cores / CORES_PER_RENDER), Math.floor(machine.memory / MEMORY_PER_RENDER)),
  );

/** How many pieces of one render are made at once. Concurrent renders share the cores. */
export const piecesAtOnce = (concurrency: number, cores = availableParallelism()): number =>
  Math.max(1, Math.min(CORES_PER_RENDER, Math.floor(cores / concurrency)));

export const configuredRenderSettings = (config: Config): Omit<RenderSettings, 'workRoot'> => ({
  ...DEFAULT_SETTINGS,
  ...H264_QUALITIES[config.renderQuality],
  copiesStretches: config.copyStretches === 'auto',
  fetchBytes: config.renderMaxAssetBytes,
  fetchMs: config.renderMaxFetchSeconds * 1000,
  renderMs: config.renderMaxSeconds * 1000,
  parallelPieces: piecesAtOnce(renderConcurrency(config)),
});
