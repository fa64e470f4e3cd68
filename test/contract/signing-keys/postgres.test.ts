import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretInFile } from '../../../infrastructure/platform/private-files.js';
import { postgresKeyRegistry } from '../../../infrastructure/postgres/log/key-registry.js';
import { signingKeyFile, signingKeys } from '../../../infrastructure/signing/signing-keys.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { signingKeysContract } from './signing-keys-contract.js';

signingKeysContract('a seed in a file, public keys in PostgreSQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
  const { database, stop } = await startReadModels();
  const seed = secretInFile(signingKeyFile(folder));
  return {
    openProcess: () => signingKeys(seed, postgresKeyRegistry(database)),
    close: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
});
