/** What came of asking a server for what the service needs of it. */
export type ServerAccess =
  | { readonly _tag: 'Granted' }
  /** No other try will help; `advice` says what is wrong and what to do, in full sentences without a secret. */
  | { readonly _tag: 'Refused'; readonly advice: string }
  /** The server can't be reached, or is not ready yet. */
  | { readonly _tag: 'Unreachable'; readonly cause: string };

export const granted: ServerAccess = { _tag: 'Granted' };

export const refused = (advice: string): ServerAccess => ({ _tag: 'Refused', advice });

export const unreachable = (error: unknown): ServerAccess => ({
  _tag: 'Unreachable',
  cause: error instanceof Error ? error.message || error.name : String(error),
});

/** Advice for an address whose user or password a server does not accept. */
export const wrongCredentials = (server: string, variable: string, isNamed: boolean): ServerAccess =>
  refused(
    isNamed
      ? `${server} refuses the user and password in ${variable}. Correct them there; characters such as @ : / # stand percent-encoded.`
      : `${server} serves no client without credentials, and ${variable} has none. Write it as scheme://USER:PASSWORD@HOST:PORT.`,
  );
