import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an IP address. One that IPv6 only wraps for this machine's own IPv4 stack (`::ffff:127.0.0.1`) is given as
 * the IPv4 address that a connection would really go to.
 * @param text as the socket layer writes addresses; a zone (`fe80::1%eth0`) may follow
 * @returns undefined when it is no address
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
 * Addresses that look public but lead into a cloud's own machinery, where ipaddr.js has no name for them.
 * 168.63.129.16 is the host agent of every Azure machine.
 */
const CLOUD_INTERNAL = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')];

/** All that is assigned for the public IPv6 internet (RFC 4291, section 2.4, and IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether packets to the address travel the public internet. Everything that IANA's special-purpose registries
 * (RFC 6890) list is not: loopback, private, shared (carrier) and link-local addresses, clouds' metadata services,
 * multicast, documentation, and every IPv6 form that carries an IPv4 address inside (mapped is read as the IPv4
 * address; compatible, NAT64, 6to4 and Teredo are refused). For IPv6 it is a list of what is allowed, since
 * ipaddr.js calls unknown ranges, `::127.0.0.1` among them, plain unicast.
 */
export const isPubliclyRoutable = (address: Address): boolean => {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4
    ? !CLOUD_INTERNAL.some((range) => address.match(range))
    : address.match(GLOBAL_UNICAST);
};
