import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata, UntypedServiceImplementation } from '@grpc/grpc-js';
import { accessDenied, badCredentials, type CallError } from './wire/errors.js';

/** The only user of a node, and the node's certificate. */
export type NodeSecurity = {
  readonly username: string;
  readonly password: string;
  /** PEM */
  readonly certificate: string;
  /** PEM */
  readonly privateKey: string;
};

type Guard = (services: UntypedServiceImplementation) => UntypedServiceImplementation;

/** Compares digests in constant time, because the texts' lengths differ. */
const isSame = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
};

/** Each call carries credentials as HTTP basic authentication (RFC 7617). */
const refusalOf = (metadata: Metadata, expected: string): CallError | undefined => {
  const [sent] = metadata.get('authorization');
  if (sent === undefined) return accessDenied();
  return isSame(String(sent), expected) ? undefined : badCredentials();
};

type Call = NodeJS.EventEmitter & { readonly metadata: Metadata };
type Callback = ((error: CallError) => void) | undefined;
type Handler = (call: Call, callback: Callback) => void;

/**
 * Restricts the methods of a service to one user, and refuses others as EventStoreDB does: calls without credentials
 * with PERMISSION_DENIED, calls with wrong ones with UNAUTHENTICATED.
 */
export const guardedBy = ({ username, password }: NodeSecurity): Guard => {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const guarded =
    (handle: Handler): Handler =>
    (call, callback) => {
      const refusal = refusalOf(call.metadata, expected);
      if (refusal === undefined) handle(call, callback);
      else if (callback) callback(refusal);
      else call.emit('error', refusal);
    };
  return (service) =>
    Object.fromEntries(
      Object.entries(service).map(([method, handle]) => [method, guarded(handle as Handler)]),
    ) as UntypedServiceImplementation;
};
