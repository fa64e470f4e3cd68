/** A problem as an HTTP response. */
export interface ProblemResponse {
  readonly status: number;
  readonly message: ReadonlyArray<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const RETRY_SOON = { 'Retry-After': '1' };
