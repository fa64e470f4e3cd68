import { join } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import type { StoredEvent } from '../../../application/ports/event-archive.js';
import { fromRecordedEvent } from '../../../infrastructure/eventstore/event-codec.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { CONTENT, type Json } from './malformed-patches.js';
import { batchOf } from '../../support/event-store/log-batch.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

const FOLDER = join(packageRoot, 'test/domain/golden-events');
const golden = readdirSync(FOLDER).map(
  (file) => (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { stored: StoredEvent }).stored,
);

const valueAnywhere = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    1.5,
    2 ** 31,
    1e300,
    '\0',
    '\ud800',
    [],
    {},
    true,
    CONTENT,
    '10000-01-01T00:00:00Z',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The value with the part at a place replaced or removed; the numbers select the path. */
const changedAt = (
  value: unknown,
  [first = 0, ...deeper]: ReadonlyArray<number>,
  replacement: unknown,
): unknown => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return replacement;
  const keys = Object.keys(value);
  const key = keys[first % keys.length] ?? '';
  const inner = (value as Json)[key];
  const changed = deeper.length === 0 ? replacement : changedAt(inner, deeper, replacement);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? changed : item));
  return { ...value, [key]: changed };
};

describe('Events that can be decoded', () => {
  it('can be projected: decoding lets nothing through that a projection cannot store', async () => {
    const fresh = await startReadModels();
    let commit = 0n;
    let [decodable, undecodable] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...golden),
        fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('data' as const, 'data' as const, 'metadata' as const),
        valueAnywhere,
        async (stored, way, part, value) => {
          commit += 1n;
          const position = { commit, prepare: commit };
          const decoded = fromRecordedEvent(
            {
              id: stored.id,
              streamId: stored.stream,
              revision: 0n,
              type: stored.type,
              data: stored.data as Record<string, unknown>,
              metadata: stored.metadata as unknown as Record<string, unknown>,
              isJson: true,
              created: new Date(0),
              position,
              [part]: changedAt(stored[part], way, value) as Record<string, unknown>,
            },
            position,
          );
          if (E.isRight(decoded)) {
            decodable += 1;
            await fresh.store.apply(batchOf([decoded.right]));
          } else {
            undecodable += 1;
            expect(JSON.stringify(decoded.left)).to.not.include(CONTENT);
          }
        },
      ),
      { numRuns: 400 },
    );
    // Of 400, drawn at random: enough of both to mean something.
    expect(decodable).to.be.above(5);
    expect(undecodable).to.be.above(5);
    await fresh.stop();
  });
});
