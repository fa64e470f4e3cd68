import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import type { DomainEvent } from '../../../domain/events.js';
import type { ApiKeyId, OwnerId, WebhookEndpointId } from '../../../domain/ids.js';
import { at } from '../../support/examples.js';
import { rightOf } from '../../support/right-of.js';
import type { FilledQueries } from './filled-queries.js';

/** The parts of the contract that concern API keys and webhook endpoints. */
export const keyAndEndpointQueriesContract = (filled: () => FilledQueries): void => {
  const ownerId = randomUUID() as OwnerId;

  describe('of API keys', () => {
    const issue = async (second: number) => {
      const keyId = randomUUID() as ApiKeyId;
      const data = { keyId, ownerId, keyHash: keyId, limits: { minute: 5 }, at: at(second) };
      await filled().project(`apiKey-${keyId}`, [{ type: 'ApiKeyIssued', data }]);
      return keyId;
    };

    it('find a key by its hash until it is revoked, and list it with both times', async () => {
      const [keyId, other] = [await issue(1), await issue(2)];
      const { apiKeys, project } = filled();
      const active = async () => O.toUndefined(rightOf(await apiKeys.activeByHash(keyId)()));
      expect(await active()).to.deep.equal({ keyId, ownerId, limits: { minute: 5 }, createdAt: at(1) });
      await project(`apiKey-${keyId}`, [{ type: 'ApiKeyRevoked', data: { keyId, ownerId, at: at(3) } }]);
      expect(await active()).to.equal(undefined);
      const [first, second] = rightOf(await apiKeys.list()());
      expect(first).to.include({ keyId, createdAt: at(1), revokedAt: at(3) });
      expect(second).to.include({ keyId: other }).and.not.have.property('revokedAt');
    });

    it('find no key whose issuer is revoked, and list it as revoked with it', async () => {
      const [issuedBy, keyId] = [await issue(4), randomUUID() as ApiKeyId];
      const { apiKeys, project } = filled();
      const permitted = { limits: {}, name: 'Nightly', scopes: ['read'] as const, issuedBy };
      const data = { keyId, ownerId, keyHash: keyId, ...permitted, at: at(5) };
      await project(`apiKey-${keyId}`, [{ type: 'ApiKeyIssued', data }]);
      const row = { keyId, ownerId, ...permitted, issuerLimits: { minute: 5 }, createdAt: at(5) };
      expect(O.toUndefined(rightOf(await apiKeys.activeByHash(keyId)()))).to.deep.equal(row);
      const revoked = { keyId: issuedBy, ownerId, at: at(6) };
      await project(`apiKey-${issuedBy}`, [{ type: 'ApiKeyRevoked', data: revoked }]);
      expect(rightOf(await apiKeys.activeByHash(keyId)())).to.deep.equal(O.none);
      const listed = rightOf(await apiKeys.list(ownerId)());
      expect(listed.at(-1)).to.deep.equal({ ...row, revokedAt: at(6) });
      expect(rightOf(await apiKeys.list('another-owner' as OwnerId)())).to.deep.equal([]);
    });
  });

  describe('of webhook endpoints', () => {
    const register = async (second: number) => {
      const endpointId = randomUUID() as WebhookEndpointId;
      const url = 'https://hooks.example.org/x';
      const data = { endpointId, ownerId, url, events: ['render.completed'] as const, at: at(second) };
      await change(endpointId, { type: 'WebhookEndpointRegistered', data });
      return endpointId;
    };
    const change = (endpointId: WebhookEndpointId, event: DomainEvent) =>
      filled().project(`webhookEndpoint-${endpointId}`, [event]);
    const current = async (endpointId: WebhookEndpointId) =>
      O.toUndefined(rightOf(await filled().webhookEndpoints.byId(endpointId)()));

    it('return an endpoint with its status, and why it was disabled', async () => {
      const endpointId = await register(1);
      const url = 'https://hooks.example.org/x';
      expect(await current(endpointId)).to.deep.equal({
        endpointId,
        ownerId,
        url,
        events: ['render.completed'],
        status: 'active',
        createdAt: at(1),
        updatedAt: at(1),
      });
      const facts = { endpointId, ownerId };
      await change(endpointId, {
        type: 'WebhookEndpointDisabled',
        data: { ...facts, reason: 'gone', at: at(2) },
      });
      expect(await current(endpointId)).to.include({ status: 'disabled', disabledReason: 'gone' });
      await change(endpointId, { type: 'WebhookEndpointResumed', data: { ...facts, at: at(3) } });
      expect(await current(endpointId))
        .to.include({ status: 'active', updatedAt: at(3) })
        .and.not.have.property('disabledReason');
    });

    it('list the endpoints of an owner, newest first, without deleted ones', async () => {
      const [older, deleted, newer] = [await register(11), await register(12), await register(13)];
      const data = { endpointId: deleted, ownerId, at: at(14) };
      await change(deleted, { type: 'WebhookEndpointDeleted', data });
      const { webhookEndpoints } = filled();
      const list = rightOf(await webhookEndpoints.list(ownerId, { limit: 2, page: 1 })());
      expect(list.items.map(({ endpointId }) => endpointId)).to.deep.equal([newer, older]);
      expect(list.total).to.equal(3);
      expect(await current(deleted)).to.equal(undefined);
    });
  });
};
