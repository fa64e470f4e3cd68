import type { Handler } from '../../support/asset-server.js';

/** Things on this machine that no hostile file may reach, each of them in the canary colour. */
export interface Canaries {
  readonly folder: string;
  readonly png: string;
  readonly svg: string;
  readonly mp4: string;
  readonly text: string;
  /** Address of a server that counts whoever connects to it. */
  readonly url: string;
  readonly port: number;
}

/** The colour of everything in a canary file, and of nothing else. */
export const CANARY_COLOR = { r: 255, g: 0, b: 200 } as const;

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
