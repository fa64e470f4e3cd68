import { Webhook } from 'standardwebhooks';
import { WebhookRejected } from './errors.js';
import type { WebhookMessage } from './types.js';

/** A header that a webhook was sent with, by lower-case name. */
export type HeaderSource = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>;

const headerOf = (headers: HeaderSource, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : '';
};

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(/^([0-9a-f]{2})+$/.test(hex) ? (hex.match(/../g) ?? []) : [], (pair) => parseInt(pair, 16));

/** Whether `X-Signature` is the HMAC-SHA256 of the body, compared in constant time. */
const hasLegacySignature = async (body: string, signature: string, secret: string): Promise<boolean> => {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, bytesOfHex(signature), text.encode(body));
};

/** Whether `webhook-signature` is valid and not older than five minutes (Standard Webhooks). */
const hasStandardSignature = (body: string, headers: Readonly<Record<string, string>>, secret: string) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

/**
 * The message of a genuine webhook. It verifies `webhook-signature`, which also protects against replays.
 * @param body the body as it was received, as text
 * @param secrets the secret of the endpoint; during a rotation, the old one and the new one
 * @param options `acceptsXSignature`: verifies `X-Signature` if there is no `webhook-signature`. It covers no timestamp, so
 * a recorded message can be replayed.
 * @throws WebhookRejected if no secret gives the signature, or if the message is older than five minutes
 */
export const verifyWebhook = async (
  body: string,
  headers: HeaderSource,
  secrets: string | ReadonlyArray<string>,
  { acceptsXSignature = false }: { readonly acceptsXSignature?: boolean } = {},
): Promise<WebhookMessage> => {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const standard = Object.fromEntries(names.map((name) => [name, headerOf(headers, name)]));
  const isStandard = !acceptsXSignature || standard['webhook-signature'] !== '';
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const isGenuine = isStandard
      ? hasStandardSignature(body, standard, secret)
      : await hasLegacySignature(body, headerOf(headers, 'x-signature'), secret);
    if (isGenuine) return JSON.parse(body) as WebhookMessage;
  }
  throw new WebhookRejected('the webhook has no valid signature, or is older than five minutes');
};
