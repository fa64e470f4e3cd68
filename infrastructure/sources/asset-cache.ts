import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as O from 'fp-ts/lib/Option.js';
import type * as t from 'io-ts';
import { record } from '../../domain/codec/containers.js';
import { string } from '../../domain/codec/scalars.js';

/** Content that a URL had, and the validators by which its server tells whether it has changed. */
const CachedContent = record(
  { sha256: string({ pattern: /^[0-9a-f]{64}$/ }) },
  { etag: string(), lastModified: string() },
);
export type CachedContent = t.TypeOf<typeof CachedContent>;

/** Downloaded content that is kept between renders, on disk, shared by all workers that use the folder. */
export interface AssetCache {
  /** The content of the URL when it was last downloaded. */
  readonly find: (url: string) => Promise<CachedContent | undefined>;
  /** Puts the content at the path. @returns its size in bytes, or undefined when it is missing or damaged */
  readonly take: (content: CachedContent, path: string) => Promise<number | undefined>;
  /** Stores the file's content as that of the URL. */
  readonly keep: (url: string, content: CachedContent, path: string) => Promise<void>;
}

const hasCode = (error: unknown, ...codes: ReadonlyArray<string>): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

const unlessMissing = (error: unknown): undefined => {
  if (hasCode(error, 'ENOENT')) return undefined;
  throw error;
};

/** Links the content under a second name. Across file systems it is copied, and appears there only when complete. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await fs.link(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK')) throw error;
    const whole = `${to}.${randomUUID()}.tmp`;
    await fs.copyFile(from, whole, constants.COPYFILE_FICLONE);
    await fs.rename(whole, to);
  }
};

const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/**
 * A cache in a folder: `content/` holds files named by their SHA-256. `urls/` holds what each URL had, named by the
 * hash of the URL, which may contain secrets. Renders get a hard link in their own folder, so content may be evicted
 * while it is in use. The modification time of content is when it was last used; the least recently used goes first.
 * @param maxBytes roughly how much content is kept
 */
export const assetCache = (folder: string, maxBytes: number): AssetCache => {
  const contentFolder = join(folder, 'content');
  const urlFolder = join(folder, 'urls');
  const contentPath = (sha256: string) => join(contentFolder, sha256);
  const urlPath = (url: string) => join(urlFolder, createHash('sha256').update(url).digest('hex'));
  let addedSinceEviction = Number.POSITIVE_INFINITY;

  const used = (path: string) => {
    const now = new Date();
    return fs.utimes(path, now, now).catch(unlessMissing);
  };

  /** Removes the least recently used content until the rest fits, then the entries of URLs without content. */
  const evict = async (): Promise<void> => {
    addedSinceEviction = 0;
    const names = await fs.readdir(contentFolder);
    const files = await Promise.all(
      names.map(async (name) => {
        const stats = await fs.stat(contentPath(name)).catch(unlessMissing);
        return stats ? [{ name, bytes: stats.size, lastUsed: stats.mtimeMs }] : [];
      }),
    );
    const oldestFirst = files.flat().toSorted((one, other) => one.lastUsed - other.lastUsed);
    let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes } of oldestFirst) {
      if (total <= maxBytes) break;
      await fs.rm(contentPath(name), { force: true });
      total -= bytes;
    }
    const kept = new Set(await fs.readdir(contentFolder));
    for (const name of await fs.readdir(urlFolder)) {
      const known = await readEntry(join(urlFolder, name));
      if (!known || !kept.has(known.sha256)) await fs.rm(join(urlFolder, name), { force: true });
    }
  };

  const readEntry = async (path: string): Promise<CachedContent | undefined> => {
    const text = await fs.readFile(path, 'utf8').catch(unlessMissing);
    try {
      return O.toUndefined(O.fromEither(CachedContent.decode(JSON.parse(text ?? ''))));
    } catch {
      // A power cut can leave the file empty.
      return undefined;
    }
  };

  return {
    find: (url) => readEntry(urlPath(url)),

    take: async ({ sha256 }, path) => {
      const source = contentPath(sha256);
      try {
        await linkOrCopy(source, path);
      } catch (error) {
        return unlessMissing(error);
      }
      // The hash goes into the render's provenance, so the content is verified.
      if ((await sha256OfFile(path)) !== sha256) {
        await fs.rm(source, { force: true });
        await fs.rm(path, { force: true });
        return undefined;
      }
      await used(source);
      return (await fs.stat(path)).size;
    },

    keep: async (url, content, path) => {
      const { size } = await fs.stat(path);
      if (size > maxBytes) return;
      await fs.mkdir(contentFolder, { recursive: true, mode: 0o700 });
      await fs.mkdir(urlFolder, { recursive: true, mode: 0o700 });
      const kept = contentPath(content.sha256);
      await linkOrCopy(path, kept).catch((error: unknown) => {
        if (!hasCode(error, 'EEXIST')) throw error;
      });
      await used(kept);
      // Written among the content: if the process is killed here, eviction removes the file in time.
      const whole = contentPath(randomUUID());
      await fs.writeFile(whole, JSON.stringify(content), { mode: 0o600 });
      await fs.rename(whole, urlPath(url));
      addedSinceEviction += size;
      if (addedSinceEviction > maxBytes / 16) await evict();
    },
  };
};
