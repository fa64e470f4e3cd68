import { expect } from 'chai';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import pLimit from 'p-limit';
import { WEBHOOK_TEST_VECTOR } from '../../../application/records/webhook-test-vector.js';
import { WEBHOOKS_TEXT } from '../../../infrastructure/http/contract/openapi-webhooks.js';
import { deliveryHeaders, standardSignature, xSignature } from '../../../workers/webhook/signature.js';
import {
  documentedVector,
  type RunningReceiver,
  canStart,
  startDocumented,
} from '../../support/webhooks/documented-receivers.js';
import { generatedBodies } from '../../support/webhooks/payloads.js';
import { LONG } from '../../support/long-form.js';

const BODIES = LONG ? 10_000 : 200;
const OF_FRAMEWORKS = ['receiver-express.mjs', 'receiver_flask.py', 'Receiver.cs'] as const;

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

describe('webhook signatures', () => {
  it('match the published test vector', async () => {
    const vector = await documentedVector();
    const { secret, webhookId, webhookTimestamp, body } = WEBHOOK_TEST_VECTOR;
    const bytes = Buffer.from(body);
    const signed = {
      secret,
      'webhook-id': webhookId,
      'webhook-timestamp': String(webhookTimestamp),
      body,
      'x-signature': xSignature(bytes, secret),
      'webhook-signature': standardSignature(
        { messageId: webhookId, body: bytes, at: new Date(webhookTimestamp * 1000) },
        secret,
      ),
    };
    expect(vector).to.deep.equal(signed);
    for (const part of Object.values(signed)) expect(WEBHOOKS_TEXT).to.include(part);
  });

  it('are HMACs of exactly the bytes that are sent, whatever text these hold', () => {
    const secret = newSecret();
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(text, fc.uuid(), fc.date({ noInvalidDate: true }), (name, messageId, at) => {
        const body = Buffer.from(JSON.stringify({ name }));
        const signed = `${messageId}.${Math.floor(at.getTime() / 1000)}.`;
        const expected = createHmac('sha256', key).update(signed).update(body).digest('base64');
        expect(standardSignature({ messageId, body, at }, secret)).to.equal(`v1,${expected}`);
      }),
    );
  });

  describe('as verified by the documented receiver', () => {
    const [old, secret] = [newSecret(), newSecret()];
    let receiver: RunningReceiver;
    let bodies: ReadonlyArray<Buffer>;
    before(async () => {
      bodies = generatedBodies(BODIES);
      receiver = await startDocumented('receiver.mjs', `${old} ${secret}`);
    });
    after(() => receiver.stop());

    const headersFor = (body: Buffer, signing: string) =>
      deliveryHeaders({
        messageId: randomUUID(),
        idempotencyKey: randomUUID(),
        body,
        secrets: { xSignature: signing, standard: [signing] },
        at: new Date(),
      });

    it('cover difficult payloads', () => {
      const all = bodies.map((body) => body.toString()).join('\n');
      const types = ['video', 'image', 'text', 'audio', 'caption'].map((type) => `"type":"${type}"`);
      for (const part of ['👩‍👩‍👧‍👦', '\\ud83d"', String(2 ** 53), '1e+21', ...types])
        expect(all, part).to.include(part);
      for (const body of bodies)
        expect(JSON.stringify(JSON.parse(body.toString()))).to.equal(body.toString());
    });

    it(`accepts ${BODIES} payloads`, async () => {
      const limit = pLimit(8);
      const statuses = await Promise.all(
        bodies.map((body) => limit(() => receiver.post(body, headersFor(body, secret)))),
      );
      expect(new Set(statuses)).to.deep.equal(new Set([200]));
    });

    it('accepts either of two secrets, and refuses others, changed bodies and missing signatures', async () => {
      const { post } = receiver;
      const [body, other] = [bodies[0]!, bodies[1]!];
      expect(await post(body, headersFor(body, old))).to.equal(200);
      expect(await post(body, headersFor(body, newSecret()))).to.equal(401);
      expect(await post(other, headersFor(body, secret))).to.equal(401);
      expect(await post(body, { 'content-type': 'application/json' })).to.equal(401);
      const { 'x-signature': _, 'webhook-signature': __, ...headers } = headersFor(body, secret);
      expect(await post(body, { ...headers, 'x-signature': 'ü', 'webhook-signature': 'v1,' })).to.equal(401);
    });
  });

  describe('as verified by the documented receivers in frameworks', () => {
    for (const name of OF_FRAMEWORKS)
      // Debian has no .NET, and another Python may hide Debian's Flask: a receiver that cannot start here is not tried.
      if (canStart(name) && (LONG || !name.endsWith('.cs')))
        it(`${name} accepts what is signed, and refuses other secrets and changed bodies`, async () => {
          const secret = newSecret();
          const receiver = await startDocumented(name, secret);
          try {
            const signed = (body: Buffer, by = secret) => ({
              'content-type': 'application/json',
              'x-signature': xSignature(body, by),
            });
            const bodies = generatedBodies(20);
            for (const body of bodies) expect(await receiver.post(body, signed(body))).to.equal(200);
            const [body, other] = [bodies[0]!, bodies[1]!];
            expect(await receiver.post(body, signed(body, newSecret()))).to.equal(401);
            expect(await receiver.post(other, signed(body))).to.equal(401);
            expect(await receiver.post(body, { 'content-type': 'application/json' })).to.equal(401);
          } finally {
            await receiver.stop();
          }
        });
  });
});
