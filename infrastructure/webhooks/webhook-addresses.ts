import type { WebhookAddresses } from '../../application/ports/webhook-addresses.js';
import { addressCheck } from '../net/address-check.js';
import type { PrivateHosts } from '../net/allowed-addresses.js';

/** Applies the rule of the guarded agents before anything is sent. */
export const guardedWebhookAddresses = (allowedPrivateHosts: PrivateHosts): WebhookAddresses => {
  const isAllowed = addressCheck(allowedPrivateHosts);
  return { areAllowed: (url) => () => isAllowed(url) };
};
