import { expect } from 'chai';
import { DELIVERIES_PER_ENDPOINT } from '../../../domain/webhook-endpoint/endpoint-health.js';
import { MAX_IN_FLIGHT } from '../../../workers/webhook/deliver-loop.js';
import { expectIntactHistories } from '../../support/event-store/chain-check.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { endRender } from '../../support/renders/ended-renders.js';
import { eventually } from '../../support/eventually.js';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.js';
import { serviceForSuite } from '../../support/service/service.js';
import { answerWith, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';
import { itIfLong, LONG } from '../../support/long-form.js';

/** More than one process sends at a time, so that two must share them. */
const ENDPOINTS = 16;
const RENDERS = 12;
const DELIVERIES = ENDPOINTS * RENDERS;

describe('webhook processes', () => {
  const service = serviceForSuite({ allowedPrivateHosts: ['127.0.0.1'] });
  let receiver: Receiver;
  let api: Api;
  let key: string;
  let owners = 0;
  const processes = new Set<ServiceProcess>();

  const start = async (further: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
    const settings = { ALLOWED_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'trace', ...further };
    const started = await startServiceProcess('webhooks', service, settings);
    processes.add(started);
    return started;
  };
  beforeEach(async () => {
    receiver = await startReceiver();
    key = await service.issueKey(`owner-${(owners += 1)}`);
    api = apiClient(service.baseUrl, key);
  });
  afterEach(async () => {
    await Promise.all([...processes].map((running) => running.stop()));
    processes.clear();
    await receiver.close();
  });

  /** Each endpoint has its own path at the receiver. */
  const register = async (endpoint: number) => {
    const { body } = await api('POST', '/v1/webhooks', { body: { url: `${receiver.url}/${endpoint}` } });
    return body.data as { readonly _id: string; readonly signingSecret: string };
  };
  const registerAll = () => Promise.all(Array.from({ length: ENDPOINTS }, (_, number) => register(number)));
  const endRenders = () => Promise.all(Array.from({ length: RENDERS }, () => endRender(service, api)));

  interface Shown {
    readonly _id: string;
    readonly renderId: string;
    readonly status: string;
    readonly attempts: ReadonlyArray<{ readonly httpStatus?: number; readonly durationMs?: number }>;
  }
  const deliveriesOf = async (endpoints: ReadonlyArray<{ readonly _id: string }>) =>
    (
      await Promise.all(endpoints.map(({ _id }) => api('GET', `/v1/webhooks/${_id}/deliveries?limit=100`)))
    ).flatMap(({ body }) => body.data as ReadonlyArray<Shown>);
  const allDelivered = (endpoints: ReadonlyArray<{ readonly _id: string }>) =>
    eventually(async () => {
      const deliveries = await deliveriesOf(endpoints);
      expect(deliveries).to.have.length(DELIVERIES);
      for (const { status } of deliveries) expect(status).to.equal('delivered');
      return deliveries;
    }, 60_000);

  /** The deliveries that a process has logged attempts for. */
  const triedBy = (running: ServiceProcess): ReadonlyArray<string> =>
    running
      .output()
      .split('\n')
      .filter((line) => line.includes('"webhook attempt"'))
      .map((line) => (JSON.parse(line) as { readonly deliveryId: string }).deliveryId);

  const told = () =>
    receiver.received.map(({ path, headers }) => `${path} ${String(headers['idempotency-key'])}`);

  it('share the work: each delivery is sent once, by one of them', async () => {
    const held: Array<() => void> = [];
    receiver.answer = (_request, response) => held.push(() => response.end());
    // First: what one sends must not be held until it expires, while the other starts on a busy machine.
    const [one, other] = await Promise.all([start(), start()]);
    const endpoints = await registerAll();
    const renders = await endRenders();
    await receiver.until(ENDPOINTS * DELIVERIES_PER_ENDPOINT);
    receiver.answer = answerWith(200);
    for (const release of held) release();

    const deliveries = await allDelivered(endpoints);
    for (const { attempts } of deliveries) expect(attempts).to.have.length(1);
    expect(new Set(deliveries.map(({ renderId }) => renderId))).to.deep.equal(new Set(renders));
    expect(told()).to.have.length(DELIVERIES);
    expect(new Set(told()).size).to.equal(DELIVERIES);
    const [byOne, byOther] = await eventually(() => {
      const tried = [triedBy(one), triedBy(other)] as const;
      expect(tried.flat()).to.have.length(DELIVERIES);
      return tried;
    });
    expect(byOne).to.not.deep.equal([]);
    expect(byOther).to.not.deep.equal([]);
    expect(new Set([...byOne, ...byOther]).size).to.equal(DELIVERIES);
  });

  itIfLong(
    'lose no delivery when one is killed: its claims expire within 30 s, and others send them',
    async () => {
      const endpoints = await registerAll();
      await endRenders();
      receiver.answer = () => undefined;
      const killed = await start();
      await receiver.until(MAX_IN_FLIGHT);
      await killed.kill();
      processes.delete(killed);
      const killedAt = Date.now();

      receiver.answer = answerWith(200);
      const other = await start();
      const claimed = () => service.database('webhook_deliveries').whereNotNull('claim_id');
      await receiver.until(DELIVERIES);
      await eventually(async () => expect(await claimed()).to.have.length(MAX_IN_FLIGHT));
      const lost = (await claimed()) as ReadonlyArray<{ delivery_id: string; due_at: Date }>;
      for (const { due_at } of lost) expect(due_at.getTime() - killedAt).to.be.at.most(30_000);
      expect(new Set(told()).size, 'claimed deliveries are not sent by another process').to.equal(DELIVERIES);

      const deliveries = await allDelivered(endpoints);
      const twice = deliveries.filter(({ attempts }) => attempts.length === 2);
      expect(twice.map(({ _id }) => _id)).to.have.members(lost.map(({ delivery_id }) => delivery_id));
      for (const { attempts } of twice) {
        expect(attempts[0], 'the attempt of the killed process has no outcome').to.not.have.property(
          'durationMs',
        );
        expect(attempts[1]).to.include({ httpStatus: 200 });
      }
      expect(new Set(triedBy(other)).size).to.equal(DELIVERIES);
      await expectIntactHistories(service.client);
    },
  );

  /** Makes the clock of a process wrong by so many ms. */
  const clockOff = (ms: number): Readonly<Record<string, string>> => {
    const module = `
      const right = Date;
      globalThis.Date = class extends right {
        constructor(...given) { super(...(given.length === 0 ? [right.now() + ${ms}] : given)); }
        static now() { return right.now() + ${ms}; }
      };`;
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
  };
  const HOUR = 3_600_000;

  const clocks = [
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
  ] as const;
  for (const [name, ms] of LONG ? clocks : [])
    it(`deliver, try again and sign in time if their clock is ${name}`, async () => {
      receiver.answer = answerWith(500);
      await start(clockOff(ms));
      const { _id } = await register(0);
      await endRender(service, api);
      const [delivery] = await eventually(async () => {
        const { body } = await api('GET', `/v1/webhooks/${_id}/deliveries`);
        expect(body.data[0]?.attempts[0]).to.include({ httpStatus: 500 });
        expect(body.data[0]).to.include({ status: 'waiting' });
        return body.data as ReadonlyArray<{ readonly nextAttemptAt: string }>;
      });
      const aroundNow = (time: number) => expect(time - Date.now()).to.be.within(-HOUR / 6, HOUR / 6);
      aroundNow(Date.parse(delivery?.nextAttemptAt ?? ''));
      aroundNow(Number(receiver.received[0]?.headers['webhook-timestamp']) * 1000);
      receiver.answer = answerWith(200);
      await receiver.until(2);
    });

  itIfLong('release their deliveries when stopped, and others send them immediately', async () => {
    const endpoints = await registerAll();
    await endRenders();
    receiver.answer = () => undefined;
    const ending = await start();
    await receiver.until(MAX_IN_FLIGHT);
    receiver.answer = answerWith(200);
    const stopped = ending.stop();
    await start();
    expect(await stopped).to.equal(0);
    const deliveries = await allDelivered(endpoints);
    for (const { attempts } of deliveries) expect(attempts.at(-1)).to.include({ httpStatus: 200 });
    // Every request is an attempt of its delivery, also one that was released or timed out on a slow machine.
    const recorded = deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0);
    expect(told()).to.have.length(recorded);
    expect(recorded).to.be.at.least(DELIVERIES + MAX_IN_FLIGHT);
  });

  itIfLong(
    'report an endpoint that was disabled because it returned 410 in the list and in the log, without secrets',
    async () => {
      const running = await start();
      receiver.answer = answerWith(410);
      const { _id, signingSecret } = await register(0);
      await endRender(service, api);
      await eventually(async () => {
        const [listed] = (await api('GET', '/v1/webhooks')).body.data;
        expect(listed).to.include({ _id, status: 'disabled', disabledReason: 'gone' });
      });
      await eventually(() =>
        expect(running.output())
          .to.match(/"level":"warn".*disabled a webhook/)
          .and.include(_id),
      );
      const rotated = await api('POST', `/v1/webhooks/${_id}/rotate-secret`);
      receiver.answer = answerWith(200);
      await api('POST', `/v1/webhooks/${_id}/resume`);
      await receiver.until(2);
      const shown = await Promise.all(
        ['', `/${_id}`, `/${_id}/deliveries`].map((path) => api('GET', `/v1/webhooks${path}`)),
      );
      const events = await service.recordedText();
      expect(events).to.include('WebhookSecretRotated');
      for (const secret of [signingSecret, rotated.body.data.signingSecret as string])
        for (const text of [...shown.map(({ text }) => text), events, running.output()])
          for (const spelling of [secret, secret.replace('whsec_', '')])
            expect(text).to.not.include(spelling);
    },
  );
});
