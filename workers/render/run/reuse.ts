import { rm } from 'node:fs/promises';
import type { KeptFile, PieceCache } from '../ports/piece-cache.js';
import { fileHashes, sha256OfFile, sha256OfText } from './file-hashes.js';

/** What later renders may use of earlier ones, and where it is kept. */
export interface Reusing {
  readonly cache: PieceCache;
  /** Identifies the programs, settings of this machine and fonts that can influence what is made. */
  readonly identity: () => Promise<string>;
  /** Whether renders of one owner may use what those of another made. */
  readonly isShared: boolean;
}

/** How one render uses what earlier ones made. */
export interface Reuse {
  /**
   * The key of something that is made in the folder of the render.
   * @param kind what is made
   * @param settings JSON of all that can influence it apart from programs and fonts; files in the folder count by their
   * content, those that {@link madeAt} names by their name
   * @returns undefined when one of the files can't be read: it can't be reused then
   */
  readonly keyOf: (kind: string, settings: unknown) => Promise<string | undefined>;
  /** Puts what is kept under a key at the path. @returns what was noted with it, or undefined when nothing is there */
  readonly take: (key: string | undefined, path: string) => Promise<{ readonly note: unknown } | undefined>;
  /** Keeps a file, which must not change after this. */
  /** Notes that frames were taken instead of being encoded. */
  readonly countFrames: (frames: number) => void;
  readonly reusedFrames: () => number;
  readonly keep: (key: string | undefined, path: string, note?: KeptFile['note']) => Promise<void>;
}

/** Reuses nothing. */
export const NO_REUSE: Reuse = {
  keyOf: async () => undefined,
  take: async () => undefined,
  countFrames: () => undefined,
  reusedFrames: () => 0,
  keep: async () => undefined,
};

export interface ReuseOptions {
  readonly cache: PieceCache;
  /** Renders of the same scope use what each other made. */
  readonly scope: string;
  /** Identifies the programs and fonts. */
  readonly identity: string;
  readonly folder: string;
  /** Hashes of files in the folder that are known already. */
  readonly hashes: Iterable<readonly [path: string, sha256: string]>;
}

const MADE = 'made';

/** A path in the folder of a render that counts by its name in keys: that of a file yet to be made. */
export const madeAt = (folder: string, ending: string): string => `${folder}/${MADE}${ending}`;

/** Uses a cache for one render. Trouble with the cache never fails a render: nothing is reused then. */
export const reuseFrom = ({ cache, scope, identity, folder, hashes }: ReuseOptions): Reuse => {
  const hashOf = fileHashes(hashes);
  const prefix = JSON.stringify(`${folder}/`).slice(1, -1);
  const pathsIn = new RegExp(`${prefix.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}([\\w./-]+)`, 'g');

  /** The text with each path replaced by what the file holds. */
  const withContents = async (text: string): Promise<string> => {
    const names = new Set([...text.matchAll(pathsIn)].map(([, name = '']) => name));
    const contents = new Map<string, string>();
    for (const name of names)
      contents.set(name, name.startsWith(MADE) ? name : `sha256:${await hashOf(`${folder}/${name}`)}`);
    return text.replaceAll(pathsIn, (_, name: string) => contents.get(name) ?? name);
  };

  let reused = 0;
  return {
    countFrames: (frames) => void (reused += frames),
    reusedFrames: () => reused,
    keyOf: async (kind, settings) => {
      try {
        const text = await withContents(JSON.stringify(settings));
        return sha256OfText(JSON.stringify([kind, scope, identity, text]));
      } catch {
        return undefined;
      }
    },
    take: async (key, path) => {
      if (key === undefined) return undefined;
      try {
        const kept = await cache.find(key);
        if (!kept || (await cache.take(kept, path)) === undefined) return undefined;
        return { note: kept.note };
      } catch {
        await rm(path, { force: true });
        return undefined;
      }
    },
    keep: async (key, path, note) => {
      if (key === undefined) return;
      try {
        const sha256 = await sha256OfFile(path);
        await cache.keep(key, { sha256, ...(note === undefined ? {} : { note }) }, path);
      } catch {
        // A render does not depend on what later ones may use of it.
      }
    },
  };
};
