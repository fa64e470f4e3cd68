/** An event as a client proposes it. */
export type ProposedEvent = {
  /** Lower-case UUID. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** An event as the log holds it. */
export type RecordedEvent = ProposedEvent & {
  /** Place in `$all`: 1, 2, 3, … without a gap, in commit order. */
  readonly position: bigint;
  readonly stream: string;
  /** Place in its stream, from 0. */
  readonly revision: bigint;
  /** Time of recording in ticks of 100 ns since 1970-01-01 UTC. */
  readonly created: bigint;
};

/** What a read hands out: the event, and the link that led to it if links were to be resolved. */
export type ResolvedEvent = {
  readonly event: RecordedEvent | undefined;
  readonly link: RecordedEvent | undefined;
};

const TICKS_PER_MILLISECOND = 10_000n;

/** Milliseconds since 1970 to ticks of 100 ns. */
export const ticksOf = (milliseconds: number): bigint => BigInt(milliseconds) * TICKS_PER_MILLISECOND;
