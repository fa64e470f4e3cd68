import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** The PKCS #8 prefix of a 32-byte Ed25519 seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The private key for a seed of 32 bytes (RFC 8032, section 5.1.5). */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** The public key of a private key: 32 bytes, base64url. */
export const publicKeyOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: 'jwk' }).x as string;

/** The thumbprint of a public key (RFC 7638, RFC 8037), base64url. */
export const thumbprintOf = (publicKey: string): string =>
  hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`, 'base64url');

/** Signs data: 64 bytes. */
export const signWith = (privateKey: KeyObject, data: Uint8Array): Uint8Array => sign(null, data, privateKey);

/**
 * Whether a signature over the data was made with this public key (32 bytes, base64url). A malformed key verifies
 * nothing.
 */
export const isSignedBy = (publicKey: string, data: Uint8Array, signature: Uint8Array): boolean => {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, data, key, signature);
  } catch {
    return false;
  }
};
