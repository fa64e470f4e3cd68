/** The process cannot start with this configuration. The message gives the reason and the remedy, in full sentences. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
