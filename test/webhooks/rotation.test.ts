import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { fold } from '../../domain/decider.js';
import type { WebhookEndpointId } from '../../domain/ids.js';
import type { WebhookEndpointEvent } from '../../domain/webhook-endpoint/events.js';
import { rotationOf, webhookEndpointDecider } from '../../domain/webhook-endpoint/webhook-endpoint.js';
import { xSignature } from '../../workers/webhook/signature.js';
import { rightOf } from '../support/right-of.js';
import { type Bench, startBench, virtualClock } from './bench.js';
import { type Received, type Receiver, startReceiver } from './receiver.js';
import { owner } from './recorded.js';

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

  /** Rotates as the use case does: what is decided goes into the vault. */
  const rotate = async (endpointId: WebhookEndpointId, secret: string, switching: object = {}) => {
    const facts = { endpointId, ownerId: owner, at: clock.now().toISOString() };
    if (history.length === 0)
      history.push({ type: 'WebhookEndpointRegistered', data: { ...facts, url: receiver.url, events: [] } });
    const state = fold(webhookEndpointDecider, history);
    const command = { type: 'RotateWebhookSecret', ...facts, ...switching } as const;
    history.push(...rightOf(webhookEndpointDecider.decide(command, state)));
    const rotation = rightOf(rotationOf(endpointId)(fold(webhookEndpointDecider, history)));
    rightOf(await bench.secrets.rotate(endpointId, secret, rotation)());
  };

  /** What signs the next message: in `X-Signature`, and in `webhook-signature` from first to last. */
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

  it('signs with both for 24 hours, to the second, and switches X-Signature at their end', async () => {
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

  it('switches X-Signature at the stated moment, at once if it has passed, over several rotations', async () => {
    const { endpointId, secret } = await bench.register(receiver.url);
    const names = { old: secret, new: SECRETS[0]!, newest: SECRETS[1]! };
    const hence = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
    await bench.deliver();
    await rotate(endpointId, names.new, { xSignatureSwitchesAt: hence(HOUR) });
    clock.advance(HOUR - 1);
    expect(await signersNow(names)).to.deep.equal({ x: 'old', standard: ['new', 'old'] });
    clock.advance(1);
    expect(await signersNow(names)).to.deep.equal({ x: 'new', standard: ['new', 'old'] });
    await rotate(endpointId, names.newest, { xSignatureSwitchesAt: hence(-1) });
    expect(await signersNow(names)).to.deep.equal({ x: 'newest', standard: ['newest', 'new', 'old'] });
    clock.advance(23 * HOUR);
    expect(await signersNow(names)).to.deep.equal({ x: 'newest', standard: ['newest', 'new'] });
    clock.advance(HOUR);
    expect(await signersNow(names)).to.deep.equal({ x: 'newest', standard: ['newest'] });
  });
});
