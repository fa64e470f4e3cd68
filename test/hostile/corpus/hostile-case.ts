import type { Handler } from '../../support/servers/asset-server.js';

/** The colour of the harmless parts of the corpus. */
export const HARMLESS_COLOR = { r: 0, g: 160, b: 0 } as const;

/** What the server answers with. */
export type Content = Handler | Buffer | string;

/** A content that takes long to make, and is made when it is used. */
export interface Making {
  readonly make: () => Buffer | Promise<Buffer>;
}

/** A file from an untrusted party, and the expected outcome of a render of it. */
export interface HostileCase {
  /** Also its name on the server, including the extension. */
  readonly name: string;
  /** What it is the source of; `table`: the colour table of a filter. */
  readonly clip: 'video' | 'image' | 'audio' | 'table';
  readonly content: Content | Making;
  /**
   * `shows`: the harmless colour fills the middle of the picture. `any`: a clear failure or a picture within limits.
   */
  readonly outcome: 'fails' | 'shows' | 'any';
}

/** What makes cases of one kind of source. @param usual their outcome, unless they state another */
export const casesOf =
  (clip: HostileCase['clip'], usual: HostileCase['outcome']) =>
  (name: string, content: HostileCase['content'], outcome = usual): HostileCase => ({
    name,
    clip,
    content,
    outcome,
  });

/** The content of a file, which is made now if it was not before. */
export const contentOf = async ({ content }: HostileCase): Promise<Content> =>
  typeof content === 'object' && 'make' in content ? content.make() : content;
