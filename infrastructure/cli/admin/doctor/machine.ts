import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { got } from 'got';
import leven from 'leven';
import { abilities } from '../../../machine/sandbox/abilities.js';
import { sandboxReport } from '../../../machine/sandbox/sandbox-report.js';
import { missingNeeds } from '../../../machine/setup/find-missing.js';
import { type Environment, readConfig, settingsReference } from '../../../platform/config.js';
import { errorCode } from '../../../platform/error-code.js';
import { contentCredentials } from '../../../processes/parts/content-credentials.js';
import { openObjectStorage, type StorageConfig } from '../../../storage/open-object-storage.js';
import { type DoctorCheck, check, failed, passed, warned } from './check.js';

const KNOWN = settingsReference.map(({ variable }) => variable);

/** Names shorter than this are too similar to unrelated variables. */
const MIN_NAME_LENGTH = 7;
const MAX_TYPOS = 2;

/** The setting that an unknown variable was probably meant to be. */
const intended = (name: string): string | undefined =>
  KNOWN.find((known) => known.length >= MIN_NAME_LENGTH && leven(known, name.toUpperCase()) <= MAX_TYPOS);

/** The settings are valid, and no variable looks like a misspelt setting. Values are never shown. */
export const settingsCheck = (environment: Environment): DoctorCheck =>
  check('settings', 'Correct these environment variables; docs/settings.md lists all settings.', () => {
    const config = readConfig(environment);
    if (E.isLeft(config)) throw new Error(config.left.join('; '));
    const misspelt = Object.keys(environment).flatMap((name) => {
      const meant = KNOWN.includes(name) ? undefined : intended(name);
      return meant === undefined ? [] : [`${name} should be ${meant}`];
    });
    return misspelt.length > 0
      ? warned('some variables look like misspelt settings', `Perhaps ${misspelt.join(', ')}.`)
      : passed(`${KNOWN.filter((name) => (environment[name] ?? '').trim() !== '').length} set, all valid`);
  });

/** What the setup gets is there: programs, speech models and fonts. */
export const programsCheck = (missing = missingNeeds): DoctorCheck =>
  check('programs and fonts', 'Run npm run setup.', () => {
    const lost = missing('service').map(({ name, purpose, loss }) =>
      loss === undefined ? `${name}, which ${purpose}` : `${name}: ${loss}`,
    );
    return lost.length === 0
      ? passed('all are there')
      : warned(`missing: ${lost.join('; ')}`, 'Run npm run setup, which gets them or says who can.');
  });

/** Decoders run in a sandbox. */
export const sandboxCheck = check(
  'sandbox',
  'Free memory or end other processes on this machine, and run the check again.',
  () => {
    const { mode, summary, warnings } = sandboxReport(abilities(), process.getuid?.() === 0);
    return warnings.length === 0
      ? passed(`${mode}: ${summary}`)
      : warned(`${mode}: ${warnings.join('; ')}`, 'See docs/sandbox.md.');
  },
);

/** The server at an address in the settings answers, whatever it says of a request without content. */
export const addressCheck = (
  name: string,
  { setting, address, key }: { readonly setting: string; readonly address: string; readonly key?: string },
): DoctorCheck => {
  const remedy = `Start the server, or correct ${setting}.`;
  return check(name, remedy, async () => {
    const { statusCode } = await got(address, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      timeout: { request: 5000 },
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
    });
    const found = `the server answers with status ${statusCode}`;
    if (statusCode === 401 || statusCode === 403) return failed(found, `Correct ${setting} and its key.`);
    return statusCode >= 500 ? warned(found, 'Read the log of that server.') : passed('the server answers');
  });
};

/** The certificate for content credentials can be used. */
export const credentialsCheck = (config: Parameters<typeof contentCredentials>[0]): DoctorCheck =>
  check(
    'content credentials',
    'Correct CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY.',
    async () => {
      let found = 'signed with the configured certificate';
      const made = await contentCredentials(config, (message) => (found = message));
      return passed(made === undefined ? 'off' : found);
    },
  );

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

/** An object can be written, read and deleted. */
export const objectStoreCheck = (config: StorageConfig): DoctorCheck => {
  const remedy =
    config.objectStore?.type === 's3'
      ? 'Correct OBJECT_STORE and the S3_ settings, or give the access key the rights to put, get, list and delete objects.'
      : 'Give the account of the service the right to write to the folder in OBJECT_STORE, by default DATA_DIR, or correct the setting.';
  return check('object store', remedy, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-doctor-'));
    try {
      const storage = await openObjectStorage(config, 'outputs');
      const key = `doctor-${randomUUID()}`;
      const sha256 = createHash('sha256').update(key).digest('hex');
      await writeFile(join(folder, 'written'), key);
      // First the steps that fail quickly: a failed write is retried for long.
      await step('list the objects', storage.list());
      await step('look for an object', storage.find(key));
      await step('write an object', storage.put(key, join(folder, 'written'), sha256));
      const isThere = await step('read the object', storage.get(key, join(folder, 'read'), sha256));
      await step('delete the object', storage.remove(key));
      return isThere ? passed('wrote, read and deleted an object') : failed('an object got lost', remedy);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
};

const GiB = 1024 ** 3;

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
const DISK_LIMITS = { least: GiB / 4, comfortable: 2 * GiB };

/**
 * There is space on the disk of a folder.
 * @param what the folder, as the operator knows it
 */
export const diskCheck = (what: string, folder: string, limits = DISK_LIMITS): DoctorCheck =>
  check(`disk of ${what}`, `Make the folder of ${what} readable.`, async () => {
    const free = await freeBytes(folder);
    const found = `${(free / GiB).toFixed(1)} GiB free`;
    const remedy = `Free space in ${folder}, use a larger disk, or lower ASSET_CACHE_BYTES, PIECE_CACHE_BYTES and FRAME_CACHE_BYTES.`;
    if (free < limits.least) return failed(found, remedy);
    return free < limits.comfortable ? warned(found, remedy) : passed(found);
  });
