import type { Handler } from '../../support/asset-server.js';

/** The colour that harmless parts of the corpus show. */
export const HARMLESS_COLOR = { r: 0, g: 160, b: 0 } as const;

/** A file from a stranger, and how a render of it must end. */
export interface HostileCase {
  /** Also its name on the server, ending included. */
  readonly name: string;
  readonly clip: 'video' | 'image' | 'audio';
  readonly content: Handler | Buffer | string;
  /** `shows`: the harmless colour fills the middle of the picture. `any`: a clear failure or a picture within bounds. */
  readonly outcome: 'fails' | 'shows' | 'any';
}
