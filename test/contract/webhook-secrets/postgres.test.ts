import { startBench } from '../../support/webhooks/delivery-chain.js';
import { webhookSecretsContract } from './webhook-secrets-contract.js';

webhookSecretsContract('PostgreSQL', startBench);
