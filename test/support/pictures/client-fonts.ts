import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fontFolders } from '../../../infrastructure/rendering/text/fonts/font-files.js';
import type { FontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { withTables as replacedTables } from '../../../infrastructure/rendering/text/fonts/font-tables.js';
import { ownFace } from '../../../infrastructure/rendering/text/fonts/own-fonts.js';
import * as color from './color-fonts.js';
import { BOX, draw, fonts, inkOf, pixel } from './drawn-text.js';

/** The file from which fonts of clients are made for tests. */
export const REGULAR = `${fontFolders()[0]}/400Regular/Montserrat_400Regular.ttf`;

const { shaper, unitsPerEm } = fonts.match({ family: 'Montserrat', weight: 400, italic: false });

/** The number of a letter's glyph in that font. */
export const glyphOf = (letter: string): number => shaper.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;

/** A letter in the client's font `Own`. */
export const LETTER = { content: 'H', fontFamily: 'Own', fontSize: 100, color: '#00FF00' };

/** Font units per pixel of that letter. */
export const UNITS_PER_PIXEL = unitsPerEm / LETTER.fontSize;

/** Red, then blue. */
const COLORS = color.palette([255, 0, 0, 255], [0, 0, 255, 255]);

/** A letter of the regular font. */
export const outline = (letter: string, fill: string): Promise<Buffer> =>
  draw({ ...LETTER, fontFamily: 'Montserrat', content: letter, color: fill });

export const alphas = (data: Buffer): ReadonlyArray<number> => [...data].filter((_, at) => at % 4 === 3);

/** The largest difference between two values at the same place. */
export const differenceOf = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? 0))));

/** The row of pixels below the baseline of the letter. */
export const baselineRow = async (): Promise<number> => inkOf(await outline('H', '#FFFFFF')).bottom + 1;

/** Reads the pixel at a position in font units from the origin of the letter. */
export const pixelAt =
  (baseline: number) =>
  (data: Buffer, x: number, y: number): ReadonlyArray<number> =>
    pixel(data, Math.floor(BOX.x + x / UNITS_PER_PIXEL), Math.floor(baseline - y / UNITS_PER_PIXEL));

/** Fonts of clients, as files in a folder of their own. */
export const openClientFonts = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-fonts-'));
  let files = 0;

  /** The fonts of the service, and `Own` with further or other tables. */
  const withTables = async (tables: Readonly<Record<string, Buffer>>): Promise<FontLibrary> => {
    const path = join(folder, `${(files += 1)}.ttf`);
    await writeFile(path, replacedTables(readFileSync(REGULAR), 0, tables));
    return fonts.with([ownFace({ family: 'Own', path })]);
  };
  /** The same with a table of colours. */
  const withColors = (colr: Buffer, more: Readonly<Record<string, Buffer>> = {}): Promise<FontLibrary> =>
    withTables({ COLR: colr, CPAL: COLORS, ...more });
  return {
    withTables,
    withColors,
    /** A letter in a font with this table of colours. */
    drawn: async (colr: Buffer, more: object = {}): Promise<Buffer> =>
      draw({ ...LETTER, ...more }, 0, await withColors(colr)),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
};
