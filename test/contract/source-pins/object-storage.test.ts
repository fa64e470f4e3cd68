import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { storedSourcePins } from '../../../infrastructure/storage/source-pins.js';
import { sourcePinsContract } from './source-pins-contract.js';

// The storages themselves have a contract of their own; one of them is enough here.
sourcePinsContract('in the object storage', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stored-pins-'));
  return {
    open: (clock, isOn) => storedSourcePins(localFiles(folder), clock, isOn),
    damage: (sha256) => appendFile(join(folder, sha256), 'damage'),
    storedAt: async (sha256) => (await stat(join(folder, sha256))).mtimeMs,
    close: () => rm(folder, { recursive: true }),
  };
});
