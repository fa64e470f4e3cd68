import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { DomainEvent, EventMetadata } from '../domain/events.js';

/** All of an event that its hash vouches for. */
export interface HashedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly event: DomainEvent;
  readonly metadata: Omit<EventMetadata, 'hash'>;
}

/** SHA-256 (hex) of bytes or of text as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** The hash of an event and, through `previousHash`, of all before it: SHA-256 of its canonical JSON (RFC 8785). */
export const hashOf = ({ revision, event, ...rest }: HashedEvent): string =>
  sha256(canonicalize({ ...rest, ...event, revision: revision.toString() }) ?? '');
