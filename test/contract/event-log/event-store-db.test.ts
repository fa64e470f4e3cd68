import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { startStore } from '../../support/event-store/event-log.js';
import { silentEventLog } from '../../support/event-store/silent-event-log.js';
import { eventLogContract } from './event-log-contract.js';
import { forSuite } from '../../support/for-suite.js';

eventLogContract('EventStoreDB', async () => {
  const { log, append, appendForeign, stop } = await startStore();
  return { log, append, appendForeign, close: stop };
});

describe('the head of an event store that others use', () => {
  const store = forSuite(startStore, (opened) => opened.stop());

  const appendOwn = () => store.appendForeign(`video-${randomUUID()}`, { type: 'VideoDreamtOf', data: {} });
  const appendOthers = (count: number) =>
    store.client.appendToStream(
      'others',
      Array.from({ length: count }, () => jsonEvent({ type: 'Other', data: {} })),
    );

  it('is found without searching events of others twice', async () => {
    let reads = 0;
    const counting = new Proxy(store.client, {
      get: (client, name) => {
        if (name === 'readAll') reads += 1;
        const value: unknown = Reflect.get(client, name);
        return typeof value === 'function' ? (value.bind(client) as unknown) : value;
      },
    });
    const log = silentEventLog(counting);
    const readsFor = async (work: () => Promise<unknown>): Promise<number> => {
      const before = reads;
      await work();
      return reads - before;
    };
    await appendOwn();
    const floor = await log.headAfter(undefined);
    await appendOthers(100);
    const look = async () => expect(await log.headAfter(floor)).to.equal(undefined);
    expect(await readsFor(look)).to.equal(6);
    expect(await readsFor(look)).to.equal(1);
    await appendOthers(30);
    expect(await readsFor(look)).to.equal(2);

    await appendOwn();
    await appendOthers(30);
    const head = await log.headAfter(floor);
    expect(head!.commit > floor!.commit).to.equal(true);
    expect(await log.headAfter(head)).to.equal(undefined);
    expect(await log.headAfter(floor)).to.deep.equal(head);
  });
});
