/**
 * Random histories of a few streams against a model of EventStoreDB's promises: who may append, what is a repetition,
 * what can be read afterwards.
 */
import { randomUUID } from 'node:crypto';
import {
  jsonEvent,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type AppendResult,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { collect, connect, idsOf, uniqueStream } from '../../support/event-store/event-store-client.js';
import { LONG } from '../../support/long-form.js';

const RUNS = LONG ? 500 : 10;

/** The revision of the last event that was stored, or that of the stream for which it is not the expected one. */
type Outcome = { readonly stored: bigint } | { readonly conflictAt: bigint | typeof NO_STREAM };

class ModelStream {
  readonly ids: string[] = [];

  append(ids: readonly string[], expected: AppendExpectedRevision): Outcome {
    const conflict: Outcome = { conflictAt: this.ids.length === 0 ? NO_STREAM : this.lastRevision };
    const at = expected === NO_STREAM ? 0 : Number(expected) + 1;
    if (at > this.ids.length) return conflict;
    if (at === this.ids.length) return this.store(ids);
    const isRepetition = ids.every((id, index) => this.ids[at + index] === id);
    return isRepetition ? { stored: BigInt(at + ids.length - 1) } : conflict;
  }

  private store(ids: readonly string[]): Outcome {
    this.ids.push(...ids);
    return { stored: this.lastRevision };
  }

  private get lastRevision(): bigint {
    return BigInt(this.ids.length - 1);
  }
}

const outcomeOf = async (attempt: Promise<AppendResult>): Promise<Outcome> => {
  try {
    return { stored: (await attempt).nextExpectedRevision };
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return { conflictAt: error.actualVersion };
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
const step = fc.record({
  stream: streamIndex,
  /** Few ids, so that repetitions are frequent. */
  ids: fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 1, maxLength: 3 }),
  expected: fc.oneof(
    fc.constant(NO_STREAM),
    fc.nat({ max: 12 }).map((revision) => BigInt(revision)),
    fc.constantFrom('at the head' as const, 'just behind the head' as const),
  ),
});

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
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  };

  it('match the model', async () => {
    const history = fc.array(step, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const names = [uniqueStream(), uniqueStream()];
        const models = names.map(() => new ModelStream());
        const ids = Array.from({ length: 10 }, () => randomUUID());
        for (const { stream, ids: indices, expected } of steps) {
          const [name, model] = [names[stream]!, models[stream]!];
          const chosen = indices.map((index) => ids[index]!);
          const expectedRevision = resolveRevision(expected, model.ids.length);
          const events = chosen.map((id) => jsonEvent({ id, type: 'Chosen', data: {} }));
          const attempt = client.appendToStream(name, events, { expectedRevision });
          expect(await outcomeOf(attempt)).to.deep.equal(model.append(chosen, expectedRevision));
          expect(await read(name)).to.deep.equal(model.ids);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
