import * as O from 'fp-ts/lib/Option.js';
import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../../application/digests.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { ApiKeyRow } from '../../../application/ports/queries.js';
import type { Queries } from '../../../application/ports/all-queries.js';
import type { Actor } from '../../../domain/events.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import type { HttpProblem } from '../contract/problem.js';
import { type LinkRights, videoOfLinkToken, type VideoLinks } from './video-links.js';

/**
 * The credentials that an endpoint accepts: always an API key in `x-api-key`, and by `Authorization: Bearer`:
 * - `api-key-or-bearer`: an API key
 * - `api-key-or-editor`: an API key, or a token of a link to the video in the path
 * - `api-key-or-any-editor`: an API key, or a token of a link to any video, because the request is about none
 * - `api-key-or-link`: no API key, but a token of a link to a video; the operation checks what it permits
 */
export type Access =
  'api-key' | 'api-key-or-bearer' | 'api-key-or-editor' | 'api-key-or-any-editor' | 'api-key-or-link';

/**
 * The authenticated client. `videoId`: the only video that its editor token permits. `mayNotEdit`: whether its link
 * permits no more than looking at it, commenting and deciding.
 */
export interface Caller {
  readonly ownerId: OwnerId;
  readonly actor: Actor;
  readonly apiKey?: ApiKeyRow;
  readonly videoId?: VideoId;
  readonly mayNotEdit?: true;
  /** Its link. `id`: the SHA-256 (hex) of the token. */
  readonly link?: LinkRights & { readonly id: string };
}

/** How long a key lookup is cached, in ms. A revoked key works for at most this time. */
const KEY_CACHE_MS = 500;
const MAX_CACHED_KEYS = 10_000;

type KeyLookup = (hash: string) => Promise<E.Either<Fault, O.Option<ApiKeyRow>>>;

/** Looks up keys by hash. Only keys that exist are cached. */
const cachedKeyLookup = ({ apiKeys }: Queries): KeyLookup => {
  const found = new LRUCache<string, E.Either<Fault, O.Option<ApiKeyRow>>>({
    max: MAX_CACHED_KEYS,
    ttl: KEY_CACHE_MS,
  });
  return async (hash) => {
    const cached = found.get(hash);
    if (cached) return cached;
    const start = performance.now();
    const result = await apiKeys.activeByHash(hash)();
    if (E.isRight(result) && O.isSome(result.right)) found.set(hash, result, { start });
    return result;
  };
};

/** The credentials that a request carries. */
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

export interface Authentication {
  readonly queries: Queries;
  readonly videoLinks: VideoLinks;
}

/**
 * Identifies the client. Secrets are compared by looking up their SHA-256, so response times reveal nothing about
 * stored secrets. Missing, malformed, unknown and revoked credentials all take the same lookups.
 */
export const authenticator = ({ queries, videoLinks }: Authentication): Authenticate => {
  const keyByHash = cachedKeyLookup(queries);

  const byApiKey = async (secret: string): Promise<E.Either<HttpProblem | Fault, Caller>> => {
    const key = await keyByHash(sha256(secret));
    if (E.isLeft(key)) return key;
    if (O.isNone(key.right)) return NOT_AUTHENTICATED;
    const apiKey = key.right.value;
    return E.right({ ownerId: apiKey.ownerId, actor: { type: 'api-key', keyId: apiKey.keyId }, apiKey });
  };

  const byLinkToken = async (
    token: string,
    videoId: VideoId,
  ): Promise<E.Either<HttpProblem | Fault, Caller>> => {
    const video = await queries.videos.editorTokenOf(videoId)();
    if (E.isLeft(video)) return video;
    if (O.isNone(video.right)) return NOT_AUTHENTICATED;
    const { ownerId, editorTokenHash } = video.right.value;
    const rights = await videoLinks.verify(token, { videoId, editorTokenHash });
    return E.map((permitted: LinkRights): Caller => ({
      ownerId,
      videoId,
      actor: { type: 'editor-link' },
      link: { ...permitted, id: sha256(token) },
      ...(permitted.access === 'edit' ? {} : { mayNotEdit: true }),
    }))(rights);
  };

  const byLink = async (token: string): Promise<E.Either<HttpProblem | Fault, Caller>> => {
    const linked = videoOfLinkToken(token);
    if (linked !== undefined) return byLinkToken(token, linked);
    const id = sha256(token);
    const video = await queries.videos.byEditorTokenHash(id)();
    if (E.isLeft(video)) return video;
    if (O.isNone(video.right)) return NOT_AUTHENTICATED;
    return E.right({ ...video.right.value, actor: { type: 'editor-link' }, link: { access: 'edit', id } });
  };

  return async (access, { apiKey, authorization }) => {
    if (apiKey !== '' || access === 'api-key' || authorization === '') return byApiKey(apiKey);
    const bearer = bearerOf(authorization);
    if (access === 'api-key-or-link') return byLink(bearer);
    const owner = await byApiKey(bearer);
    return E.isLeft(owner) && owner.left._tag === 'NotAuthenticated' ? byLink(bearer) : owner;
  };
};
