import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SigningSecrets } from '../../domain/webhook-endpoint/signing-secrets.js';

export interface MessageToSign {
  /** The same for every attempt. */
  readonly messageId: string;
  /** The same for every attempt: `{renderId}:{event}`. */
  readonly idempotencyKey: string;
  readonly body: Uint8Array;
  readonly secrets: SigningSecrets;
  /** The time of this attempt. */
  readonly at: Date;
}

/** `X-Signature`: HMAC-SHA256 of the body in hex, keyed with the UTF-8 bytes of the whole secret as shown. */
export const xSignature = (body: Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * One signature of the Standard Webhooks specification, version 1.0.0: `v1,` and base64.
 * @param body UTF-8 text
 */
export const standardSignature = (
  { messageId, body, at }: Pick<MessageToSign, 'messageId' | 'body' | 'at'>,
  secret: string,
): string => new Webhook(secret).sign(messageId, at, Buffer.from(body).toString());

const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export const deliveryHeaders = (message: MessageToSign): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'user-agent': 'Framewright-Webhooks/1.0',
  'x-signature': xSignature(message.body, message.secrets.xSignature),
  'idempotency-key': message.idempotencyKey,
  'webhook-id': message.messageId,
  'webhook-timestamp': String(unixSeconds(message.at)),
  'webhook-signature': message.secrets.standard.map((secret) => standardSignature(message, secret)).join(' '),
});
