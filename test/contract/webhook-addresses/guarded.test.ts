import { guardedWebhookAddresses } from '../../../infrastructure/webhooks/webhook-addresses.js';
import { webhookAddressesContract } from './webhook-addresses-contract.js';

webhookAddressesContract('guarded', guardedWebhookAddresses);
