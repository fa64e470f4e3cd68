import * as dns from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type IsAllowed, allowedAddresses, type PrivateHosts } from './allowed-addresses.js';

/** A connection was refused because its address is not publicly routable. Names only the host, not the address. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor(host: string) {
    super(`${host} has no publicly routable address`);
  }
}

export interface GuardOptions {
  readonly allowedPrivateHosts: PrivateHosts;
  /** Resolves names; default: the system's resolver. */
  readonly lookup?: LookupFunction;
}

/** Agents for `http:` and `https:` requests to URLs from untrusted parties. */
export interface GuardedAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  /** Closes idle keep-alive connections. */
  readonly destroy: () => void;
}

type ConnectionOptions = http.ClientRequestArgs & { readonly lookup?: LookupFunction };
type OnConnection = (error: Error | null, stream: Duplex) => void;

/**
 * Resolves a name, and returns the addresses only if all of them are allowed. Exactly these addresses are connected to.
 */
const guardedLookup =
  (isAllowed: IsAllowed, lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, options, (error, resolved, family) => {
      if (error) return callback(error, resolved, family);
      const addresses = typeof resolved === 'string' ? [resolved] : resolved.map(({ address }) => address);
      const areAllowed = addresses.length > 0 && addresses.every((address) => isAllowed(hostname, address));
      return areAllowed ? callback(null, resolved, family) : callback(new AddressRefused(hostname), '', 0);
    });
  };

/**
 * Connects if the address is allowed. A literal address never reaches `lookup`, so it is checked here; unix sockets are
 * refused. The connected address is checked again, in case a resolver or a later version of Node takes another path.
 */
const connectGuarded = (
  options: ConnectionOptions,
  callback: OnConnection | undefined,
  { isAllowed, lookup }: { readonly isAllowed: IsAllowed; readonly lookup: LookupFunction },
  connect: (options: ConnectionOptions) => Duplex | null | undefined,
): Duplex | null | undefined => {
  const host = options.host ?? 'localhost';
  if (options.socketPath || (isIP(host) !== 0 && !isAllowed(host, host))) {
    callback?.(new AddressRefused(host), new Socket());
    return undefined;
  }
  const socket = connect({ ...options, host, lookup: guardedLookup(isAllowed, lookup) });
  if (socket instanceof Socket) {
    socket.prependOnceListener('connect', () => {
      if (!isAllowed(host, socket.remoteAddress ?? '')) socket.destroy(new AddressRefused(host));
    });
  }
  return socket;
};

/**
 * Agents that connect only to publicly routable addresses, on first requests and on redirects. The check applies to the
 * address that is connected to, so a name that later resolves to something else gains nothing. A request to any other
 * address fails with `AddressRefused` before a packet is sent. All addresses of a name must be allowed: a name that
 * points to a public and a private network at once is refused.
 */
export const guardedAgents = ({ allowedPrivateHosts, lookup = dns.lookup }: GuardOptions): GuardedAgents => {
  const isAllowed = allowedAddresses(allowedPrivateHosts);
  const guard = { isAllowed, lookup };

  class GuardedHttpAgent extends http.Agent {
    override createConnection(options: ConnectionOptions, callback?: OnConnection) {
      return connectGuarded(options, callback, guard, (guarded) => super.createConnection(guarded, callback));
    }
  }
  class GuardedHttpsAgent extends https.Agent {
    override createConnection(options: ConnectionOptions, callback?: OnConnection) {
      return connectGuarded(options, callback, guard, (guarded) => super.createConnection(guarded, callback));
    }
  }

  const agents = {
    http: new GuardedHttpAgent({ keepAlive: true }),
    https: new GuardedHttpsAgent({ keepAlive: true }),
  };
  return {
    ...agents,
    destroy: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
