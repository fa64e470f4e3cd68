import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { CacheEntry, PieceCache } from '../../ports/piece-cache.js';
import { type FileHashes, fileHashes, sha256OfFile, sha256OfText } from '../../../files/file-hash.js';

/** The cache in which renders share files, and the rules for sharing. */
export interface SharedCache {
  readonly cache: PieceCache;
  /** Identifies the programs, fonts and settings of this machine that can influence results. */
  readonly identity: () => Promise<string>;
  /** Whether renders of one owner may use files of another owner's renders. */
  readonly isShared: boolean;
}

export interface Reuse {
  /**
   * The cache key of a result that is made in the folder of the render.
   * @param kind the kind of result
   * @param settings JSON of everything that can influence it, apart from programs and fonts. The key holds the hash of a
   * file in the folder in place of its path, the name of a file by {@link unmadePath}, and the name of a piece without
   * its number
   * @returns undefined if one of the files can't be read; then the result can't be reused
   */
  readonly keyOf: (kind: string, settings: unknown) => Promise<string | undefined>;
  /** Puts the cached file of a key at the path. @returns its note; undefined if nothing is cached */
  readonly restore: (
    key: string | undefined,
    path: string,
  ) => Promise<{ readonly note: unknown } | undefined>;
  /** Caches a file in the background. The file must not change afterwards. */
  readonly store: (key: string | undefined, path: string, note?: CacheEntry['note']) => void;
  /** The cached JSON of a key; undefined if there is none. */
  readonly restoreValue: (key: string | undefined) => Promise<unknown>;
  /** Caches JSON in the background. */
  readonly storeValue: (key: string | undefined, value: unknown) => void;
  /** Resolves when everything requested so far is cached. The files must not be removed before. */
  readonly settled: () => Promise<void>;
  readonly hashes: FileHashes;
  /** Adds to the number of frames that were restored instead of being encoded. */
  readonly countFrames: (frames: number) => void;
  readonly reusedFrames: () => number;
}

export const NO_REUSE: Reuse = {
  keyOf: async () => undefined,
  restore: async () => undefined,
  store: () => undefined,
  restoreValue: async () => undefined,
  storeValue: () => undefined,
  settled: async () => undefined,
  hashes: { of: sha256OfFile, remember: () => undefined },
  countFrames: () => undefined,
  reusedFrames: () => 0,
};

interface ReuseOptions {
  readonly cache: PieceCache;
  /** Renders of the same scope share results. */
  readonly scope: string;
  /** Identifies the programs and fonts. */
  readonly identity: string;
  readonly folder: string;
  /** Known hashes of files in the folder. */
  readonly hashes: Iterable<readonly [path: string, sha256: string]>;
}

const MADE = 'made';
/** The part of a path that keys contain; the folder within that of the render does not matter. */
const MADE_NAME = new RegExp(`(?:^|/)(${MADE}.*)$`);
/** A file of a piece; the index of the piece does not matter. */
const PIECE_NAME = /(?:^|\/)piece-\d+(\..*)$/;

/** A path in the folder of a render for a file that does not exist yet. Keys contain its name. */
export const unmadePath = (folder: string, ending: string): string => `${folder}/${MADE}${ending}`;

/** The name by which keys contain a file that does not exist yet; undefined for other files. */
const unmadeName = (name: string): string | undefined => {
  const [, ending] = PIECE_NAME.exec(name) ?? [];
  return ending === undefined ? MADE_NAME.exec(name)?.[1] : `${MADE}${ending}`;
};

/** The text with the path of each file in the folder replaced by the hash of the file. */
const withContents = async (text: string, folder: string, hashes: FileHashes): Promise<string> => {
  const prefix = JSON.stringify(`${folder}/`).slice(1, -1);
  const paths = new RegExp(`${prefix.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}([\\w./-]+)`, 'g');
  const names = new Set([...text.matchAll(paths)].map(([, name = '']) => name));
  const contents = new Map<string, string>();
  for (const name of names)
    contents.set(name, unmadeName(name) ?? `sha256:${await hashes.of(`${folder}/${name}`)}`);
  return text.replaceAll(paths, (_, name: string) => contents.get(name) ?? name);
};

/** Writes to the cache in the background, one entry after the other, and ignores failures. */
const backgroundWriter = () => {
  let last: Promise<void> = Promise.resolve();
  const pending = new Set<string>();
  return {
    pending,
    settled: () => last,
    inBackground: (key: string, work: () => Promise<void>): void => {
      pending.add(key);
      last = last
        .then(work)
        .catch(() => undefined)
        .finally(() => pending.delete(key));
    },
  };
};

/** Opens a cache for one render. Failures of the cache never fail a render; they only prevent reuse. */
export const reuseFrom = ({ cache, scope, identity, folder, hashes: known }: ReuseOptions): Reuse => {
  const hashes = fileHashes(known);
  const { pending, settled, inBackground } = backgroundWriter();
  const storeFile = async (key: string, path: string, note?: CacheEntry['note']): Promise<void> => {
    const sha256 = await hashes.of(path);
    await cache.store(key, { sha256, ...(note === undefined ? {} : { note }) }, path);
  };

  const take: Reuse['restore'] = async (key, path) => {
    if (key === undefined) return undefined;
    if (pending.has(key)) await settled();
    try {
      const found = await cache.find(key);
      if (!found || (await cache.restore(found, path)) === undefined) return undefined;
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
    restore: take,
    store: (key, path, note) => {
      if (key !== undefined) inBackground(key, () => storeFile(key, path, note));
    },
    restoreValue: async (key) => {
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
    storeValue: (key, value) => {
      if (key === undefined) return;
      const path = `${folder}/remembered-${randomUUID()}.json`;
      inBackground(key, async () => {
        await writeFile(path, JSON.stringify(value));
        await storeFile(key, path);
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
 * Returns the cached value of an earlier render, or computes and caches it.
 * @param settings everything that can influence the value, see {@link Reuse.keyOf}
 * @param form decodes a cached value
 */
export const cachedValue = async <A>(
  reuse: Reuse,
  kind: string,
  settings: unknown,
  form: { readonly decode: (json: unknown) => E.Either<unknown, A> },
  work: () => Promise<A>,
): Promise<A> => {
  const key = await reuse.keyOf(kind, settings);
  const known = form.decode(await reuse.restoreValue(key));
  if (E.isRight(known)) return known.right;
  const made = await work();
  reuse.storeValue(key, made);
  return made;
};
