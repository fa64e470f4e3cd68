/** The process can't start as it is configured: the message says why and what to do, in full sentences. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
