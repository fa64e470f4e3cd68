import { expect } from 'chai';
import { verifyWebhook, WebhookRejected } from '../../clients/typescript/core/client.js';
import type { HeaderSource } from '../../clients/typescript/core/verify-webhook.js';
import { WEBHOOK_TEST_VECTOR } from '../../application/records/webhook-test-vector.js';
import { rejection } from '../support/rejection.js';
import { deliveryHeaders } from '../../workers/webhook/signature.js';

describe('The webhook verification of the TypeScript client', () => {
  const { secret, body, xSignature } = WEBHOOK_TEST_VECTOR;
  const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

  it('accepts X-Signature of the published test vector if it is told to', async () => {
    const eventOf = async (...[headers, secrets]: [HeaderSource, string | ReadonlyArray<string>]) =>
      (await verifyWebhook(body, headers, secrets, { acceptsXSignature: true })).event;
    expect(await eventOf({ 'x-signature': xSignature }, secret)).to.equal('render.completed');
    const headers = new Headers({ 'X-Signature': xSignature });
    expect(await eventOf(headers, [other, secret])).to.equal('render.completed');
    expect(await rejection(verifyWebhook(body, headers, secret))).to.be.instanceOf(WebhookRejected);
  });

  it('accepts what the service sends now, signed with either secret', async () => {
    const headers = deliveryHeaders({
      messageId: 'a-message',
      idempotencyKey: 'a-render:render.completed',
      body: Buffer.from(body),
      secrets: { xSignature: secret, standard: [secret, other] },
      at: new Date(),
    });
    for (const known of [secret, other])
      expect((await verifyWebhook(body, headers, known)).event).to.equal('render.completed');
  });

  const refused = [
    ['a changed body', `${body} `, { 'x-signature': xSignature }, secret],
    ['another secret', body, { 'x-signature': xSignature }, other],
    ['no signature', body, {}, secret],
    ['a signature that is not hexadecimal', body, { 'x-signature': `${xSignature.slice(0, -1)}g` }, secret],
    [
      'a message from the past',
      body,
      {
        'webhook-id': WEBHOOK_TEST_VECTOR.webhookId,
        'webhook-timestamp': String(WEBHOOK_TEST_VECTOR.webhookTimestamp),
        'webhook-signature': WEBHOOK_TEST_VECTOR.webhookSignature,
        'x-signature': xSignature,
      },
      secret,
    ],
  ] as const;
  for (const [what, text, headers, known] of refused)
    it(`refuses ${what}`, async () => {
      for (const acceptsXSignature of [true, false])
        expect(await rejection(verifyWebhook(text, headers, known, { acceptsXSignature }))).to.be.instanceOf(
          WebhookRejected,
        );
    });
});
