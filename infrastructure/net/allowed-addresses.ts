import { privateHostExceptions } from './private-host-exceptions.js';
import { isPubliclyRoutable, readAddress } from './public-address.js';

/** Host names, addresses and CIDR ranges. */
export type PrivateHosts = ReadonlyArray<string>;

/** Whether an address may be connected to for a URL with this host name. */
export type IsAllowed = (hostname: string, address: string) => boolean;

/** The rule: publicly routable addresses are allowed, others only as exceptions. */
export const allowedAddresses = (allowedPrivateHosts: PrivateHosts): IsAllowed => {
  const exceptions = privateHostExceptions(allowedPrivateHosts);
  return (hostname, text) => {
    const address = readAddress(text);
    return address !== undefined && (isPubliclyRoutable(address) || exceptions.allow(hostname, address));
  };
};
