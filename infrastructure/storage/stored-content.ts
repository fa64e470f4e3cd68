import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Fault } from '../../application/ports/fault.js';
import type { ObjectStorage } from '../../application/ports/object-storage.js';
import type { ContentCache } from './content-cache.js';

/** The object that describes what is kept under a name. */
const entryOf = (name: string): string => `${name}.json`;

const orThrow = <A>(result: E.Either<Fault, A>): A => {
  if (E.isRight(result)) return result.right;
  throw new Error(`the object storage failed: ${result.left._tag}`);
};

/**
 * A cache in an area of the object storage, for workers that share no folder: content under its SHA-256, and an entry
 * under each name, written after the content. Its size is limited by who deletes what is old.
 * @param entries decodes entries; their `sha256` must be no more than hexadecimal digits, because it becomes a key
 * @param folder where files are made before they are stored
 */
export const storedContent = <A extends { readonly sha256: string }>(
  entries: { readonly decode: (json: unknown) => E.Either<unknown, A> },
  storage: Pick<ObjectStorage, 'put' | 'get'>,
  folder: string,
): ContentCache<A> => {
  const withFile = async <B>(work: (path: string) => Promise<B>): Promise<B> => {
    const path = join(folder, `shared-${randomUUID()}`);
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  };

  return {
    find: (name) =>
      withFile(async (path) => {
        if (!orThrow(await storage.get(entryOf(name), path)())) return undefined;
        return O.toUndefined(O.fromEither(entries.decode(JSON.parse(await readFile(path, 'utf8')))));
      }),

    take: async ({ sha256 }, path) => {
      const got = await storage.get(sha256, path, sha256)();
      return E.isRight(got) && got.right ? (await stat(path)).size : undefined;
    },

    keep: async (name, entry, path) => {
      // The storage takes only files with a single name.
      await withFile(async (copy) => {
        await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        orThrow(await storage.put(entry.sha256, copy, entry.sha256)());
      });
      await withFile(async (file) => {
        await writeFile(file, JSON.stringify(entry), { mode: 0o600 });
        orThrow(await storage.put(entryOf(name), file)());
      });
    },
  };
};
