import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretInFile } from '../../../infrastructure/platform/private-files.js';
import { sharedSecretContract } from './shared-secret-contract.js';

sharedSecretContract('a private file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shared-secret-'));
  return {
    openProcess: () => secretInFile(join(folder, 'secrets', 'one')),
    close: () => rm(folder, { recursive: true }),
  };
});
