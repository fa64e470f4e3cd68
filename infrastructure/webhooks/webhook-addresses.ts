import type { WebhookAddresses } from '../../application/ports/webhook-addresses.js';
import { addressCheck } from '../net/address-check.js';
import type { PrivateHosts } from '../net/open-addresses.js';

/** The guard's rule, asked before there is anything to send. */
export const guardedWebhookAddresses = (allowedPrivateHosts: PrivateHosts): WebhookAddresses => {
  const isOpen = addressCheck(allowedPrivateHosts);
  return { areOpen: (url) => () => isOpen(url) };
};
