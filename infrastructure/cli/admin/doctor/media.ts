import { access, constants } from 'node:fs/promises';
import { got } from 'got';
import type { Config } from '../../../platform/config.js';
import { findExecutable } from '../../../platform/executables.js';
import { abilities } from '../../../machine/sandbox/abilities.js';
import { type SandboxReport, sandboxReport } from '../../../machine/sandbox/sandbox-report.js';
import { needs } from '../../../machine/setup/needs.js';
import { versionOf } from '../../../rendering/ffmpeg/features.js';
import { draws } from '../../../rendering/text/fonts/font-fallbacks.js';
import { familyKey, fontFolders } from '../../../rendering/text/fonts/font-files.js';
import { openFontLibrary } from '../../../rendering/text/fonts/fonts.js';
import { shippedFaces, shippedFamilies } from '../../../rendering/text/fonts/shipped-fonts.js';
import { apiAddress } from '../../../rendering/openai/ask-server.js';
import { findPocketsphinx } from '../../../rendering/transcription/pocketsphinx/installation.js';
import { type Check, check, failed, ok, type Outcome, warning } from './check.js';

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

/** The families with a file that cannot be read. */
const unreadableFamilies = async (): Promise<ReadonlyArray<string>> => {
  const unreadable = new Set<string>();
  for (const { family } of shippedFamilies())
    for (const { path, further = [] } of shippedFaces(familyKey(family)))
      for (const file of [path, ...further.map((one) => one.path)])
        await access(file, constants.R_OK).catch(() => unreadable.add(family));
  return [...unreadable];
};

/**
 * The shipped families are readable, and other fonts draw the characters that these lack.
 * @param folders where the fonts of the machine are
 */
export const fontsCheck = (folders: ReadonlyArray<string> = fontFolders()): Check =>
  check('fonts', 'Run npm ci and npm run setup.', async () => {
    const unreadable = await unreadableFamilies();
    if (unreadable.length > 0) return failed(`cannot read ${unreadable.join(', ')}`, 'Run npm ci.');
    const library = openFontLibrary(folders);
    const request = { family: 'Inter', weight: 400, italic: false };
    const missing = SAMPLES.filter(
      ({ characters }) => !draws(library.covering(characters, request), characters),
    );
    if (missing.length === 0) return ok(`${shippedFamilies().length} families; all sample scripts and emoji`);
    const names = [...new Set(missing.map(({ need }) => need))];
    return warning(
      `no font draws ${missing.map(({ characters }) => characters).join(' ')}`,
      names.map(installing).join(' '),
    );
  });

/**
 * A server with OpenAI's API answers. Not every server has an address for its models, so a 404 is an answer, too.
 * @param settings the names of the settings with its address and its key
 */
const serverCheck = (
  name: string,
  url: string,
  apiKey: string | undefined,
  settings: { readonly url: string; readonly key: string },
): Check =>
  check(name, `Start the server, or correct ${settings.url}.`, async () => {
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const { statusCode } = await got(`${apiAddress(url)}/models`, { headers, ...ONE_ATTEMPT });
    if (statusCode === 401 || statusCode === 403)
      return failed('the server refuses the API key', `Correct ${settings.key}.`);
    return statusCode >= 500
      ? warning(`the server answers with status ${statusCode}`, 'Read the log of that server.')
      : ok('the server answers');
  });

/**
 * The configured transcriber is there: the server, or pocketsphinx with its models.
 * @param path where to look for pocketsphinx; by default the PATH
 */
export const transcriberCheck = (
  { transcriberUrl: url, transcriberApiKey }: Pick<Config, 'transcriberUrl' | 'transcriberApiKey'>,
  path?: string,
): Check =>
  url === undefined
    ? check(
        'transcriber',
        'Run npm run setup, or install pocketsphinx and pocketsphinx-en-us (Debian), or set TRANSCRIBER_URL.',
        async () => ok((await findPocketsphinx(path)).name),
      )
    : serverCheck('transcriber', url, transcriberApiKey, {
        url: 'TRANSCRIBER_URL',
        key: 'TRANSCRIBER_API_KEY',
      });

/**
 * The configured speech engine is there: the server, or espeak-ng.
 * @param path where to look for espeak-ng; by default the PATH
 */
export const speechCheck = (
  { speechUrl: url, speechKey }: Pick<Config, 'speechUrl' | 'speechKey'>,
  path?: string,
): Check => {
  const remedy = `${installing('espeak-ng')} Or set SPEECH_URL.`;
  return url === undefined
    ? check('speech', remedy, () => {
        const program = findExecutable('espeak-ng', path);
        return program === undefined ? warning('espeak-ng was not found', remedy) : ok(program);
      })
    : serverCheck('speech', url, speechKey, { url: 'SPEECH_URL', key: 'SPEECH_KEY' });
};

/** A request whose response is judged here, whatever its status. */
const ONE_ATTEMPT = {
  timeout: { request: 5000 },
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
} as const;

/** The OpenTelemetry collector accepts traces. */
export const tracesCheck = (endpoint: string): Check =>
  check('traces', 'Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT.', async () => {
    const empty = { json: { resourceSpans: [] } };
    const { statusCode } = await got.post(`${endpoint}/v1/traces`, { ...empty, ...ONE_ATTEMPT });
    return statusCode >= 200 && statusCode < 300
      ? ok('the collector answers')
      : failed(
          `the collector answers with status ${statusCode}`,
          'Correct OTEL_EXPORTER_OTLP_ENDPOINT: traces are sent to /v1/traces below it, by OTLP over HTTP.',
        );
  });
