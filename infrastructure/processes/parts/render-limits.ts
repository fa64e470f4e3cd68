import { DEFAULT_SETTINGS, type RenderSettings } from '../../../workers/render/run/render-settings.js';
import type { Config } from '../../platform/config.js';
import type { DownloadLimits } from '../../sources/retried-transfer.js';

/** The configured limits of sources. */
export const downloadLimits = (config: Config): Partial<DownloadLimits> => ({
  assetBytes: config.assetMaxBytes,
  minBytesPerSecond: config.assetMinBytesPerSecond,
});

/** The configured render settings and limits. */
export const renderSettings = (config: Config): Omit<RenderSettings, 'workRoot'> => ({
  ...DEFAULT_SETTINGS,
  fetchBytes: config.renderMaxAssetBytes,
  fetchMs: config.renderMaxFetchSeconds * 1000,
  renderMs: config.renderMaxSeconds * 1000,
});
