import { expect } from 'chai';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import {
  ATTEMPT_LIMIT_MS,
  gotWebhookSender,
  RESPONSE_LIMIT_BYTES,
} from '../../../infrastructure/webhooks/got-webhook-sender.js';
import { webhookSenderContract } from './webhook-sender-contract.js';

webhookSenderContract('got', (limitMs) => {
  const agents = guardedAgents({ allowedPrivateHosts: ['127.0.0.1'] });
  return { sender: gotWebhookSender(agents, limitMs), close: () => agents.destroy() };
});

describe('webhook sender: the limits of got', () => {
  it('are 15 s and 16 KiB by default', () => {
    expect([ATTEMPT_LIMIT_MS, RESPONSE_LIMIT_BYTES]).to.deep.equal([15_000, 16_384]);
  });
});
