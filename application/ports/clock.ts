/** The time of day. */
export interface Clock {
  readonly now: () => Date;
}
