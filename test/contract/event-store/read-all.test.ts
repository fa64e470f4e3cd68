import {
  BACKWARDS,
  END,
  START,
  type AllStreamResolvedEvent,
  type AppendResult,
  type EventStoreDBClient,
  type JSONEventData,
} from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  collectUntil,
  connect,
  eventOf,
  idsOf,
  numberedEvent,
  numberedEvents,
  proposedIds,
  uniqueStream,
} from '../../support/event-store/event-store-client.js';

describe('event store: reading $all', () => {
  let client: EventStoreDBClient;
  const streams = [uniqueStream(), uniqueStream()];
  let events: JSONEventData[];
  let appended: AppendResult[];
  before(async () => {
    client = await connect();
    events = numberedEvents(6);
    appended = [];
    for (const [index, event] of events.entries()) {
      appended.push(await client.appendToStream(streams[index % 2]!, event));
    }
  });
  after(() => client.dispose());

  const isOurs = ({ event }: AllStreamResolvedEvent) => streams.includes(event?.streamId ?? '');
  const allOurs = (all: readonly AllStreamResolvedEvent[]) => all.filter(isOurs).length === events.length;
  const positionOf = (index: number) => appended[index]!.position!;

  it('includes the event at the position forwards and excludes it backwards', async () => {
    const [forwards] = await collect(client.readAll({ fromPosition: positionOf(3), maxCount: 1 }));
    expect(eventOf(forwards!).id).to.equal(events[3]!.id);
    const backwards = await collectUntil(
      client.readAll({ direction: BACKWARDS, fromPosition: positionOf(3) }),
      (all) => all.filter(isOurs).length === 3,
    );
    expect(idsOf(backwards.filter(isOurs))).to.deep.equal(proposedIds(events.slice(0, 3)).toReversed());
  });

  it('returns nothing from the end forwards and nothing from the start backwards', async () => {
    expect(await collect(client.readAll({ direction: BACKWARDS, fromPosition: START }))).to.deep.equal([]);
    expect(await collect(client.readAll({ fromPosition: END }))).to.deep.equal([]);
  });

  it('returns what a reader of the stream sees, with the same position', async () => {
    const fromStream = await collect(client.readStream(streams[0]!));
    const fromAll = await collectUntil(client.readAll({ fromPosition: positionOf(0) }), allOurs);
    const same = fromAll.filter(({ event }) => event?.streamId === streams[0]);
    expect(same.map(({ event }) => event)).to.deep.equal(fromStream.map(({ event }) => event));
  });

  it('returns the same events in pages as in one read', async () => {
    const stream = uniqueStream();
    const first = await client.appendToStream(stream, numberedEvent(0));
    await client.appendToStream(stream, numberedEvents(600));
    const last = await client.appendToStream(stream, numberedEvent(1));
    const ended = (all: readonly AllStreamResolvedEvent[]) =>
      eventOf(all.at(-1)!).position.commit === last.position?.commit;
    const once = await collectUntil(client.readAll({ fromPosition: first.position! }), ended);
    const paged: AllStreamResolvedEvent[] = [];
    let fromPosition = first.position!;
    while (paged.length < once.length) {
      const page = await collect(client.readAll({ fromPosition, maxCount: 51 }));
      paged.push(...page.slice(paged.length === 0 ? 0 : 1));
      fromPosition = eventOf(page.at(-1)!).position;
    }
    expect(idsOf(paged.slice(0, once.length))).to.deep.equal(idsOf(once));
  });
});
