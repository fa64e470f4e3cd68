import { expect } from 'chai';
import * as fc from 'fast-check';
import { activeOwners } from '../../../application/commands/active-owners.js';
import type { OwnerId } from '../../../domain/ids.js';

describe('active owners', () => {
  it('include another owner for 10 s after each of its requests, whatever the order of requests', () => {
    const names = fc.constantFrom('alice', 'bob', 'carol') as fc.Arbitrary<string> as fc.Arbitrary<OwnerId>;
    const requests = fc.array(fc.record({ ownerId: names, afterMs: fc.nat(12_000) }), { maxLength: 20 });
    fc.assert(
      fc.property(requests, names, fc.nat(12_000), (list, asked, laterMs) => {
        let now = 0;
        const owners = activeOwners({ now: () => new Date(now) });
        const seen = list.map(({ ownerId, afterMs }) => {
          now += afterMs;
          owners.saw(ownerId);
          return { ownerId, at: now };
        });
        now += laterMs;
        const expected = seen.some(({ ownerId, at }) => ownerId !== asked && now - at < 10_000);
        expect(owners.includeOthersThan(asked)).to.equal(expected);
      }),
    );
  });
});
