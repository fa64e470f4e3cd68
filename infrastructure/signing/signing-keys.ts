import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { KeyRegistry, SigningKeys } from '../../application/ports/signing-keys.js';
import { persistentSecret, writePrivateFile } from '../platform/private-files.js';
import { privateKeyOf, publicKeyOf, signWith, thumbprintOf } from './ed25519.js';

const SEED_BYTES = 32;

/** The file with the seed of the current key. */
export const signingKeyFile = (dataDir: string): string => join(dataDir, 'secrets', 'signing-key');

const keyFrom = (seed: string) => {
  const privateKey = privateKeyOf(Buffer.from(seed, 'hex'));
  const publicKey = publicKeyOf(privateKey);
  return { privateKey, publicKey, keyId: thumbprintOf(publicKey) };
};

/**
 * The keys of this service: the seed of the current key is in a private file, the public keys of all are in the
 * registry.
 */
export const signingKeys = (seedFile: string, registry: KeyRegistry): SigningKeys => ({
  current: async () => {
    // Read each time, so that every process uses a new key immediately.
    const { privateKey, keyId, publicKey } = keyFrom(await persistentSecret(seedFile, SEED_BYTES));
    const registered = await registry.register({ keyId, publicKey });
    return { ...registered, sign: (data) => signWith(privateKey, data) };
  },
  all: registry.all,
});

/** Replaces the current key by a new one and retires it. Returns the id of the new key. */
export const rotateSigningKey = async (seedFile: string, registry: KeyRegistry): Promise<string> => {
  const seed = randomBytes(SEED_BYTES).toString('hex');
  const { keyId, publicKey } = keyFrom(seed);
  await registry.register({ keyId, publicKey });
  await writePrivateFile(seedFile, `${seed}\n`);
  await registry.retireAllBut(keyId);
  return keyId;
};
