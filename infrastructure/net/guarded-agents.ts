import * as dns from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type IsOpen, openAddresses, type PrivateHosts } from './open-addresses.js';

/** Says that a connection was not made, as its address is not publicly routable. Names no address, only the host. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor(host: string) {
    super(`${host} has no publicly routable address`);
  }
}

export interface GuardOptions {
  readonly allowedPrivateHosts: PrivateHosts;
  /** Resolves names; the system's resolver if left out. */
  readonly lookup?: LookupFunction;
}

/** Agents for `http:` and `https:` requests to addresses that strangers chose. */
export interface GuardedAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  /** Closes the connections that are kept open for later requests. */
  readonly destroy: () => void;
}

type ConnectionOptions = http.ClientRequestArgs & { readonly lookup?: LookupFunction };
type OnConnection = (error: Error | null, stream: Duplex) => void;

/** Resolves a name and passes the addresses on only if all of them are open: the very ones that are connected to. */
const guardedLookup =
  (isOpen: IsOpen, lookup: LookupFunction): LookupFunction =>
  (hostname, options, answer) => {
    lookup(hostname, options, (error, resolved, family) => {
      if (error) return answer(error, resolved, family);
      const addresses = typeof resolved === 'string' ? [resolved] : resolved.map(({ address }) => address);
      const areOpen = addresses.length > 0 && addresses.every((address) => isOpen(hostname, address));
      return areOpen ? answer(null, resolved, family) : answer(new AddressRefused(hostname), '', 0);
    });
  };

/**
 * Connects if the address is open. A host that is an address never reaches `lookup`, so it is checked here; unix
 * sockets are no addresses at all. What was connected to is looked at once more, should a resolver or a later
 * version of Node go another way.
 */
const connectGuarded = (
  options: ConnectionOptions,
  answer: OnConnection | undefined,
  { isOpen, lookup }: { readonly isOpen: IsOpen; readonly lookup: LookupFunction },
  connect: (options: ConnectionOptions) => Duplex | null | undefined,
): Duplex | null | undefined => {
  const host = options.host ?? 'localhost';
  if (options.socketPath || (isIP(host) !== 0 && !isOpen(host, host))) {
    answer?.(new AddressRefused(host), new Socket());
    return undefined;
  }
  const socket = connect({ ...options, host, lookup: guardedLookup(isOpen, lookup) });
  if (socket instanceof Socket) {
    socket.prependOnceListener('connect', () => {
      if (!isOpen(host, socket.remoteAddress ?? '')) socket.destroy(new AddressRefused(host));
    });
  }
  return socket;
};

/**
 * Agents that connect to publicly routable addresses only, on first requests and on redirects alike: the check is
 * made on the address that is connected to, so a name that resolves to something else a moment later gains nothing.
 * A request to any other address fails with `AddressRefused` before a packet is sent. Every address a name has must
 * be open: one that points at the public and at a private network at once is refused.
 */
export const guardedAgents = ({ allowedPrivateHosts, lookup = dns.lookup }: GuardOptions): GuardedAgents => {
  const isOpen = openAddresses(allowedPrivateHosts);
  const guard = { isOpen, lookup };

  class GuardedHttpAgent extends http.Agent {
    override createConnection(options: ConnectionOptions, answer?: OnConnection) {
      return connectGuarded(options, answer, guard, (guarded) => super.createConnection(guarded, answer));
    }
  }
  class GuardedHttpsAgent extends https.Agent {
    override createConnection(options: ConnectionOptions, answer?: OnConnection) {
      return connectGuarded(options, answer, guard, (guarded) => super.createConnection(guarded, answer));
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
