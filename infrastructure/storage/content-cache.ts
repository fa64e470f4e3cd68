import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import * as O from 'fp-ts/lib/Option.js';
import type * as E from 'fp-ts/lib/Either.js';
import { errorCode } from '../platform/error-code.js';
import { linkOrCopy } from '../platform/link-or-copy.js';
import { sha256OfFile } from '../../workers/files/file-hash.js';
import { unlessMissing } from './regular-file.js';

/** Content of files and an entry for each name; on disk, shared by all processes that use the folder. */
export interface ContentCache<A extends { readonly sha256: string }> {
  /** The entry that was last kept under a name. */
  readonly find: (name: string) => Promise<A | undefined>;
  /** Puts the content at the path. @returns its size in bytes, or undefined when it is missing or damaged */
  readonly restore: (entry: A, path: string) => Promise<number | undefined>;
  /** Keeps the content of the file, and the entry under the name. */
  readonly store: (name: string, entry: A, path: string) => Promise<void>;
}

/** How long content counts as verified, in ms, unless its file changes: previews use the same files again and again. */
const VERIFIED_MS = 60_000;

/** About the maximum number of files that are remembered as verified. */
const MAX_VERIFIED = 1000;

/** The state of a file: if its content was changed by a program, one of these differs. */
const stateOf = ({ ino, size, mtime }: Stats): string => [ino, size, mtime.getTime()].join(' ');

/** Records the time of use of content as its access time. Its modification time shows users that it is unchanged. */
const markUsed = async (path: string): Promise<void> => {
  const stats = await fs.stat(path).catch(unlessMissing);
  if (stats) await fs.utimes(path, new Date(), stats.mtime).catch(unlessMissing);
};

interface Entries<A> {
  readonly decode: (json: unknown) => E.Either<unknown, A>;
}

const readEntry = async <A>(path: string, entries: Entries<A>): Promise<A | undefined> => {
  const text = await fs.readFile(path, 'utf8').catch(unlessMissing);
  try {
    return O.toUndefined(O.fromEither(entries.decode(JSON.parse(text ?? ''))));
  } catch {
    // A power cut can leave the file empty.
    return undefined;
  }
};

/** Removes the least recently used files of a folder until the rest fits. */
const removeOldest = async (folder: string, maxBytes: number): Promise<void> => {
  const names = await fs.readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const stats = await fs.stat(join(folder, name)).catch(unlessMissing);
      return stats ? [{ name, bytes: stats.size, lastUsed: stats.atimeMs }] : [];
    }),
  );
  const oldestFirst = files.flat().toSorted((one, other) => one.lastUsed - other.lastUsed);
  let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, bytes } of oldestFirst) {
    if (total <= maxBytes) break;
    await fs.rm(join(folder, name), { force: true });
    total -= bytes;
  }
};

/** Returns a check of whether a file has a hash. A verified file counts as such for some time while its state is the same. */
const verification = (verifiedMs: number) => {
  const known = new Map<string, { readonly state: string; readonly until: number }>();
  return async (sha256: string, path: string, stats: Stats): Promise<boolean> => {
    const state = stateOf(stats);
    const found = known.get(sha256);
    if (found && found.until > performance.now() && found.state === state) return true;
    known.delete(sha256);
    const until = performance.now() + verifiedMs;
    if ((await sha256OfFile(path)) !== sha256) return false;
    if (known.size >= MAX_VERIFIED) known.clear();
    known.set(sha256, { state, until });
    return true;
  };
};

/** Removes the entries without content. */
const removeOrphans = async <A extends { readonly sha256: string }>(
  nameFolder: string,
  contentFolder: string,
  entries: Entries<A>,
): Promise<void> => {
  const kept = new Set(await fs.readdir(contentFolder));
  for (const name of await fs.readdir(nameFolder)) {
    const known = await readEntry(join(nameFolder, name), entries);
    if (!known || !kept.has(known.sha256)) await fs.rm(join(nameFolder, name), { force: true });
  }
};

/**
 * A cache in a folder: `content/` holds files named by their SHA-256. `names/` holds the entries, named by the hash of
 * their name, which may contain secrets. Users get a hard link in their own folder, so content may be evicted while it
 * is in use. The access time of content is when it was last used; the least recently used goes first.
 * @param entries decodes entries; their `sha256` must be no more than hexadecimal digits, because it becomes a path
 * @param maxBytes roughly how much content is kept
 * @param verifiedMs how long content is not read again after it was verified, in ms
 */
export const contentCache = <A extends { readonly sha256: string }>(
  entries: Entries<A>,
  folder: string,
  maxBytes: number,
  verifiedMs = VERIFIED_MS,
): ContentCache<A> => {
  const contentFolder = join(folder, 'content');
  const nameFolder = join(folder, 'names');
  const contentPath = (sha256: string) => join(contentFolder, sha256);
  const namePath = (name: string) => join(nameFolder, createHash('sha256').update(name).digest('hex'));
  const isVerified = verification(verifiedMs);
  let addedSinceEviction = Number.POSITIVE_INFINITY;

  return {
    find: (name) => readEntry(namePath(name), entries),

    restore: async ({ sha256 }, path) => {
      const source = contentPath(sha256);
      try {
        await linkOrCopy(source, path);
      } catch (error) {
        return unlessMissing(error);
      }
      // Content is verified when it is used: disks fail, and the hash goes into the provenance of renders.
      const stats = await fs.stat(path);
      if (!(await isVerified(sha256, path, stats))) {
        await fs.rm(source, { force: true });
        await fs.rm(path, { force: true });
        return undefined;
      }
      await markUsed(source);
      return stats.size;
    },

    store: async (name, entry, path) => {
      const { size } = await fs.stat(path);
      if (size > maxBytes) return;
      await fs.mkdir(contentFolder, { recursive: true, mode: 0o700 });
      await fs.mkdir(nameFolder, { recursive: true, mode: 0o700 });
      const kept = contentPath(entry.sha256);
      await linkOrCopy(path, kept).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
      await markUsed(kept);
      // Written among the content: if the process is killed here, eviction removes the file in time.
      const temporary = contentPath(randomUUID());
      await fs.writeFile(temporary, JSON.stringify(entry), { mode: 0o600 });
      await fs.rename(temporary, namePath(name));
      addedSinceEviction += size;
      if (addedSinceEviction <= maxBytes / 16) return;
      addedSinceEviction = 0;
      await removeOldest(contentFolder, maxBytes);
      await removeOrphans(nameFolder, contentFolder, entries);
    },
  };
};
