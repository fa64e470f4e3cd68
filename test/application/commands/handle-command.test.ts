import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { claimUpTo } from '../../../application/audit/verify-history.js';
import { verifyHistory } from '../../support/event-store/chain-check.js';
import type { OwnerId } from '../../../domain/ids.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { context, storeVideo, openStore } from './new-video.js';
import { recordedEvents } from '../../support/event-store/recorded-events.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

describe('handling commands', () => {
  const store = forSuite(openStore, (opened) => opened.close());

  it('chains hashes that match what the store returns', async () => {
    const { stream, handle, patch } = await storeVideo(store.eventStore);
    for (const name of ['ü', '\\u2028', '𝒳']) rightOf(await handle(patch(name)));
    const stored = rightOf(
      await eventStoreDbArchive(store.client, uncompared).read(stream, 0, 100)(),
    ).events.map((found) => found.stored);
    expect(verifyHistory({ ...claimUpTo(stored.at(-1)!), events: 4 }, stored)).to.deep.equal([]);
    expect(new Set(stored.map(({ metadata }) => metadata.hash)).size).to.equal(4);
  });

  it('records actor and request, and returns the position of the last event', async () => {
    const { stream, handle, patch } = await storeVideo(store.eventStore);
    const { position } = rightOf(await handle(patch('named')));
    const last = rightOf(await recordedEvents(store.eventStore, stream)()).at(-1);
    expect(last?.position).to.deep.equal(position);
    expect(last?.metadata).to.deep.include({
      actor: context.actor,
      requestId: 'request-1',
      $correlationId: 'request-1',
      $causationId: 'request-1',
    });
  });

  it('stores nothing for a command that changes nothing or is refused', async () => {
    const { stream, handle, patch, videoId } = await storeVideo(store.eventStore);
    const { state } = rightOf(await handle(patch('Grüße 👋 \\u0007 "quoted"')));
    expect(state).to.include({ version: 1 });
    expect(await handle({ ...patch('x'), ownerId: 'mallory' as OwnerId })).to.deep.equal(
      E.left({ _tag: 'VideoBelongsToAnotherOwner', videoId }),
    );
    expect(rightOf(await recordedEvents(store.eventStore, stream)())).to.have.length(1);
  });
});
