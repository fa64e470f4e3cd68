import { type PrivateHostExceptions, privateHostExceptions } from './private-host-exceptions.js';
import { isPubliclyRoutable, readAddress } from './public-address.js';

/** Host names, addresses and CIDR ranges, or where to find those that hold at the time of a connection. */
export type PrivateHosts = ReadonlyArray<string> | (() => ReadonlyArray<string>);

/** Whether an address may be connected to for a URL with this host name. */
export type IsOpen = (hostname: string, address: string) => boolean;

/** The exceptions that hold now; a list is read once, as long as it is the same. */
const currentExceptions = (entries: () => ReadonlyArray<string>): (() => PrivateHostExceptions) => {
  let read = entries();
  let exceptions = privateHostExceptions(read);
  return () => {
    const now = entries();
    if (now !== read) exceptions = privateHostExceptions((read = now));
    return exceptions;
  };
};

/** The one rule: publicly routable addresses are open, others only as exceptions. */
export const openAddresses = (allowedPrivateHosts: PrivateHosts): IsOpen => {
  const exceptions = currentExceptions(
    typeof allowedPrivateHosts === 'function' ? allowedPrivateHosts : () => allowedPrivateHosts,
  );
  return (hostname, text) => {
    const address = readAddress(text);
    return address !== undefined && (isPubliclyRoutable(address) || exceptions().allow(hostname, address));
  };
};
