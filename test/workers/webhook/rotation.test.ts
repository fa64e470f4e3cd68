import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { fold } from '../../../domain/decider.js';
import type { WebhookEndpointId } from '../../../domain/ids.js';
import type { WebhookEndpointEvent } from '../../../domain/webhook-endpoint/events.js';
import { webhookEndpointDecider } from '../../../domain/webhook-endpoint/webhook-endpoint.js';
import { xSignature } from '../../../workers/webhook/signature.js';
import { rightOf } from '../../support/right-of.js';
import { type Bench, startBench, virtualClock } from '../../support/webhooks/delivery-chain.js';
import { type Received, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';
import { owner } from '../../support/webhooks/recorded.js';

const HOUR = 3_600_000;

describe('rotating a signing secret', () => {
  let bench: Bench;
  let receiver: Receiver;
  let clock: ReturnType<typeof virtualClock>;
  let history: Array<WebhookEndpointEvent>;
  beforeEach(async () => {
    history = [];
    clock = virtualClock();
    [bench, receiver] = [await startBench(clock), await startReceiver()];
  });
  afterEach(async () => {
    await bench.close();
    await receiver.close();
  });

  /** The event of a rotation; its secret is stored under `secretId`. */
  const decideRotation = (endpointId: WebhookEndpointId, secretId: string, switching: object = {}) => {
    const facts = { endpointId, ownerId: owner, at: clock.now().toISOString() };
    if (history.length === 0)
      history.push({ type: 'WebhookEndpointRegistered', data: { ...facts, url: receiver.url, events: [] } });
    const command = { type: 'RotateWebhookSecret', ...facts, secretId, ...switching } as const;
    const events = rightOf(webhookEndpointDecider.decide(command, fold(webhookEndpointDecider, history)));
    history.push(...events);
    return events;
  };

  /** Rotates like the use case: the secret is stored, then the event is stored and projected. */
  const rotate = async (endpointId: WebhookEndpointId, secret: string, switching: object = {}) => {
    rightOf(await bench.secrets.store(endpointId, secret, secret)());
    await bench.project(`webhookEndpoint-${endpointId}`, ...decideRotation(endpointId, secret, switching));
  };

  /** The secrets that sign the next message: in `X-Signature`, and in `webhook-signature` from first to last. */
  const signersNow = async (names: Readonly<Record<string, string>>) => {
    await bench.endRender();
    const count = receiver.received.length + 1;
    await receiver.until(count);
    const { headers, body } = receiver.received[count - 1] as Received;
    const id = headers['webhook-id'] as string;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const nameOf = (isIt: (secret: string) => boolean): string | undefined =>
      Object.keys(names).find((name) => isIt(names[name]!));
    return {
      x: nameOf((secret) => headers['x-signature'] === xSignature(body, secret)),
      standard: (headers['webhook-signature'] as string)
        .split(' ')
        .map((signature) => nameOf((secret) => new Webhook(secret).sign(id, at, body) === signature)),
    };
  };

  const SECRETS = ['b', 'c'].map((letter) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`);

  it('signs with both for exactly 24 hours, then switches X-Signature', async () => {
    const { endpointId, secret } = await bench.register(receiver.url);
    const names = { old: secret, new: SECRETS[0]! };
    await bench.deliver();
    expect(await signersNow(names)).to.deep.equal({ x: 'old', standard: ['old'] });
    await rotate(endpointId, names.new);
    expect(await signersNow(names)).to.deep.equal({ x: 'old', standard: ['new', 'old'] });
    clock.advance(24 * HOUR - 1);
    expect(await signersNow(names)).to.deep.equal({ x: 'old', standard: ['new', 'old'] });
    clock.advance(1);
    expect(await signersNow(names)).to.deep.equal({ x: 'new', standard: ['new'] });
  });

  it('keeps signing with the previous secret if the new one was lost', async () => {
    const { endpointId, secret } = await bench.register(receiver.url);
    await bench.project(`webhookEndpoint-${endpointId}`, ...decideRotation(endpointId, 'never kept'));
    clock.advance(48 * HOUR);
    await bench.deliver();
    expect(await signersNow({ old: secret })).to.deep.equal({ x: 'old', standard: ['old'] });
  });
});
