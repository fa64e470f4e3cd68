import type { IncomingHttpHeaders } from 'node:http';

/** Validators that detect every change to the content of a URL, byte for byte. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** How much older than the response a strong `Last-Modified` must be: it counts whole seconds, on two clocks. */
const SURE_AFTER_MS = 60_000;

/**
 * The strong validators of a response (RFC 9110, section 8.8). A server may keep a weak one across small changes, so it
 * must neither join two parts of a file nor prove that content is unchanged.
 */
export const strongValidators = (headers: IncomingHttpHeaders): Validators => {
  const etag = headers.etag?.trim();
  const lastModified = headers['last-modified'];
  const age = Date.parse(headers.date ?? '') - Date.parse(lastModified ?? '');
  return {
    ...(etag?.startsWith('"') ? { etag } : {}),
    ...(lastModified !== undefined && age >= SURE_AFTER_MS ? { lastModified } : {}),
  };
};

export const isNone = ({ etag, lastModified }: Validators): boolean => (etag ?? lastModified) === undefined;

/** Headers that request the content only if it changed (RFC 9110, section 13.1). */
export const unlessUnchanged = ({ etag, lastModified }: Validators): Record<string, string> =>
  etag === undefined
    ? lastModified === undefined
      ? {}
      : { 'if-modified-since': lastModified }
    : { 'if-none-match': etag };

/** Headers that request what follows `offset`, or everything if the content changed (RFC 9110, section 13.1.5). */
export const rest = (offset: number, { etag, lastModified }: Validators): Record<string, string> => ({
  range: `bytes=${offset}-`,
  'if-range': etag ?? lastModified ?? '',
});

/** Whether a response may be cached for later renders. */
export const isCacheable = (headers: IncomingHttpHeaders): boolean =>
  !/(^|[\s,])no-store([\s,;]|$)/i.test(headers['cache-control'] ?? '') && !isNone(strongValidators(headers));

/** The start of the range of a 206 response and the total size, if the server sends them. */
export const contentRange = (headers: IncomingHttpHeaders): { start: number; total?: number } | undefined => {
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range']?.trim() ?? '');
  if (!match) return undefined;
  const total = Number(match[2]);
  return { start: Number(match[1]), ...(Number.isNaN(total) ? {} : { total }) };
};
