import type { IncomingHttpHeaders } from 'node:http';

/** What tells one content of a URL from another, byte for byte. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** How much older than the answer a `Last-Modified` must be to be sure of: it counts whole seconds, on two clocks. */
const SURE_AFTER_MS = 60_000;

/**
 * The strong validators of an answer (RFC 9110, section 8.8): a weak one is also kept over changes that its server
 * finds small, so it must neither join two parts of a file nor stand for unchanged content.
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

/** Asks for the content only if it is another one (RFC 9110, section 13.1). */
export const unlessUnchanged = ({ etag, lastModified }: Validators): Record<string, string> =>
  etag === undefined
    ? lastModified === undefined
      ? {}
      : { 'if-modified-since': lastModified }
    : { 'if-none-match': etag };

/** Asks for what follows `offset` bytes, or for all if the content is another one (RFC 9110, section 13.1.5). */
export const rest = (offset: number, { etag, lastModified }: Validators): Record<string, string> => ({
  range: `bytes=${offset}-`,
  'if-range': etag ?? lastModified ?? '',
});

/** Whether an answer may be kept for later renders at all. */
export const mayBeKept = (headers: IncomingHttpHeaders): boolean =>
  !/(^|[\s,])no-store([\s,;]|$)/i.test(headers['cache-control'] ?? '') && !isNone(strongValidators(headers));

/** Where the part that a 206 brings begins, and how long the whole is, as far as the server says. */
export const contentRange = (headers: IncomingHttpHeaders): { start: number; total?: number } | undefined => {
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range']?.trim() ?? '');
  if (!match) return undefined;
  const total = Number(match[2]);
  return { start: Number(match[1]), ...(Number.isNaN(total) ? {} : { total }) };
};
