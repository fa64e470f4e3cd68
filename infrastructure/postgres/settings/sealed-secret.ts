import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { KeptSecret } from '../../../application/ports/kept-secret.js';
import { StartRefusedError } from '../../platform/start-refused.js';

const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Encrypts a secret with AES-256-GCM, bound to its name. */
const seal = (key: Uint8Array, name: string, secret: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

const unseal = (key: Uint8Array, name: string, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)).toString() + decipher.final().toString();
  } catch {
    throw new StartRefusedError(
      'SERVICE_KEY is not the one that the secrets in the database were encrypted with. Give every process the same.',
    );
  }
};

const sealingKey = (serviceKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', serviceKey, '', 'sealed secrets', 32));

/**
 * The secret of this name in the database; undefined if there is none. Rejects with StartRefusedError if it was encrypted
 * with another service key.
 */
export const storedSecret = async (
  database: Knex,
  serviceKey: Uint8Array,
  name: string,
): Promise<string | undefined> => {
  const row = await database('service_secrets')
    .where({ name })
    .first<{ sealed: Buffer } | undefined>('sealed');
  return row && unseal(sealingKey(serviceKey), name, row.sealed);
};

/**
 * A secret in the database, encrypted with the service key, which is not in the database. Rejects with
 * StartRefusedError if it was encrypted with another one.
 * @param first makes the secret the first time, given the number of its bytes
 */
export const sealedSecret = (
  database: Knex,
  serviceKey: Uint8Array,
  name: string,
  first: (bytes: number) => Promise<string>,
): KeptSecret => {
  const key = sealingKey(serviceKey);
  const stored = () => storedSecret(database, serviceKey, name);
  return {
    read: async (bytes) => {
      const kept = await stored();
      if (kept !== undefined) return kept;
      const secret = await first(bytes);
      await database('service_secrets')
        .insert({ name, sealed: seal(key, name, secret) })
        .onConflict('name')
        .ignore(); // another process was faster
      return (await stored()) ?? secret;
    },
    replace: async (secret) => {
      await database('service_secrets')
        .insert({ name, sealed: seal(key, name, secret) })
        .onConflict('name')
        .merge();
    },
  };
};
