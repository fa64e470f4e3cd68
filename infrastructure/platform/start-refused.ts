/** The process cannot start with this configuration. The message says why and what to do, in full sentences. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
