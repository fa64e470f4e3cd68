import { DEFAULT_SETTINGS, type RenderSettings } from '../../workers/render/render-settings.js';
import type { Config } from '../config.js';
import type { DownloadLimits } from '../media/retried-transfer.js';

/** What a source may be, as configured. */
export const downloadLimits = (config: Config): Partial<DownloadLimits> => ({
  assetBytes: config.assetMaxBytes,
  minBytesPerSecond: config.assetMinBytesPerSecond,
});

/** How to render, and what a render may take, as configured. */
export const renderSettings = (config: Config): Omit<RenderSettings, 'workRoot'> => ({
  ...DEFAULT_SETTINGS,
  fetchBytes: config.renderMaxAssetBytes,
  fetchMs: config.renderMaxFetchSeconds * 1000,
  renderMs: config.renderMaxSeconds * 1000,
});
