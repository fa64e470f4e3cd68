import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fontFolders } from './font-files.js';

const ALIASES = [
  ['Arial', 'Liberation Sans'],
  ['Helvetica', 'Liberation Sans'],
  ['sans-serif', 'Liberation Sans'],
  ['Times New Roman', 'Liberation Serif'],
  ['serif', 'Liberation Serif'],
  ['Courier New', 'Liberation Mono'],
  ['monospace', 'Liberation Mono'],
] as const;

/** A fontconfig configuration of the service's own fonts and no others. */
export const fontconfigXml = (folders: ReadonlyArray<string> = fontFolders()): string =>
  [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</dir>`),
    ...ALIASES.map(
      ([family, stand]) =>
        `<alias binding="same"><family>${family}</family><prefer><family>${stand}</family></prefer></alias>`,
    ),
    // No cache: a process that a hostile picture took over could leave a false one for the next.
    '<cachedir>/dev/null</cachedir>',
    '</fontconfig>',
    '',
  ].join('\n');

/**
 * Makes text within SVG images, which librsvg draws with fontconfig's fonts, come out of the service's own fonts on every
 * machine. To be called before anything is drawn. The file is named after its content, and used only if it has it.
 */
export const useOwnFonts = (): void => {
  const xml = fontconfigXml();
  const name = `framewright-fonts-${createHash('sha256').update(xml).digest('hex').slice(0, 32)}.conf`;
  const path = join(tmpdir(), name);
  try {
    writeFileSync(path, xml, { flag: 'wx', mode: 0o644 });
  } catch {
    // It is there already, or can't be written: what counts is what it holds.
  }
  if (readFileSync(path, 'utf8') !== xml) throw new Error(`${name} holds something else`);
  process.env['FONTCONFIG_FILE'] = path;
};
