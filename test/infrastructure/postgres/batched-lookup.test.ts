import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { batchedLookup, type OnAdvanced } from '../../../infrastructure/postgres/queries/batched-lookup.js';
import { rightOf } from '../../support/right-of.js';

describe('a batched lookup', () => {
  /** A lookup of numbers, and the batches that it has read. */
  const lookupOf = (onAdvanced: OnAdvanced) => {
    const batches: Array<ReadonlyArray<number>> = [];
    const lookup = batchedLookup(
      async (ids: ReadonlyArray<number>) => (batches.push(ids), ids.filter((id) => id > 0)),
      (id) => id,
      onAdvanced,
    );
    return { batches, lookup };
  };

  it('reads what is requested meanwhile in one query', async () => {
    const { batches, lookup } = lookupOf(() => undefined);
    const found = await Promise.all([1, 2, -1, 1].map((id) => lookup(id)()));
    expect(found.map(rightOf)).to.deep.equal([O.some(1), O.some(2), O.none, O.some(1)]);
    expect(batches).to.deep.equal([[1, 2, -1]]);
  });

  it('reads sooner when the read models advance, also if they did so before the request', async () => {
    const order: string[] = [];
    const others = lookupOf(() => undefined);
    const listeners: Array<() => void> = [];
    const { lookup, batches } = lookupOf((listener) => listeners.push(listener));
    const patient = others
      .lookup(1)()
      .then(() => order.push('unchanged'));
    const first = lookup(1)().then(() => order.push('changed'));
    for (const advance of listeners) advance();
    await first;
    for (const advance of listeners) advance();
    await lookup(2)();
    order.push('changed before');
    await patient;
    expect(order).to.deep.equal(['changed', 'changed before', 'unchanged']);
    expect(batches).to.deep.equal([[1], [2]]);
  });
});
