import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { errorCode } from '../../../platform/error-code.js';
import { openObjectStorage, type StorageConfig } from '../../../storage/open-object-storage.js';
import { type Check, check, failed, ok, warning } from './check.js';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** The result of one step on the object storage; throws an error that names the step. */
const step = async <A>(
  name: string,
  task: TaskEither<{ readonly _tag: string; readonly cause?: unknown }, A>,
): Promise<A> => {
  const done = await task();
  if (E.isRight(done)) return done.right;
  const { _tag, cause } = done.left;
  throw new Error(`cannot ${name}: ${typeof cause === 'string' ? cause : _tag}`);
};

/** Writes, reads and deletes an object, with its files in a folder. */
const useStorage = async (config: StorageConfig, folder: string): Promise<void> => {
  const storage = await openObjectStorage(config, 'outputs');
  const key = `doctor-${randomUUID()}`;
  const content = randomBytes(1024);
  // First what is not repeated for long if it fails, as writing is.
  await step('list the objects', storage.list());
  await step('look for an object', storage.find(key));
  const sha256 = createHash('sha256').update(content).digest('hex');
  await writeFile(join(folder, 'written'), content);
  try {
    await step('write an object', storage.put(key, join(folder, 'written'), sha256));
    if (!(await step('read the object', storage.get(key, join(folder, 'read'), sha256))))
      throw new Error('an object is missing after it was written');
  } finally {
    await storage.remove(key)(); // reported below if the object is still there
  }
  if (O.isSome(await step('look for the object', storage.find(key))))
    throw new Error('the object cannot be deleted');
};

/** An object can be written, read and deleted. */
export const objectStoreCheck = (config: StorageConfig): Check => {
  const isFolder = config.objectStore?.type !== 's3';
  const remedy = isFolder
    ? `Give the account of the service the right to write to ${config.objectStore?.type === 'file' ? 'the folder in OBJECT_STORE' : 'DATA_DIR'}, or correct the setting.`
    : 'Correct OBJECT_STORE and the S3_ settings, or give the access key the rights to put, get, list and delete objects.';
  return check('object store', remedy, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-doctor-'));
    try {
      await useStorage(config, folder);
      return ok(`${isFolder ? 'folder' : 'S3 store'}: wrote, read and deleted an object`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
};

/** The space left in the nearest folder that exists, for this user, in bytes. */
const freeBytes = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return freeBytes(dirname(folder));
  }
};

/** Free space in bytes below which renders fail, and below which large ones may. */
const DISK_LIMITS = { least: 256 * MiB, comfortable: 2 * GiB };

/**
 * There is space on the disk of a folder.
 * @param what the folder, as the operator knows it
 */
export const diskCheck = (what: string, folder: string, limits = DISK_LIMITS): Check =>
  check(`disk of ${what}`, `Make the folder of ${what} readable.`, async () => {
    const free = await freeBytes(folder);
    const found = `${(free / GiB).toFixed(1)} GiB free`;
    const remedy = `Free space in ${folder}, use a larger disk, or lower ASSET_CACHE_BYTES, PIECE_CACHE_BYTES and FRAME_CACHE_BYTES.`;
    if (free < limits.least) return failed(found, remedy);
    return free < limits.comfortable ? warning(found, remedy) : ok(found);
  });
