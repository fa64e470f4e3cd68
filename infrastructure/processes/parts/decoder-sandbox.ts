import { realpathSync } from 'node:fs';
import { abilities } from '../../machine/sandbox/abilities.js';
import { isPartOfSystem } from '../../machine/sandbox/file-view.js';
import { sandboxReport } from '../../machine/sandbox/sandbox-report.js';
import type { Logger } from '../../platform/logging.js';

/** Logs how decoders are sandboxed here, and what this machine does not support; see docs/sandbox.md. */
export const reportSandbox = (logger: Logger): void => {
  const { mode, summary, warnings } = sandboxReport(abilities(), process.getuid?.() === 0);
  logger.info({ mode }, `sandbox: ${summary}`);
  for (const warning of warnings) logger.warn({ mode }, warning);
};

/** A sandbox shows system folders to decoders, so private data must not be in one of them. */
export const refuseVisibleFolder = (dataDir: string): void => {
  if (isPartOfSystem(realpathSync(dataDir)))
    throw new Error(`decoders can see ${dataDir} as part of the system; set DATA_DIR to a folder elsewhere`);
};
