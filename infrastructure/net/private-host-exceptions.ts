import ipaddr from 'ipaddr.js';
import { type Address, readAddress } from './public-address.js';

/** The connections that are allowed although their address is not publicly routable. */
export interface PrivateHostExceptions {
  readonly allow: (hostname: string, address: Address) => boolean;
}

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
 * Parses the entries of `ALLOWED_PRIVATE_HOSTS`.
 * @param entries addresses and CIDR ranges, which allow these addresses, and host names, which allow any address that
 * the name resolves to, for URLs written with exactly this name
 */
export const privateHostExceptions = (entries: ReadonlyArray<string>): PrivateHostExceptions => {
  const ranges = entries.flatMap((entry) => readRange(entry) ?? []);
  const names = new Set(entries.filter((entry) => !readRange(entry)).map(normalised));
  return {
    allow: (hostname, address) =>
      names.has(normalised(hostname)) || ranges.some((isInside) => isInside(address)),
  };
};
