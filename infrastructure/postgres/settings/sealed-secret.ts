import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { SharedSecret } from '../../../application/ports/shared-secret.js';
import { StartRefusedError } from '../../platform/start-refused.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key for one purpose, derived from a secret (HKDF, RFC 5869). */
export const derivedKey = (secret: Uint8Array | string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts a text with AES-256-GCM: nonce, tag, ciphertext. @param owner what it is bound to */
export const seal = (key: Uint8Array, owner: string, text: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** @throws if it was encrypted with another key or for another owner, or was changed */
export const unseal = (key: Uint8Array, owner: string, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString();
};

const keyOf = (serviceKey: Uint8Array): Buffer => derivedKey(serviceKey, 'sealed secrets');

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
  try {
    return row && unseal(keyOf(serviceKey), name, row.sealed);
  } catch {
    throw new StartRefusedError(
      'SERVICE_KEY is not the one that the secrets in the database were encrypted with. Give every process the same.',
    );
  }
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
): SharedSecret => {
  const key = keyOf(serviceKey);
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
