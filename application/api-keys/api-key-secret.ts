import { sha256 } from '../commands/hash-chain.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const base62 = (bytes: Uint8Array, length: number): string => {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  while (digits.length < length) {
    digits = (ALPHABET[Number(value % 62n)] ?? '') + digits;
    value /= 62n;
  }
  return digits;
};

const checksum = (secret: string): string =>
  base62(Buffer.from(sha256(secret).slice(0, 8), 'hex'), CHECKSUM_LENGTH);

/**
 * Creates an API key: `fw_`, the secret in base62, a checksum.
 * @param randomSecret 256 random bits in base64url, from `Ids.secret`
 */
export const newApiKey = (randomSecret: string): string => {
  const secret = base62(Buffer.from(randomSecret, 'base64url'), SECRET_LENGTH);
  return `fw_${secret}${checksum(secret)}`;
};
