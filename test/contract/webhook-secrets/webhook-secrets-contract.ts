import { expect } from 'chai';
import type { WebhookEndpointId } from '../../../domain/ids.js';
import { rightOf } from '../../support/right-of.js';
import type { Bench } from '../../support/webhooks/delivery-chain.js';
import { anEndpointId, owner } from '../../support/webhooks/recorded.js';

const URL = 'https://hooks.example.org/x';
const secretOf = (letter: string): string => `whsec_${letter.repeat(44)}`;

/** The storage of secrets, and what shows which of them sign. */
export type WebhookSecretsUnderTest = Pick<Bench, 'secrets' | 'project' | 'endRender' | 'queue' | 'close'>;

/** What registering an endpoint expects of the storage of signing secrets. */
export const webhookSecretsContract = (name: string, open: () => Promise<WebhookSecretsUnderTest>): void => {
  describe(`webhook secrets: ${name}`, () => {
    let tested: WebhookSecretsUnderTest;
    let endpointId: WebhookEndpointId;
    beforeEach(async () => {
      tested = await open();
      endpointId = anEndpointId();
    });
    afterEach(() => tested.close());

    const keep = async (secretId: string, secret: string, of = endpointId) =>
      rightOf(await tested.secrets.store(of, secretId, secret)());
    const register = (secretId: string) => {
      const at = new Date().toISOString();
      const events = ['render.completed'] as const;
      const data = { endpointId, ownerId: owner, secretId, url: URL, events, at };
      return tested.project(`webhookEndpoint-${endpointId}`, { type: 'WebhookEndpointRegistered', data });
    };
    const signingSecret = async () => {
      await tested.endRender();
      return rightOf(await tested.queue.claim(1)())[0]?.secrets.xSignature;
    };

    it('sign with the secret that the registration names', async () => {
      await keep('unused', secretOf('A'));
      await keep('named', secretOf('B'));
      await register('named');
      expect(await signingSecret()).to.equal(secretOf('B'));
    });

    it('stay the same when they are stored again', async () => {
      await keep('named', secretOf('A'));
      await register('named');
      await keep('named', secretOf('B'));
      expect(await signingSecret()).to.equal(secretOf('A'));
    });

    it('belong to one endpoint', async () => {
      await keep('named', secretOf('A'));
      await keep('named', secretOf('B'), anEndpointId());
      await register('named');
      expect(await signingSecret()).to.equal(secretOf('A'));
    });
  });
};
