import { type PrivateHostExceptions, privateHostExceptions } from './private-host-exceptions.js';
import { isPubliclyRoutable, readAddress } from './public-address.js';

/** Host names, addresses and CIDR ranges, or a function that returns the current ones. */
export type PrivateHosts = ReadonlyArray<string> | (() => ReadonlyArray<string>);

/** Whether an address may be connected to for a URL with this host name. */
export type IsAllowed = (hostname: string, address: string) => boolean;

/** The current exceptions. A list is parsed only once while it stays the same. */
const currentExceptions = (entries: () => ReadonlyArray<string>): (() => PrivateHostExceptions) => {
  let read = entries();
  let exceptions = privateHostExceptions(read);
  return () => {
    const now = entries();
    if (now !== read) exceptions = privateHostExceptions((read = now));
    return exceptions;
  };
};

/** The rule: publicly routable addresses are allowed, others only as exceptions. */
export const allowedAddresses = (allowedPrivateHosts: PrivateHosts): IsAllowed => {
  const exceptions = currentExceptions(
    typeof allowedPrivateHosts === 'function' ? allowedPrivateHosts : () => allowedPrivateHosts,
  );
  return (hostname, text) => {
    const address = readAddress(text);
    return address !== undefined && (isPubliclyRoutable(address) || exceptions().allow(hostname, address));
  };
};
