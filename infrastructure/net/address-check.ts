import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { openAddresses, type PrivateHosts } from './open-addresses.js';

/** How long a name may take to look up, in ms. */
const LOOKUP_LIMIT_MS = 2000;

const addressesOf = async (hostname: string): Promise<ReadonlyArray<string>> => {
  if (isIP(hostname) !== 0) return [hostname];
  const given = lookup(hostname, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ReadonlyArray<string>>((resolve) => {
    timer = setTimeout(resolve, LOOKUP_LIMIT_MS, []);
  });
  return Promise.race([given, late]).finally(() => clearTimeout(timer));
};

/**
 * Tells early whether a URL leads where no connection may be made, so that whoever enters it learns of it. A host that
 * can't be looked up now passes: guarded agents check again whatever is connected to.
 */
export const addressCheck = (allowedPrivateHosts: PrivateHosts): ((url: string) => Promise<boolean>) => {
  const isOpen = openAddresses(allowedPrivateHosts);
  return async (url) => {
    const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '');
    const addresses = await addressesOf(hostname);
    return addresses.every((address) => isOpen(hostname, address));
  };
};
