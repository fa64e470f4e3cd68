/** The current time. */
export interface Clock {
  readonly now: () => Date;
}
