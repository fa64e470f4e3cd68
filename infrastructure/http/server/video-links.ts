import { hkdfSync } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../../application/ports/clock.js';
import { LinkAccess, PersonName } from '../../../application/records/video-record.js';
import { record } from '../../../domain/codec/containers.js';
import { VideoId } from '../../../domain/ids.js';
import type { HttpProblem } from '../contract/problem.js';

/** The video of a link. The link ends when the editor token of the video is replaced or revoked. */
export interface LinkedVideo {
  readonly videoId: VideoId;
  /** SHA-256, hex. */
  readonly editorTokenHash: string;
}

/** What a link permits, and the name of the person whom it is for, if it is for one. */
const LinkRights = record({ access: LinkAccess }, { name: PersonName });
export type LinkRights = t.TypeOf<typeof LinkRights>;

/** Signs and verifies the tokens of links to videos. Nothing is stored: a token contains all that it permits. */
export interface VideoLinks {
  /** The token of a link, and when it expires (ISO 8601), if it does. */
  readonly sign: (
    video: LinkedVideo,
    rights: LinkRights,
    expiresInSeconds?: number,
  ) => Promise<{ readonly token: string; readonly expiresAt?: string }>;
  readonly verify: (token: string, video: LinkedVideo) => Promise<E.Either<HttpProblem, LinkRights>>;
}

const ALGORITHM = 'HS256';

/** The video that the token of a link names, not verified; undefined for other tokens. */
export const videoOfLinkToken = (token: string): VideoId | undefined => {
  if (!token.includes('.')) return undefined;
  try {
    const { sub } = decodeJwt(token);
    return VideoId.is(sub) ? sub : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Tokens are JSON Web Tokens (RFC 7519) with the claims `sub` (the video), `access`, `name` and `exp`, signed with HMAC-SHA-256
 * and a key for each editor token of each video, derived from the key of the service (HKDF, RFC 5869).
 */
export const videoLinks = (serviceKey: Uint8Array, clock: Clock): VideoLinks => {
  const keyOf = ({ videoId, editorTokenHash }: LinkedVideo): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', serviceKey, editorTokenHash, `link to ${videoId}`, 32));
  return {
    sign: async (video, rights, expiresInSeconds) => {
      const jwt = new SignJWT({ ...rights }).setProtectedHeader({ alg: ALGORITHM }).setSubject(video.videoId);
      if (expiresInSeconds === undefined) return { token: await jwt.sign(keyOf(video)) };
      const expires = Math.floor(clock.now().getTime() / 1000) + expiresInSeconds;
      const token = await jwt.setExpirationTime(expires).sign(keyOf(video));
      return { token, expiresAt: new Date(expires * 1000).toISOString() };
    },

    verify: async (token, video) => {
      try {
        const {
          payload: { access, name },
        } = await jwtVerify(token, keyOf(video), {
          algorithms: [ALGORITHM],
          subject: video.videoId,
          currentDate: clock.now(),
        });
        return E.mapLeft((): HttpProblem => ({ _tag: 'NotAuthenticated' }))(
          LinkRights.decode({ access, name }),
        );
      } catch (error) {
        return E.left({ _tag: error instanceof errors.JWTExpired ? 'LinkHasExpired' : 'NotAuthenticated' });
      }
    },
  };
};

/**
 * The link that opens a video: in the editor, or on the page for viewing. The token is in the fragment, which browsers do
 * not send, so it appears in no log and no referrer.
 */
export const videoUrl = (
  publicBaseUrl: string,
  videoId: VideoId,
  token: string,
  access: LinkAccess = 'edit',
): string => `${publicBaseUrl}/${access === 'edit' ? 'editor' : 'view'}/${videoId}#token=${token}`;
