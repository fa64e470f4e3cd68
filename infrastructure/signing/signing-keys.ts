import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SharedSecret } from '../../application/ports/shared-secret.js';
import type { KeyRegistry, SigningKeys } from '../../application/ports/signing-keys.js';
import { privateKeyOf, publicKeyOf, signWith, thumbprintOf } from './ed25519.js';

const SEED_BYTES = 32;

/** The file with the seed of the current key, unless the database has it. */
export const signingKeyFile = (dataDir: string): string => join(dataDir, 'secrets', 'signing-key');

const keyFrom = (seed: string) => {
  const privateKey = privateKeyOf(Buffer.from(seed, 'hex'));
  const publicKey = publicKeyOf(privateKey);
  return { privateKey, publicKey, keyId: thumbprintOf(publicKey) };
};

/** The keys of this service: the seed of the current key is a secret, the public keys of all are in the registry. */
export const signingKeys = (seed: SharedSecret, registry: KeyRegistry): SigningKeys => ({
  current: async () => {
    // Read each time, so that every process uses a new key immediately.
    const { privateKey, keyId, publicKey } = keyFrom(await seed.read(SEED_BYTES));
    const registered = await registry.register({ keyId, publicKey });
    return { ...registered, sign: (data) => signWith(privateKey, data) };
  },
  all: registry.all,
});

/** Replaces the current key by a new one and retires it. Returns the id of the new key. */
export const rotateSigningKey = async (seed: SharedSecret, registry: KeyRegistry): Promise<string> => {
  const newSeed = randomBytes(SEED_BYTES).toString('hex');
  const { keyId, publicKey } = keyFrom(newSeed);
  await registry.register({ keyId, publicKey });
  await seed.replace(newSeed);
  await registry.retireAllBut(keyId);
  return keyId;
};
