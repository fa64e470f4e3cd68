import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { KeptFile, PieceCache } from '../../ports/piece-cache.js';
import { type FileHashes, fileHashes, sha256OfFile, sha256OfText } from '../../../files/file-hash.js';

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
   * content, those that {@link madeAt} names by their name, and those of pieces by their name without the number
   * @returns undefined when one of the files can't be read: it can't be reused then
   */
  readonly keyOf: (kind: string, settings: unknown) => Promise<string | undefined>;
  /** Puts what is kept under a key at the path. @returns what was noted with it, or undefined when nothing is there */
  readonly take: (key: string | undefined, path: string) => Promise<{ readonly note: unknown } | undefined>;
  /** Keeps a file, which must not change after this, while the render goes on. */
  readonly keep: (key: string | undefined, path: string, note?: KeptFile['note']) => void;
  /** The JSON that is kept under a key; undefined when there is none. */
  readonly recall: (key: string | undefined) => Promise<unknown>;
  /** Keeps JSON under a key, while the render goes on. */
  readonly remember: (key: string | undefined, value: unknown) => void;
  /** Resolves when all is kept that was to be kept so far; the files must not be removed before. */
  readonly settled: () => Promise<void>;
  readonly hashes: FileHashes;
  /** Notes that frames were taken instead of being encoded. */
  readonly countFrames: (frames: number) => void;
  readonly reusedFrames: () => number;
}

export const NO_REUSE: Reuse = {
  keyOf: async () => undefined,
  take: async () => undefined,
  keep: () => undefined,
  recall: async () => undefined,
  remember: () => undefined,
  settled: async () => undefined,
  hashes: { of: sha256OfFile, remember: () => undefined },
  countFrames: () => undefined,
  reusedFrames: () => 0,
};

interface ReuseOptions {
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
/** The part of a path that counts in keys, whichever folder of the render the file is in. */
const MADE_NAME = new RegExp(`(?:^|/)(${MADE}.*)$`);
/** What belongs to a piece of a render: where the piece is in the render does not count. */
const PIECE_NAME = /(?:^|\/)piece-\d+(\..*)$/;

/** A path in the folder of a render that counts by its name in keys: that of a file yet to be made. */
export const madeAt = (folder: string, ending: string): string => `${folder}/${MADE}${ending}`;

/** What stands in keys for a file that is yet to be made; undefined if the file is there. */
const unmadeName = (name: string): string | undefined => {
  const [, ending] = PIECE_NAME.exec(name) ?? [];
  return ending === undefined ? MADE_NAME.exec(name)?.[1] : `${MADE}${ending}`;
};

/** The text with the path of each file in the folder replaced by what the file holds. */
const withContents = async (text: string, folder: string, hashes: FileHashes): Promise<string> => {
  const prefix = JSON.stringify(`${folder}/`).slice(1, -1);
  const paths = new RegExp(`${prefix.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}([\\w./-]+)`, 'g');
  const names = new Set([...text.matchAll(paths)].map(([, name = '']) => name));
  const contents = new Map<string, string>();
  for (const name of names)
    contents.set(name, unmadeName(name) ?? `sha256:${await hashes.of(`${folder}/${name}`)}`);
  return text.replaceAll(paths, (_, name: string) => contents.get(name) ?? name);
};

/** Writes to the cache in the background, one entry after the other; failures are ignored. */
const keptInTurn = () => {
  let last: Promise<void> = Promise.resolve();
  const pending = new Set<string>();
  return {
    pending,
    settled: () => last,
    keep: (key: string, work: () => Promise<void>): void => {
      pending.add(key);
      last = last
        .then(work)
        .catch(() => undefined)
        .finally(() => pending.delete(key));
    },
  };
};

/** Uses a cache for one render. Trouble with the cache never fails a render: nothing is reused then. */
export const reuseFrom = ({ cache, scope, identity, folder, hashes: known }: ReuseOptions): Reuse => {
  const hashes = fileHashes(known);
  const { pending, settled, keep } = keptInTurn();
  const keepFile = async (key: string, path: string, note?: KeptFile['note']): Promise<void> => {
    const sha256 = await hashes.of(path);
    await cache.keep(key, { sha256, ...(note === undefined ? {} : { note }) }, path);
  };

  const take: Reuse['take'] = async (key, path) => {
    if (key === undefined) return undefined;
    if (pending.has(key)) await settled();
    try {
      const found = await cache.find(key);
      if (!found || (await cache.take(found, path)) === undefined) return undefined;
      return { note: found.note };
    } catch {
      await rm(path, { force: true });
      return undefined;
    }
  };

  let reused = 0;
  return {
    keyOf: (kind, settings) =>
      withContents(JSON.stringify(settings), folder, hashes)
        .then((text) => sha256OfText(JSON.stringify([kind, scope, identity, text])))
        .catch(() => undefined),
    take,
    keep: (key, path, note) => {
      if (key !== undefined) keep(key, () => keepFile(key, path, note));
    },
    recall: async (key) => {
      const path = `${folder}/recalled-${randomUUID()}.json`;
      if (!(await take(key, path))) return undefined;
      try {
        return JSON.parse(await readFile(path, 'utf8')) as unknown;
      } catch {
        return undefined;
      } finally {
        await rm(path, { force: true });
      }
    },
    remember: (key, value) => {
      if (key === undefined) return;
      const path = `${folder}/remembered-${randomUUID()}.json`;
      keep(key, async () => {
        await writeFile(path, JSON.stringify(value));
        await keepFile(key, path);
        await rm(path, { force: true });
      });
    },
    settled,
    hashes,
    countFrames: (frames) => void (reused += frames),
    reusedFrames: () => reused,
  };
};

/**
 * A value that an earlier render computed, or that `work` computes and later renders use.
 * @param settings all that can influence it, see {@link Reuse.keyOf}
 * @param form what is read back; values are kept as they are
 */
export const recalled = async <A>(
  reuse: Reuse,
  kind: string,
  settings: unknown,
  form: { readonly decode: (json: unknown) => E.Either<unknown, A> },
  work: () => Promise<A>,
): Promise<A> => {
  const key = await reuse.keyOf(kind, settings);
  const known = form.decode(await reuse.recall(key));
  if (E.isRight(known)) return known.right;
  const made = await work();
  reuse.remember(key, made);
  return made;
};
