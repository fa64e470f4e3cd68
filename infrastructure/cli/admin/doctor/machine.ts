import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { got } from 'got';
import leven from 'leven';
import { abilities } from '../../../machine/sandbox/abilities.js';
import { type SandboxReport, sandboxReport } from '../../../machine/sandbox/sandbox-report.js';
import { needs } from '../../../machine/setup/needs.js';
import { type Config, type Environment, readConfig, settingsReference } from '../../../platform/config.js';
import { errorCode } from '../../../platform/error-code.js';
import { findExecutable } from '../../../platform/executables.js';
import { contentCredentials } from '../../../processes/parts/content-credentials.js';
import { versionOf } from '../../../rendering/ffmpeg/version.js';
import { apiAddress } from '../../../rendering/openai/ask-server.js';
import { draws } from '../../../rendering/text/fonts/font-fallbacks.js';
import { fontFolders } from '../../../rendering/text/fonts/font-files.js';
import { openFontLibrary } from '../../../rendering/text/fonts/fonts.js';
import { shippedFamilies } from '../../../rendering/text/fonts/shipped-fonts.js';
import { findPocketsphinx } from '../../../rendering/transcription/pocketsphinx/installation.js';
import { openObjectStorage, type StorageConfig } from '../../../storage/open-object-storage.js';
import { type Check, check, failed, ok, type Outcome, warning } from './check.js';

const KNOWN = settingsReference.map(({ variable }) => variable);

/** Names shorter than this are too similar to unrelated variables. */
const SHORTEST_NAME = 7;
const MOST_TYPOS = 2;

/** The setting that an unknown variable was probably meant to be. */
const intended = (name: string): string | undefined =>
  KNOWN.find((known) => known.length >= SHORTEST_NAME && leven(known, name.toUpperCase()) <= MOST_TYPOS);

/** The settings are valid, and no variable looks like a misspelt setting. Values are never shown. */
export const settingsCheck = (environment: Environment): Check =>
  check('settings', 'Correct these environment variables; docs/settings.md lists all settings.', () => {
    const config = readConfig(environment);
    if (E.isLeft(config)) throw new Error(config.left.join('; '));
    const misspelt = Object.keys(environment).flatMap((name) => {
      const meant = KNOWN.includes(name) ? undefined : intended(name);
      return meant === undefined ? [] : [{ name, meant }];
    });
    if (misspelt.length > 0)
      return warning(
        `unknown: ${misspelt.map(({ name }) => name).join(', ')}`,
        `Perhaps ${misspelt.map(({ name, meant }) => `${name} should be ${meant}`).join(', ')}.`,
      );
    return ok(`${KNOWN.filter((name) => (environment[name] ?? '').trim() !== '').length} set, all valid`);
  });

/** How to install a need of the setup. */
const installing = (name: string): string => {
  const packages = needs.find((need) => need.name === name)?.debian ?? [];
  return `Run npm run setup, or install ${packages.join(' ')} (Debian).`;
};

/**
 * ffmpeg is there. The engine has FFmpeg's libraries; the program is for hardware encoders and small AV1.
 * @param path where to look for it; by default the PATH
 */
export const ffmpegCheck = (path?: string): Check => {
  const remedy = `${installing('ffmpeg')} Make sure that PATH includes its folder.`;
  return check('ffmpeg', remedy, async () => {
    const program = findExecutable('ffmpeg', path);
    if (program === undefined)
      return warning(
        'ffmpeg was not found: no hardware encoders, and no AV1 with a side under 64 px',
        remedy,
      );
    const version = await versionOf(program);
    return version === undefined
      ? failed(`${program} does not start in the sandbox`, remedy)
      : ok(`version ${version}`);
  });
};

/** How `sandbox` reports it: nothing to warn of, or what the machine lacks. */
export const sandboxOutcome = ({ mode, summary, warnings }: SandboxReport): Outcome =>
  warnings.length === 0
    ? ok(`${mode}: ${summary}`)
    : warning(`${mode}: ${warnings.join('; ')}`, `${installing('bubblewrap')} See docs/sandbox.md.`);

/** Decoders run in a sandbox. */
export const sandboxCheck = check(
  'sandbox',
  'Free memory or end other processes on this machine, and run the check again.',
  () => sandboxOutcome(sandboxReport(abilities(), process.getuid?.() === 0)),
);

/** Characters that the shipped families do not have, with the need of the setup that draws them. */
const SAMPLES = [
  { characters: '漢', need: 'Noto CJK fonts' },
  { characters: 'か', need: 'Noto CJK fonts' },
  { characters: '한', need: 'Noto CJK fonts' },
  { characters: 'ع', need: 'Noto fonts' },
  { characters: '😀', need: 'Noto Color Emoji font' },
] as const;

/**
 * Other fonts draw the characters that the shipped families lack.
 * @param folders where the fonts of the machine are
 */
export const fontsCheck = (folders: ReadonlyArray<string> = fontFolders()): Check =>
  check('fonts', 'Run npm ci and npm run setup.', () => {
    const library = openFontLibrary(folders);
    const request = { family: 'Inter', weight: 400, italic: false };
    const missing = SAMPLES.filter(
      ({ characters }) => !draws(library.covering(characters, request), characters),
    );
    if (missing.length === 0) return ok(`${shippedFamilies().length} families; all sample scripts and emoji`);
    return warning(
      `no font draws ${missing.map(({ characters }) => characters).join(' ')}`,
      [...new Set(missing.map(({ need }) => installing(need)))].join(' '),
    );
  });

/** A request whose response is judged here, whatever its status. */
const ONE_ATTEMPT = {
  timeout: { request: 5000 },
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
} as const;

/** A server with OpenAI's API answers. Not every server has an address for its models, so a 404 is an answer, too. */
const answerOf = async (url: string, key: string | undefined, setting: string): Promise<Outcome> => {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const { statusCode } = await got(`${apiAddress(url)}/models`, { headers, ...ONE_ATTEMPT });
  if (statusCode === 401 || statusCode === 403)
    return failed('the server refuses the API key', `Correct ${setting}.`);
  return statusCode >= 500
    ? warning(`the server answers with status ${statusCode}`, 'Read the log of that server.')
    : ok('the server answers');
};

/**
 * The configured transcriber is there: the server, or pocketsphinx with its models.
 * @param path where to look for pocketsphinx; by default the PATH
 */
export const transcriberCheck = (
  { transcriberUrl: url, transcriberApiKey: key }: Pick<Config, 'transcriberUrl' | 'transcriberApiKey'>,
  path?: string,
): Check =>
  url === undefined
    ? check('transcriber', `${installing('speech recogniser')} Or set TRANSCRIBER_URL.`, async () =>
        ok((await findPocketsphinx(path)).name),
      )
    : check('transcriber', 'Start the server, or correct TRANSCRIBER_URL.', () =>
        answerOf(url, key, 'TRANSCRIBER_API_KEY'),
      );

/**
 * The configured speech engine is there: the server, or espeak-ng.
 * @param path where to look for espeak-ng; by default the PATH
 */
export const speechCheck = (
  { speechUrl: url, speechKey: key }: Pick<Config, 'speechUrl' | 'speechKey'>,
  path?: string,
): Check => {
  if (url !== undefined)
    return check('speech', 'Start the server, or correct SPEECH_URL.', () =>
      answerOf(url, key, 'SPEECH_KEY'),
    );
  const remedy = `${installing('espeak-ng')} Or set SPEECH_URL.`;
  return check('speech', remedy, () => {
    const program = findExecutable('espeak-ng', path);
    return program === undefined ? warning('espeak-ng was not found', remedy) : ok(program);
  });
};

/** The OpenTelemetry collector accepts traces. */
export const tracesCheck = (endpoint: string): Check => {
  const remedy =
    'Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT: traces are sent to /v1/traces below it.';
  return check('traces', remedy, async () => {
    const { ok: isAccepted, statusCode } = await got.post(`${endpoint}/v1/traces`, {
      json: { resourceSpans: [] },
      ...ONE_ATTEMPT,
    });
    const found = `the collector answers with status ${statusCode}`;
    return isAccepted ? ok(found) : failed(found, remedy);
  });
};

/** The certificate for content credentials can be used. */
export const credentialsCheck = (config: Parameters<typeof contentCredentials>[0]): Check =>
  check(
    'content credentials',
    'Correct CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY.',
    async () => {
      const { contentCredentials: mode, credentialsCertificate, credentialsKey } = config;
      if (mode === 'off') return ok('off');
      if (credentialsCertificate === undefined && credentialsKey === undefined)
        return ok('signed with a test certificate, which nobody trusts');
      await contentCredentials(config, () => undefined);
      return ok('signed with the configured certificate');
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
export const objectStoreCheck = (config: StorageConfig): Check => {
  const { objectStore: { type } = { type: 'file' } } = config;
  const remedy =
    type === 'file'
      ? 'Give the account of the service the right to write to the folder in OBJECT_STORE, by default DATA_DIR, or correct the setting.'
      : 'Correct OBJECT_STORE and the S3_ settings, or give the access key the rights to put, get, list and delete objects.';
  return check('object store', remedy, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-doctor-'));
    try {
      const storage = await openObjectStorage(config, 'outputs');
      const key = `doctor-${randomUUID()}`;
      const sha256 = createHash('sha256').update(key).digest('hex');
      await writeFile(join(folder, 'written'), key);
      // First what is not repeated for long if it fails, as writing is.
      await step('list the objects', storage.list());
      await step('look for an object', storage.find(key));
      await step('write an object', storage.put(key, join(folder, 'written'), sha256));
      const read = await storage.get(key, join(folder, 'read'), sha256)();
      await step('delete the object', storage.remove(key));
      if (!(await step('read the object', () => Promise.resolve(read))))
        throw new Error('an object is missing after it was written');
      return ok(`${type === 'file' ? 'folder' : 'S3 store'}: wrote, read and deleted an object`);
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
export const diskCheck = (what: string, folder: string, limits = DISK_LIMITS): Check =>
  check(`disk of ${what}`, `Make the folder of ${what} readable.`, async () => {
    const free = await freeBytes(folder);
    const found = `${(free / GiB).toFixed(1)} GiB free`;
    const remedy = `Free space in ${folder}, use a larger disk, or lower ASSET_CACHE_BYTES, PIECE_CACHE_BYTES and FRAME_CACHE_BYTES.`;
    if (free < limits.least) return failed(found, remedy);
    return free < limits.comfortable ? warning(found, remedy) : ok(found);
  });
