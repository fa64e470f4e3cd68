import { type Client, createClient } from '../../../clients/typescript/core/client.js';
import { t } from '../words/words.js';
import { notingFetch } from './rate-limits.js';
import { reachingFetch } from './reaching-fetch.js';

// Secrets are kept for this tab only: never in an address, a history entry or local storage.

const API_KEY = 'api-key';

/** The API key with which this tab is signed in. */
export const signedInKey = (): string | undefined => sessionStorage.getItem(API_KEY) ?? undefined;

export const signIn = (apiKey: string): void => sessionStorage.setItem(API_KEY, apiKey);

export const signOut = (): void => sessionStorage.removeItem(API_KEY);

/** A video and the credentials to read it. */
export interface ReadAccess {
  readonly videoId: string;
  readonly client: Client;
  /** The headers of a request that the client has no method for. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A video and the credentials to open it in the editor. */
export interface VideoAccess extends ReadAccess {
  /** The permissions of the link. */
  readonly link: LinkClaims;
}

/** The permissions in the token of a link. The service enforces them; the editor only adapts what it shows. */
export interface LinkClaims {
  readonly isViewOnly: boolean;
  /** Whether it permits comments and decisions. */
  readonly mayReview: boolean;
  /** Whether further links can be made: only an API key permits that. */
  readonly mayShare?: boolean;
  /** The person for whom the link was created. */
  readonly name?: string;
  readonly expiresAt?: Date;
}

const MAY_EDIT: LinkClaims = { isViewOnly: false, mayReview: true };

/** Reads the claims of a JSON Web Token; the token of an editor link is none, and permits everything. */
const claimsOf = (token: string): LinkClaims => {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return MAY_EDIT;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
      byte.charCodeAt(0),
    );
    const { access, name, exp } = JSON.parse(new TextDecoder().decode(bytes)) as {
      readonly access?: unknown;
      readonly name?: unknown;
      readonly exp?: unknown;
    };
    return {
      isViewOnly: access !== 'edit',
      mayReview: access !== 'view',
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof exp === 'number' ? { expiresAt: new Date(exp * 1000) } : {}),
    };
  } catch {
    return { isViewOnly: true, mayReview: false };
  }
};

/** The client of a signed-in tab. */
export const clientOf = (apiKey: string): Client =>
  createClient({ baseUrl: location.origin, apiKey, fetch: notingFetch });

/** The service speaks of API keys, which the holder of a link does not have. */
const fetchOfLink = async (request: Request): Promise<Response> => {
  const response = await reachingFetch(request);
  if (response.status !== 401) return response;
  const message = [
    `${t('This link no longer works')}. ${t('Please ask the person who sent it for a new one.')}`,
  ];
  return Response.json({ message }, { status: 401 });
};

const PATH = /^\/(?:editor|view)\/([^/]+)$/;

/**
 * Reads the link from the address, such as `/editor/{videoId}#token=…`, and removes the token from it. The token is kept for this
 * tab, so that a reload finds it. A tab that is signed in to the dashboard needs no token.
 * @returns undefined if the address is not that of a video, or nothing permits it
 */
export const takeVideoAccess = (): VideoAccess | undefined => {
  const videoId = PATH.exec(location.pathname)?.[1];
  if (videoId === undefined) return undefined;
  const kept = `editor-token:${videoId}`;
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? sessionStorage.getItem(kept);
  if (token !== null) {
    sessionStorage.setItem(kept, token);
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
    const client = createClient({ baseUrl: location.origin, editorToken: token, fetch: fetchOfLink });
    return { videoId, client, headers: { authorization: `Bearer ${token}` }, link: claimsOf(token) };
  }
  const apiKey = signedInKey();
  return apiKey === undefined
    ? undefined
    : {
        videoId,
        client: clientOf(apiKey),
        headers: { 'x-api-key': apiKey },
        link: { ...MAY_EDIT, mayShare: true },
      };
};
