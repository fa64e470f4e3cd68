import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { apiKeyDecider, apiKeyStream } from '../../domain/api-key/api-key.js';
import type { ApiKeyIssued } from '../../domain/api-key/events.js';
import type { ApiKeyRefusal } from '../../domain/api-key/refusals.js';
import type { ApiKeyId } from '../../domain/ids.js';
import type { CommandContext } from '../commands/handle-command.js';
import { sha256 } from '../digests.js';
import type { Fault } from '../ports/fault.js';
import { type WriteDependencies, writeAndAwait } from '../commands/write-and-await.js';

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

export interface IssuedApiKey {
  readonly keyId: ApiKeyId;
  /** Shown only once: only its hash is stored. */
  readonly key: string;
}

/** The owner, name, scopes and limits of a new key. */
export type NewApiKey = Omit<ApiKeyIssued['data'], 'keyId' | 'keyHash' | 'at'>;

/** Issues a new API key to an owner. Only its hash is stored, in the event. */
export const issueApiKey =
  (dependencies: WriteDependencies) =>
  (issued: NewApiKey, context: CommandContext): TE.TaskEither<ApiKeyRefusal | Fault, IssuedApiKey> => {
    const keyId = dependencies.ids.uuid() as ApiKeyId;
    const key = newApiKey(dependencies.ids.secret());
    const at = dependencies.clock.now().toISOString();
    const command = { type: 'IssueApiKey', ...issued, keyId, keyHash: sha256(key), at } as const;
    return pipe(
      writeAndAwait(apiKeyDecider, dependencies)(apiKeyStream(keyId), command, context),
      TE.map(() => ({ keyId, key })),
    );
  };

/** Revokes an API key permanently; revoking it again changes nothing. */
export const revokeApiKey =
  (dependencies: WriteDependencies) =>
  (keyId: ApiKeyId, context: CommandContext): TE.TaskEither<ApiKeyRefusal | Fault, unknown> => {
    const command = { type: 'RevokeApiKey', keyId, at: dependencies.clock.now().toISOString() } as const;
    return writeAndAwait(apiKeyDecider, dependencies)(apiKeyStream(keyId), command, context);
  };
