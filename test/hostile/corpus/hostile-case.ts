import type { Handler } from '../../support/asset-server.js';

/** The colour of the harmless parts of the corpus. */
export const HARMLESS_COLOR = { r: 0, g: 160, b: 0 } as const;

/** A file from an untrusted party, and the expected outcome of a render of it. */
export interface HostileCase {
  /** Also its name on the server, including the extension. */
  readonly name: string;
  /** What it is the source of; `table`: the colour table of a filter. */
  readonly clip: 'video' | 'image' | 'audio' | 'table';
  readonly content: Handler | Buffer | string;
  /**
   * `shows`: the harmless colour fills the middle of the picture. `any`: a clear failure or a picture within limits.
   */
  readonly outcome: 'fails' | 'shows' | 'any';
}
