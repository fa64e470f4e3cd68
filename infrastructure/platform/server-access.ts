/** The result of checking whether a server grants what the service needs. */
export type ServerAccess =
  | { readonly _tag: 'Granted' }
  /** Retrying will not help. `advice` names the problem and the remedy, in full sentences without secrets. */
  | { readonly _tag: 'Refused'; readonly advice: string }
  /** The server cannot be reached, or is not ready yet. */
  | { readonly _tag: 'Unreachable'; readonly cause: string };

export const granted: ServerAccess = { _tag: 'Granted' };

export const refused = (advice: string): ServerAccess => ({ _tag: 'Refused', advice });

export const unreachable = (error: unknown): ServerAccess => ({
  _tag: 'Unreachable',
  cause: error instanceof Error ? error.message || error.name : String(error),
});

/** Advice for a URL whose user or password a server does not accept. */
export const wrongCredentials = (server: string, variable: string, isNamed: boolean): ServerAccess =>
  refused(
    isNamed
      ? `${server} refuses the user and password in ${variable}. Correct them; characters such as @ : / # must be percent-encoded.`
      : `${server} requires credentials, and ${variable} has none. Write it as scheme://USER:PASSWORD@HOST:PORT.`,
  );
