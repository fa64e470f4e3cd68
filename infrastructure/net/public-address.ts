import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IP address. An IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) is returned as the IPv4 address that a
 * connection would really go to.
 * @param text an address as the socket layer formats it; a zone (`fe80::1%eth0`) may follow
 * @returns undefined if it is not an address
 */
export const readAddress = (text: string): Address | undefined => {
  const withoutZone = text.replace(/%.*$/, '');
  switch (isIP(withoutZone)) {
    case 4:
      return ipaddr.IPv4.parse(withoutZone);
    case 6:
      return ipaddr.process(inHexadecimal(withoutZone));
    default:
      return undefined;
  }
};

/** `::7f00:1` for `::127.0.0.1`, which ipaddr.js would read as the mapped address `::ffff:127.0.0.1`. */
const inHexadecimal = (ipv6: string): string => new URL(`http://[${ipv6}]`).hostname.slice(1, -1);

/**
 * Addresses that look public but belong to a cloud's internal services, and that ipaddr.js does not classify.
 * 168.63.129.16 is the host agent of every Azure machine.
 */
const CLOUD_INTERNAL = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')];

/** The range assigned to the public IPv6 internet (RFC 4291, section 2.4, and IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether the address is reachable over the public internet. All ranges in IANA's special-purpose registries (RFC 6890)
 * are excluded: loopback, private, shared (carrier) and link-local addresses, cloud metadata services, multicast,
 * documentation, and every IPv6 form that embeds an IPv4 address (mapped is treated as the IPv4 address; compatible,
 * NAT64, 6to4 and Teredo are refused). IPv6 uses an allow-list, because ipaddr.js classifies unknown ranges, including
 * `::127.0.0.1`, as plain unicast.
 */
export const isPubliclyRoutable = (address: Address): boolean => {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4
    ? !CLOUD_INTERNAL.some((range) => address.match(range))
    : address.match(GLOBAL_UNICAST);
};
