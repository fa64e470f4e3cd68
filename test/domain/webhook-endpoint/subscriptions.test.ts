import { expect } from 'chai';
import type { OwnerId } from '../../../domain/ids.js';
import { subscribesTo } from '../../../domain/webhook-endpoint/subscriptions.js';
import { at, owner } from '../../support/examples.js';

describe('a subscription', () => {
  const when = (seconds: number) => new Date(at(seconds));
  const endpoint = { ownerId: owner, events: ['render.failed'], registeredAt: when(10) } as const;
  const failed = { ownerId: owner, event: 'render.failed', at: when(20) } as const;

  it('covers the requested events, and no others', () => {
    expect(subscribesTo(endpoint, failed)).to.equal(true);
    expect(subscribesTo(endpoint, { ...failed, event: 'render.completed' })).to.equal(false);
    expect(subscribesTo({ ...endpoint, events: [] }, failed)).to.equal(false);
  });

  it("covers no other owner's events", () => {
    expect(subscribesTo(endpoint, { ...failed, ownerId: 'bob' as OwnerId })).to.equal(false);
  });

  it('covers what happens from its registration on', () => {
    expect(subscribesTo(endpoint, { ...failed, at: when(9.999) })).to.equal(false);
    expect(subscribesTo(endpoint, { ...failed, at: when(10) })).to.equal(true);
  });
});
