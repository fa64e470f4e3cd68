import * as O from 'fp-ts/lib/Option.js';
import * as E from 'fp-ts/lib/Either.js';
import { sha256 } from '../../../application/commands/hash-chain.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { ApiKeyRow, Queries } from '../../../application/ports/queries.js';
import type { Actor } from '../../../domain/events.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import type { HttpProblem } from '../contract/problem.js';

/**
 * Who may call an endpoint: the holder of an API key in `x-api-key`; the same, or a bearer that is an
 * API key; the same, or a bearer that is the editor token of the video named in the path.
 */
export type Access = 'api-key' | 'api-key-or-bearer' | 'api-key-or-editor';

/** Who calls. `videoId`: the one video that an editor token opens. */
export interface Caller {
  readonly ownerId: OwnerId;
  readonly actor: Actor;
  readonly apiKey?: ApiKeyRow;
  readonly videoId?: VideoId;
}

/** How long a key that was found is believed to be valid without asking again: bounds how late a revocation works. */
const KEY_IS_FRESH_MS = 500;
const MAX_CACHED_KEYS = 10_000;

type KeyLookup = (hash: string) => Promise<E.Either<Fault, O.Option<ApiKeyRow>>>;

/** Looks keys up by hash; what was found is kept for half a second, what was not found is always asked anew. */
const cachedKeyLookup = ({ apiKeys }: Queries, now: () => number): KeyLookup => {
  const found = new Map<string, { readonly until: number; readonly result: E.Right<O.Some<ApiKeyRow>> }>();
  return async (hash) => {
    const cached = found.get(hash);
    if (cached && cached.until > now()) return cached.result;
    const asked = now();
    const result = await apiKeys.activeByHash(hash)();
    found.delete(hash);
    if (E.isRight(result) && O.isSome(result.right)) {
      if (found.size >= MAX_CACHED_KEYS) found.clear();
      found.set(hash, {
        until: asked + KEY_IS_FRESH_MS,
        result: E.right(result.right) as E.Right<O.Some<ApiKeyRow>>,
      });
    }
    return result;
  };
};

/** What a request brings to prove who sends it. */
export interface Credentials {
  readonly apiKey: string;
  readonly authorization: string;
}

export type Authenticate = (
  access: Access,
  credentials: Credentials,
) => Promise<E.Either<HttpProblem | Fault, Caller>>;

const NOT_AUTHENTICATED: E.Either<HttpProblem, never> = E.left({ _tag: 'NotAuthenticated' });

const bearerOf = (authorization: string): string => /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';

/**
 * Tells who calls. Secrets are compared by looking their SHA-256 up, so how long that takes says nothing about a
 * stored one; missing, malformed, unknown and revoked ones all take the same look-ups.
 */
export const authenticator = (queries: Queries): Authenticate => {
  const keyByHash = cachedKeyLookup(queries, () => performance.now());

  const byApiKey = async (secret: string): Promise<E.Either<HttpProblem | Fault, Caller>> => {
    const key = await keyByHash(sha256(secret));
    if (E.isLeft(key)) return key;
    if (O.isNone(key.right)) return NOT_AUTHENTICATED;
    const apiKey = key.right.value;
    return E.right({ ownerId: apiKey.ownerId, actor: { type: 'api-key', keyId: apiKey.keyId }, apiKey });
  };

  const byEditorToken = async (token: string): Promise<E.Either<HttpProblem | Fault, Caller>> => {
    const video = await queries.videos.byEditorTokenHash(sha256(token))();
    if (E.isLeft(video)) return video;
    if (O.isNone(video.right)) return NOT_AUTHENTICATED;
    return E.right({ ...video.right.value, actor: { type: 'editor-link' } });
  };

  return async (access, { apiKey, authorization }) => {
    if (apiKey !== '' || access === 'api-key' || authorization === '') return byApiKey(apiKey);
    const bearer = bearerOf(authorization);
    const owner = await byApiKey(bearer);
    return E.isLeft(owner) && owner.left._tag === 'NotAuthenticated' ? byEditorToken(bearer) : owner;
  };
};
