import { randomBytes } from 'node:crypto';
import { sealedSecret } from '../../../infrastructure/postgres/settings/sealed-secret.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { sharedSecretContract } from './shared-secret-contract.js';

sharedSecretContract('sealed in PostgreSQL', async () => {
  const { database, stop } = await startReadModels();
  const first = (bytes: number) => Promise.resolve(randomBytes(bytes).toString('hex'));
  return {
    openProcess: () => sealedSecret(database, Buffer.alloc(32, 1), 'one', first),
    close: stop,
  };
});
