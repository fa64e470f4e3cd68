export type ProposedEvent = {
  /** UUID in lower case. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** An event as stored in the log. */
export type RecordedEvent = ProposedEvent & {
  /** Position in `$all`: 1, 2, 3, … without gaps, in commit order. */
  readonly position: bigint;
  readonly stream: string;
  /** Position in its stream, from 0. */
  readonly revision: bigint;
  /** Time of recording in ticks of 100 ns since 1970-01-01 UTC. */
  readonly created: bigint;
};

const TICKS_PER_MILLISECOND = 10_000n;

/** Converts milliseconds since 1970 to ticks of 100 ns. */
export const ticksOf = (milliseconds: number): bigint => BigInt(milliseconds) * TICKS_PER_MILLISECOND;
