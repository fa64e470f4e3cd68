/** The parts of an event that its hash covers. */
export interface HashedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly event: { readonly type: string; readonly data: unknown };
  /** All metadata except the hash; `previousHash` links to the event before. */
  readonly metadata: object;
}

/** The value whose canonical JSON (RFC 8785) is hashed with SHA-256. */
export const hashedForm = ({ revision, event, ...rest }: HashedEvent): object => ({
  ...rest,
  ...event,
  revision: revision.toString(),
});
