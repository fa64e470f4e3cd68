import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { SharedSecret } from '../../../application/ports/shared-secret.js';
import type { Config } from '../../platform/config.js';
import { persistentSecret, readIfExists, secretInFile } from '../../platform/private-files.js';
import { derivedKey, sealedSecret, storedSecret } from '../../postgres/settings/sealed-secret.js';
import { signingKeyFile } from '../../signing/signing-keys.js';

/** The secrets that all processes of the service share. */
export interface SharedSecrets {
  /** What encrypts secrets in the database. */
  readonly serviceKey: Uint8Array;
  /** The seed of the key that signs checkpoints and receipts. */
  readonly signingSeed: SharedSecret;
}

/** The name of the seed of the signing key in the database. */
const SIGNING_KEY = 'signing-key';

const serviceKeyOf = (configured: string): Buffer => derivedKey(configured, 'service key');

/** Whether SERVICE_KEY opens the secrets in the database. Rejects with StartRefusedError if it is another one. */
export const secretsInDatabase = async (
  { serviceKey }: Pick<Config, 'serviceKey'>,
  database: Knex,
): Promise<'none' | 'opened' | 'without key'> => {
  if (!(await database('service_secrets').where({ name: SIGNING_KEY }).first())) return 'none';
  if (serviceKey === undefined) return 'without key';
  await storedSecret(database, serviceKeyOf(serviceKey), SIGNING_KEY);
  return 'opened';
};

/**
 * The shared secrets: with SERVICE_KEY, from the environment and, encrypted with it, from the database; without, from
 * DATA_DIR. A signing key in DATA_DIR is adopted, so that setting SERVICE_KEY does not change the key of a service.
 */
export const sharedSecrets = async (
  { dataDir, serviceKey: configured }: Pick<Config, 'dataDir' | 'serviceKey'>,
  database: Knex,
): Promise<SharedSecrets> => {
  const seedFile = signingKeyFile(dataDir);
  if (configured === undefined) {
    const file = join(dataDir, 'secrets', 'service-key');
    return {
      serviceKey: Buffer.from(await persistentSecret(file), 'hex'),
      signingSeed: secretInFile(seedFile),
    };
  }
  const serviceKey = serviceKeyOf(configured);
  const firstSeed = async (bytes: number): Promise<string> =>
    (await readIfExists(seedFile))?.trim() || randomBytes(bytes).toString('hex');
  return { serviceKey, signingSeed: sealedSecret(database, serviceKey, SIGNING_KEY, firstSeed) };
};
