/**
 * Random histories of a few streams against a model of EventStoreDB's promises: who may append, what is a repetition,
 * what can be read afterwards.
 */
import { randomUUID } from 'node:crypto';
import {
  ANY,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { collect, connect, idsOf, uniqueStream } from '../../support/event-store/event-store-client.js';

const RUNS = process.env['LONG_TESTS'] === '1' ? 500 : 20;

type Outcome = 'stored' | 'conflict' | 'deleted';

/** Where each id was first used: an append without an exact revision can only be a repetition of that one. */
type FirstUses = Map<string, ModelStream>;

class ModelStream {
  readonly firstUses: FirstUses;
  ids: string[] = [];
  first = 0;
  hidden = false;
  tombstoned = false;
  described = false;

  constructor(firstUses: FirstUses) {
    this.firstUses = firstUses;
  }

  append(ids: readonly string[], expected: AppendExpectedRevision): Outcome {
    if (this.tombstoned) return 'deleted';
    if (expected === STREAM_EXISTS) {
      if (this.hidden) return 'deleted';
      if (this.ids.length === 0 && !this.described) return 'conflict';
    }
    if (expected === ANY || expected === STREAM_EXISTS) {
      const isKnown = (id: string) => this.firstUses.get(id) === this;
      if (!isKnown(ids[0]!)) return this.store(ids);
      return ids.every(isKnown) ? 'stored' : 'conflict';
    }
    const at = expected === NO_STREAM ? 0 : Number(expected) + 1;
    if (at > this.ids.length) return 'conflict';
    if (at === this.ids.length) return this.store(ids);
    if (ids.every((id, index) => this.ids[at + index] === id)) return 'stored';
    const recreates = expected === NO_STREAM && this.hidden && this.ids[0] !== ids[0];
    return recreates ? this.store(ids) : 'conflict';
  }

  private store(ids: readonly string[]): Outcome {
    if (this.hidden) this.first = this.ids.length;
    this.hidden = false;
    for (const id of ids) if (!this.firstUses.has(id)) this.firstUses.set(id, this);
    this.ids.push(...ids);
    return 'stored';
  }

  delete(): Outcome {
    if (this.tombstoned) return 'deleted';
    if (this.ids.length === 0 && !this.described) return 'conflict';
    this.hidden = true;
    this.described = true;
    return 'stored';
  }

  tombstone(): Outcome {
    if (this.tombstoned) return 'deleted';
    this.tombstoned = true;
    return 'stored';
  }

  readable(): readonly string[] | 'not found' | 'deleted' {
    if (this.tombstoned) return 'deleted';
    return this.hidden || this.ids.length === 0 ? 'not found' : this.ids.slice(this.first);
  }
}

const outcomeOf = async (attempt: Promise<unknown>): Promise<Outcome> => {
  try {
    await attempt;
    return 'stored';
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return 'conflict';
    if (error instanceof StreamDeletedError) return 'deleted';
    throw error;
  }
};

type Expectation = AppendExpectedRevision | 'at the head' | 'just behind the head';

const resolveRevision = (expected: Expectation, length: number): AppendExpectedRevision => {
  if (expected === 'at the head') return BigInt(Math.max(0, length - 1));
  if (expected === 'just behind the head') return BigInt(Math.max(0, length - 2));
  return expected;
};

const streamIndex = fc.nat({ max: 1 });
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      what: fc.constant('append' as const),
      stream: streamIndex,
      /** Few ids, so that repetitions are frequent. */
      ids: fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 1, maxLength: 3 }),
      expected: fc.oneof(
        fc.constantFrom(ANY, NO_STREAM, STREAM_EXISTS),
        fc.nat({ max: 12 }).map((revision) => BigInt(revision)),
        fc.constantFrom('at the head' as const, 'just behind the head' as const),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('delete' as const), stream: streamIndex }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('tombstone' as const), stream: streamIndex }) },
);

describe('event store: random histories', function () {
  this.timeout(60_000 + RUNS * 1000);
  let client: EventStoreDBClient;
  before(async () => {
    client = await connect();
  });
  after(() => client.dispose());

  const read = async (stream: string) => {
    try {
      return idsOf(await collect(client.readStream(stream)));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return 'not found';
      if (error instanceof StreamDeletedError) return 'deleted';
      throw error;
    }
  };

  it('match the model', async () => {
    const history = fc.array(step, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const names = [uniqueStream(), uniqueStream()];
        const firstUses: FirstUses = new Map();
        const models = names.map(() => new ModelStream(firstUses));
        const ids = Array.from({ length: 10 }, () => randomUUID());
        for (const action of steps) {
          const [name, model] = [names[action.stream]!, models[action.stream]!];
          if (action.what === 'delete') {
            expect(await outcomeOf(client.deleteStream(name))).to.equal(model.delete());
          } else if (action.what === 'tombstone') {
            expect(await outcomeOf(client.tombstoneStream(name))).to.equal(model.tombstone());
          } else {
            const chosen = action.ids.map((index) => ids[index]!);
            const expectedRevision = resolveRevision(action.expected, model.ids.length);
            const events = chosen.map((id) => jsonEvent({ id, type: 'Chosen', data: {} }));
            const attempt = client.appendToStream(name, events, { expectedRevision });
            expect(await outcomeOf(attempt)).to.equal(model.append(chosen, expectedRevision));
          }
          expect(await read(name)).to.deep.equal(model.readable());
        }
      }),
      { numRuns: RUNS },
    );
  });
});
