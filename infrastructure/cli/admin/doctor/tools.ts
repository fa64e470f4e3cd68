import { got } from 'got';
import { abilities } from '../../../machine/sandbox/abilities.js';
import { type SandboxReport, sandboxReport } from '../../../machine/sandbox/sandbox-report.js';
import { needs } from '../../../machine/setup/needs.js';
import type { Config } from '../../../platform/config.js';
import { findExecutable } from '../../../platform/executables.js';
import { programVersion } from '../../../rendering/ffmpeg/version.js';
import { apiAddress } from '../../../rendering/openai/ask-server.js';
import { canDraw } from '../../../rendering/text/fonts/font-fallbacks.js';
import { fontFolders } from '../../../rendering/text/fonts/font-files.js';
import { openFontLibrary } from '../../../rendering/text/fonts/fonts.js';
import { shippedFamilies } from '../../../rendering/text/fonts/shipped-fonts.js';
import { findPocketsphinx } from '../../../rendering/transcription/pocketsphinx/installation.js';
import { type DoctorCheck, check, failed, passed, type CheckOutcome, warned } from './check.js';

/** How to install a need of the setup. */
const installing = (name: string): string => {
  const packages = needs.find((need) => need.name === name)?.debian ?? [];
  return `Run npm run setup, or install ${packages.join(' ')} (Debian).`;
};

/**
 * ffmpeg is there. The engine has FFmpeg's libraries; the program is for hardware encoders and small AV1.
 * @param path where to look for it; by default the PATH
 */
export const ffmpegCheck = (path?: string): DoctorCheck => {
  const remedy = `${installing('ffmpeg')} Make sure that PATH includes its folder.`;
  return check('ffmpeg', remedy, async () => {
    const program = findExecutable('ffmpeg', path);
    if (program === undefined)
      return warned('ffmpeg was not found: no hardware encoders, and no AV1 with a side under 64 px', remedy);
    const version = await programVersion(program);
    return version === undefined
      ? failed(`${program} does not start in the sandbox`, remedy)
      : passed(`version ${version}`);
  });
};

/** How `sandbox` reports it: nothing to warn of, or what the machine lacks. */
export const sandboxOutcome = ({ mode, summary, warnings }: SandboxReport): CheckOutcome =>
  warnings.length === 0
    ? passed(`${mode}: ${summary}`)
    : warned(
        `${mode}: ${warnings.join('; ')}`,
        `${mode === 'bubblewrap' ? '' : `${installing('bubblewrap')} `}See docs/sandbox.md.`,
      );

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
export const fontsCheck = (folders: ReadonlyArray<string> = fontFolders()): DoctorCheck =>
  check('fonts', 'Run npm ci and npm run setup.', () => {
    const library = openFontLibrary(folders);
    const request = { family: 'Inter', weight: 400, italic: false };
    const missing = SAMPLES.filter(
      ({ characters }) => !canDraw(library.covering(characters, request), characters),
    );
    if (missing.length === 0)
      return passed(`${shippedFamilies().length} families; all sample scripts and emoji`);
    return warned(
      `no font draws ${missing.map(({ characters }) => characters).join(' ')}`,
      [...new Set(missing.map(({ need }) => installing(need)))].join(' '),
    );
  });

/** A request whose response is judged here, whatever its status. */
export const ONE_ATTEMPT = {
  timeout: { request: 5000 },
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
} as const;

/** A server with OpenAI's API answers. Not every server has an address for its models, so a 404 is an answer, too. */
const answerOf = async (url: string, key: string | undefined, setting: string): Promise<CheckOutcome> => {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const { statusCode } = await got(`${apiAddress(url)}/models`, { headers, ...ONE_ATTEMPT });
  if (statusCode === 401 || statusCode === 403)
    return failed('the server refuses the API key', `Correct ${setting}.`);
  return statusCode >= 500
    ? warned(`the server answers with status ${statusCode}`, 'Read the log of that server.')
    : passed('the server answers');
};

/**
 * The configured transcriber is there: the server, or pocketsphinx with its models.
 * @param path where to look for pocketsphinx; by default the PATH
 */
export const transcriberCheck = (
  { transcriberUrl: url, transcriberApiKey: key }: Pick<Config, 'transcriberUrl' | 'transcriberApiKey'>,
  path?: string,
): DoctorCheck =>
  url === undefined
    ? check('transcriber', `${installing('speech recogniser')} Or set TRANSCRIBER_URL.`, async () =>
        passed((await findPocketsphinx(path)).name),
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
): DoctorCheck => {
  if (url !== undefined)
    return check('speech', 'Start the server, or correct SPEECH_URL.', () =>
      answerOf(url, key, 'SPEECH_KEY'),
    );
  const remedy = `${installing('espeak-ng')} Or set SPEECH_URL.`;
  return check('speech', remedy, () => {
    const program = findExecutable('espeak-ng', path);
    return program === undefined ? warned('espeak-ng was not found', remedy) : passed(program);
  });
};
