import { access, constants } from 'node:fs/promises';
import { findExecutable } from '../../../platform/executables.js';
import { abilities } from '../../../machine/sandbox/abilities.js';
import { type SandboxReport, sandboxReport } from '../../../machine/sandbox/sandbox-report.js';
import { needs } from '../../../machine/setup/needs.js';
import { versionOf } from '../../../rendering/ffmpeg/features.js';
import { missingParts } from '../../../rendering/ffmpeg/installation.js';
import { draws } from '../../../rendering/text/fonts/font-fallbacks.js';
import { familyKey, fontFolders } from '../../../rendering/text/fonts/font-files.js';
import { openFontLibrary } from '../../../rendering/text/fonts/fonts.js';
import { shippedFaces, shippedFamilies } from '../../../rendering/text/fonts/shipped-fonts.js';
import { type Check, failed, ok, type Outcome, warning } from './check.js';

/** How to install a need of the setup. */
const installing = (name: string): string => {
  const packages = needs.find((need) => need.name === name)?.debian ?? [];
  return `Run npm run setup, or install ${packages.join(' ')} (Debian).`;
};

/**
 * ffmpeg is there, and has the encoders, decoders and filters that renders use.
 * @param path where to look for it; by default the PATH
 */
export const ffmpegCheck = (path?: string): Check => {
  const remedy = `${installing('ffmpeg')} Make sure that PATH includes its folder.`;
  return {
    name: 'ffmpeg',
    remedy,
    run: async () => {
      const program = findExecutable('ffmpeg', path);
      if (program === undefined) return failed('ffmpeg was not found', remedy);
      const version = await versionOf(program);
      if (version === undefined) return failed(`${program} does not start in the sandbox`, remedy);
      return judged(program, version);
    },
  };
};

const judged = async (program: string, version: string): Promise<Outcome> => {
  const { filters, decoders, features } = await missingParts(program);
  const found = [
    `version ${version}`,
    ...(filters.length > 0 ? [`without the filters ${filters.join(', ')}`] : []),
    ...(features.length > 0 ? [`cannot write ${features.join(', ')}`] : []),
    ...(decoders.length > 0 ? [`cannot read ${decoders.join(', ')}`] : []),
  ].join('; ');
  const remedy = 'Install a complete build of ffmpeg, such as that of Debian.';
  if (filters.length > 0 || features.includes('h264')) return failed(found, remedy);
  return features.length > 0 || decoders.length > 0 ? warning(found, remedy) : ok(found);
};

/** How `sandbox` reports it: nothing to warn of, or what the machine lacks. */
export const sandboxOutcome = ({ mode, summary, warnings }: SandboxReport): Outcome =>
  warnings.length === 0
    ? ok(`${mode}: ${summary}`)
    : warning(`${mode}: ${warnings.join('; ')}`, `${installing('bubblewrap')} See docs/security.md.`);

/** Decoders run in a sandbox. */
export const sandboxCheck = (): Check => ({
  name: 'sandbox',
  remedy: 'Free memory or end other processes on this machine, and run the check again.',
  run: () => Promise.resolve(sandboxOutcome(sandboxReport(abilities(), process.getuid?.() === 0))),
});

/** Characters that the shipped families do not have, with the need of the setup that draws them. */
const SAMPLES = [
  { characters: '漢', need: 'Noto CJK fonts' },
  { characters: 'か', need: 'Noto CJK fonts' },
  { characters: '한', need: 'Noto CJK fonts' },
  { characters: 'ع', need: 'Noto fonts' },
  { characters: '😀', need: 'Noto Color Emoji font' },
] as const;

const isReadable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );

/** The families with a file that cannot be read. */
const unreadableFamilies = async (): Promise<ReadonlyArray<string>> => {
  const read = await Promise.all(
    shippedFamilies().map(async ({ family }) => {
      const files = shippedFaces(familyKey(family)).flatMap(({ path, further = [] }) => [
        path,
        ...further.map((file) => file.path),
      ]);
      return (await Promise.all(files.map(isReadable))).every(Boolean) ? [] : [family];
    }),
  );
  return read.flat();
};

/**
 * The shipped families are readable, and other fonts draw the characters that these lack.
 * @param folders where the fonts of the machine are
 */
export const fontsCheck = (folders: ReadonlyArray<string> = fontFolders()): Check => ({
  name: 'fonts',
  remedy: 'Run npm ci and npm run setup.',
  run: async () => {
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
  },
});
