import ipaddr from 'ipaddr.js';
import { type Address, isPubliclyRoutable, readAddress } from './public-address.js';

/** Host names, addresses and CIDR ranges. */
export type PrivateHosts = ReadonlyArray<string>;

/** Whether an address may be connected to for a URL with this host name. */
export type IsAllowed = (hostname: string, address: string) => boolean;

type IsInside = (address: Address) => boolean;

const readRange = (entry: string): IsInside | undefined => {
  if (ipaddr.IPv4.isValidCIDR(entry)) {
    const range = ipaddr.IPv4.parseCIDR(entry);
    return (address) => address instanceof ipaddr.IPv4 && address.match(range);
  }
  if (ipaddr.IPv6.isValidCIDR(entry)) {
    const range = ipaddr.IPv6.parseCIDR(entry);
    return (address) => address instanceof ipaddr.IPv6 && address.match(range);
  }
  const single = readAddress(entry);
  return single && ((address) => address.toNormalizedString() === single.toNormalizedString());
};

const normalised = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/**
 * The rule: publicly routable addresses are allowed, others only as exceptions.
 * @param exceptions the entries of `ALLOWED_PRIVATE_HOSTS`: addresses and CIDR ranges, which allow these addresses, and
 * host names, which allow any address that the name resolves to, for URLs written with exactly this name
 */
export const allowedAddresses = (exceptions: PrivateHosts): IsAllowed => {
  const ranges = exceptions.flatMap((entry) => readRange(entry) ?? []);
  const names = new Set(exceptions.filter((entry) => !readRange(entry)).map(normalised));
  return (hostname, text) => {
    const address = readAddress(text);
    if (address === undefined) return false;
    return (
      isPubliclyRoutable(address) ||
      names.has(normalised(hostname)) ||
      ranges.some((isInside) => isInside(address))
    );
  };
};
