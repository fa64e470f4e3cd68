import { binaryEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  collectUntil,
  connect,
  idsOf,
  numberedEvents,
  proposedIds,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: links', function () {
  this.timeout(60_000);
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

  const linkTo = (stream: string, revision: number) =>
    binaryEvent({ type: '$>', data: new Uint8Array(Buffer.from(`${revision}@${stream}`)) });

  const linked = async () => {
    const target = uniqueStream('target@with-sign');
    const links = uniqueStream('links');
    const events = numberedEvents(2);
    await client.appendToStream(target, events);
    const written = [linkTo(target, 1), linkTo(target, 0), linkTo(target, 7)];
    const { position } = await client.appendToStream(links, written);
    return { target, links, events, written, position: position! };
  };

  it('are resolved on request', async () => {
    const { links, events, written } = await linked();
    const resolved = await collect(client.readStream(links, { resolveLinkTos: true }));
    expect(idsOf(resolved)).to.deep.equal([events[1]!.id, events[0]!.id, undefined]);
    expect(resolved.map(({ link }) => link?.id)).to.deep.equal(proposedIds(written));
    expect(resolved.map(({ link }) => link?.revision)).to.deep.equal([0n, 1n, 2n]);
  });

  it('are returned unresolved otherwise', async () => {
    const { links, written } = await linked();
    const plain = await collect(client.readStream(links));
    expect(idsOf(plain)).to.deep.equal(proposedIds(written));
    expect(plain.every(({ link, event }) => link === undefined && event?.type === '$>')).to.equal(true);
  });

  it('are resolved in subscriptions and in $all', async () => {
    const { links, events, position } = await linked();
    const subscription = client.subscribeToStream(links, { resolveLinkTos: true });
    const fromSubscription = await collectUntil(subscription, (all) => all.length === 3);
    expect(idsOf(fromSubscription)).to.deep.equal([events[1]!.id, events[0]!.id, undefined]);
    const [last] = await collect(
      client.readAll({ fromPosition: position, maxCount: 1, resolveLinkTos: true }),
    );
    expect(last?.link?.streamId).to.equal(links);
    expect(last?.event).to.equal(undefined);
  });

  it('resolve to nothing after their target is deleted', async () => {
    const { target, links } = await linked();
    await client.deleteStream(target);
    const resolved = await collect(client.readStream(links, { resolveLinkTos: true }));
    expect(resolved.map(({ event }) => event)).to.deep.equal([undefined, undefined, undefined]);
  });
});
