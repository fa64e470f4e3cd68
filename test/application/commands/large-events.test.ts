import canonicalize from 'canonicalize';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { hashInPieces, hashOf } from '../../../application/audit/hash-chain.js';
import { areLarge, ownerOf } from '../../../application/commands/large-events.js';
import { canonicalizeInPieces } from '../../../application/digests.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { fatVersions } from '../../support/event-store/fat-history.js';
import { videoCreated, composition } from '../../support/examples.js';

describe('large events', () => {
  const padding = 'x'.repeat(70_000);

  it('have the same canonical JSON in pieces as a whole, with any content', async () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const law = fc.asyncProperty(value, fc.string(), async (inner, name) => {
      // Large enough on every level to be split down to the generated value.
      for (const outer of [
        { [name]: inner, padding, left: undefined },
        [inner, padding, { [name]: [inner, padding], also: inner }],
        { padding, z: { padding, [name]: { padding, a: inner } } },
      ])
        expect(await canonicalizeInPieces(outer)).to.equal(canonicalize(outer));
    });
    await fc.assert(law, { numRuns: 50 });
  });

  it('have the same hash in pieces as a whole, and let the process do other work in between', async () => {
    const ids = { videoId: randomUUID() as VideoId, ownerId: 'alice' as OwnerId };
    const event = fatVersions({ ...ids, versions: 2 })[1]!;
    const metadata = {
      actor: { type: 'admin' },
      requestId: 'r',
      $correlationId: 'r',
      $causationId: 'r',
      previousHash: '',
    } as const;
    const hashed = { id: randomUUID(), stream: 's', revision: 1n, event, metadata };
    let others = 0;
    const working = setInterval(() => (others += 1));
    expect(await hashInPieces(hashed)).to.equal(hashOf(hashed));
    clearInterval(working);
    expect(others).to.be.greaterThan(0);
    expect(areLarge([event])).to.equal(true);
    expect(ownerOf([event])).to.equal('alice');
    expect(areLarge([videoCreated(composition('small'), { ...ids, editorTokenHash: '' })])).to.equal(false);
  });
});
