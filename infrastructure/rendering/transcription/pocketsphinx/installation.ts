import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findExecutable } from '../../../platform/executables.js';
import { runRecogniser } from '../run-recogniser.js';
import type { RenderError } from '../../../../domain/render/failure-cause.js';
import { transcriptionFailed } from '../transcription-failed.js';

interface Models {
  readonly '-hmm': string;
  readonly '-lm': string;
  readonly '-dict': string;
}

export interface PocketsphinxInstallation {
  readonly program: string;
  /** The paths of the models: acoustic, language, dictionary. */
  readonly models: Models;
  /** Options that make times count silence too. */
  readonly timing: Readonly<Record<string, string>>;
  /** Name and version, of the program and its models. */
  readonly name: string;
}

/** Debian, a build from source, Homebrew. */
const MODEL_FOLDERS = ['/usr/share', '/usr/local/share', '/opt/homebrew/share'].map((folder) =>
  join(folder, 'pocketsphinx', 'model', 'en-us'),
);
const PACKAGE_DATABASE = '/var/lib/dpkg';
const PROBE_TIMEOUT_MS = 15_000;

/** Makes releases that drop silence keep it. Later releases always keep it, and don't know the option. */
const KEEP_SILENCE = { '-remove_silence': 'no' };

const missing = (what: string): RenderError =>
  transcriptionFailed(
    `automatic caption words need ${what} on the render worker; install it or set TRANSCRIBER_URL`,
    { retryable: false },
  );

const findModels = (folders: ReadonlyArray<string>): Models => {
  for (const folder of folders) {
    const models = {
      '-hmm': join(folder, 'en-us'),
      '-lm': join(folder, 'en-us.lm.bin'),
      '-dict': join(folder, 'cmudict-en-us.dict'),
    };
    if (Object.values(models).every((path) => existsSync(path))) return models;
  }
  throw missing("pocketsphinx's US English models (Debian: pocketsphinx-en-us)");
};

/** A short hash of the content of these files. */
const fingerprint = async (files: ReadonlyArray<string>): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of files) await pipeline(createReadStream(file), hash, { end: false });
  return hash.digest('hex').slice(0, 12);
};

/** The version of the Debian package; the program does not report its version. */
const packageVersion = async (signal: AbortSignal): Promise<string | undefined> => {
  const query = findExecutable('dpkg-query');
  if (query === undefined) return undefined;
  const args = ['-W', '-f', '${Version}', 'pocketsphinx'];
  const { ok, output } = await runRecogniser({
    program: query,
    args,
    files: { reads: [], installed: [PACKAGE_DATABASE] },
    signal,
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  return ok && /^[\w.+:~-]+$/.test(output.toString()) ? output.toString() : undefined;
};

/** Whether the program accepts these options. It ends badly on an unknown one; the empty list gives it nothing to do. */
const accepts = async (
  program: string,
  options: Readonly<Record<string, string>>,
  { '-hmm': acoustic }: Models,
  signal: AbortSignal,
): Promise<boolean> => {
  const args = Object.entries({ ...options, '-hmm': acoustic, '-ctl': '/dev/null' }).flat();
  const files = { reads: [], installed: [acoustic] };
  return (await runRecogniser({ program, args, files, signal, timeoutMs: PROBE_TIMEOUT_MS })).ok;
};

/**
 * Finds the program and its models.
 * @param modelFolders where the models may be
 * @throws RenderError naming what is missing
 */
export const findPocketsphinx = async (
  path: string | undefined = process.env['PATH'],
  modelFolders: ReadonlyArray<string> = MODEL_FOLDERS,
): Promise<PocketsphinxInstallation> => {
  const program = findExecutable('pocketsphinx_batch', path);
  if (program === undefined) throw missing('the speech recogniser pocketsphinx');
  const models = findModels(modelFolders);
  const { signal } = new AbortController();
  const timing = (await accepts(program, KEEP_SILENCE, models, signal)) ? KEEP_SILENCE : {};
  const { '-hmm': acoustic, '-lm': language, '-dict': dictionary } = models;
  const content = [join(acoustic, 'mdef'), join(acoustic, 'means'), language, dictionary];
  const version = (await packageVersion(signal)) ?? (await fingerprint([program]));
  return {
    program,
    models,
    timing,
    name: `pocketsphinx ${version} (en-us ${await fingerprint(content)})`,
  };
};
