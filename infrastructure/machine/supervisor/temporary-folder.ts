import { mkdirSync, mkdtempSync, rmSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorCode } from '../../platform/error-code.js';
import type { PrintLine } from './terminal.js';

/** Errors of a folder that is missing, or that the account may not write. Others, such as a full disk, may pass. */
const UNUSABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);

/**
 * Makes this process, and everything it starts later, use a folder for temporary files that its account can write: that
 * of the environment, or else one in `dataDir`. The TMPDIR of root, for example, is mostly closed to other accounts.
 * Removes what an earlier run left in `dataDir`.
 */
export const useTemporaryFolder = (dataDir: string, showWarning: PrintLine): void => {
  const [given, own] = [tmpdir(), resolve(dataDir, 'tmp')];
  rmSync(own, { recursive: true, force: true });
  try {
    rmdirSync(mkdtempSync(join(given, 'framewright-')));
  } catch (error) {
    const code = errorCode(error);
    if (!UNUSABLE.has(code)) throw error;
    mkdirSync(own, { mode: 0o700 });
    process.env['TMPDIR'] = own;
    showWarning(
      `WARNING: temporary files are in ${own}, because this account cannot write to ${given} (${code}). To change that, set TMPDIR to a folder that it can write.`,
    );
  }
};
