import { expect } from 'chai';
import type { OwnerId } from '../../../domain/ids.js';
import { subscribesTo } from '../../../domain/webhook-endpoint/subscriptions.js';
import { owner } from '../../support/examples.js';

describe('a subscription', () => {
  const endpoint = { ownerId: owner, events: ['render.failed'], registeredCommit: 10n } as const;
  const failed = { ownerId: owner, event: 'render.failed', commit: 20n } as const;

  it('covers the requested events, and no others', () => {
    expect(subscribesTo(endpoint, failed)).to.equal(true);
    expect(subscribesTo(endpoint, { ...failed, event: 'render.completed' })).to.equal(false);
    expect(subscribesTo({ ...endpoint, events: [] }, failed)).to.equal(false);
  });

  it("covers no other owner's events", () => {
    expect(subscribesTo(endpoint, { ...failed, ownerId: 'bob' as OwnerId })).to.equal(false);
  });

  it('covers events after its registration in the log', () => {
    expect(subscribesTo(endpoint, { ...failed, commit: 9n })).to.equal(false);
    expect(subscribesTo(endpoint, { ...failed, commit: 11n })).to.equal(true);
    expect(subscribesTo({ ...endpoint, registeredCommit: null }, failed)).to.equal(true);
  });
});
