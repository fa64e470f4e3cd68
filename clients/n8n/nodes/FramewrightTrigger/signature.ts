import { createHmac, timingSafeEqual } from 'node:crypto';

/** The age at which a message counts as replayed, in s. */
const TOLERANCE_S = 300;

const hmacOf = (message: string, secret: string): Buffer =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(message)
    .digest();

/**
 * Whether `webhook-signature` is valid and not older than five minutes (Standard Webhooks).
 * @param body the body as it was received
 * @param nowMs the current time, in ms since 1970
 */
export const isGenuine = (
  headers: Readonly<Record<string, unknown>>,
  body: string,
  secret: string,
  nowMs: number,
): boolean => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  });
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const expected = hmacOf(`${id}.${timestamp}.${body}`, secret);
  return (signatures ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return (
      signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
    );
  });
};
