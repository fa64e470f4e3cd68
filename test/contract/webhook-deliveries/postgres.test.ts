import { startBench } from '../../support/webhooks/delivery-chain.js';
import { webhookDeliveriesContract } from './webhook-deliveries-contract.js';

webhookDeliveriesContract('PostgreSQL', startBench);
