import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { WebhookAddresses } from '../../application/ports/webhook-addresses.js';
import { allowedAddresses, type PrivateHosts } from '../net/allowed-addresses.js';
import { withTimeout } from '../platform/with-timeout.js';

/** Timeout of a name lookup, in ms. */
const LOOKUP_LIMIT_MS = 2000;

const addressesOf = async (hostname: string): Promise<ReadonlyArray<string>> => {
  if (isIP(hostname) !== 0) return [hostname];
  const resolved = lookup(hostname, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
  return withTimeout(LOOKUP_LIMIT_MS, resolved, []);
};

/**
 * Checks early whether a URL leads to an address that is not allowed, so that the client that registers it learns of
 * it. A host that cannot be resolved now passes, because guarded agents check every connection again.
 */
export const guardedWebhookAddresses = (allowedPrivateHosts: PrivateHosts): WebhookAddresses => {
  const isAllowed = allowedAddresses(allowedPrivateHosts);
  return {
    areAllowed: (url) => async () => {
      const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '');
      const addresses = await addressesOf(hostname);
      return addresses.every((address) => isAllowed(hostname, address));
    },
  };
};
