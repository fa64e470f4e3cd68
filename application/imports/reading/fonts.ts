import type { DeviationKind } from './deviations.js';
import { LETTERS } from './letter-widths.js';
import { each, type JsonObject, present, table } from './json-object.js';

const key = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const BY_KEY: ReadonlyMap<string, string> = new Map([
  ...[...LETTERS.keys()].map((family) => [key(family), family] as const),
  // Metric-compatible fonts are used for these. FreeSans, FreeSerif and FreeMono copy Helvetica, Times and Courier.
  ...Object.entries({
    ...each('arimo freesans helvetica helveticaneue liberationsans sansserif systemui', 'Arial'),
    ...each('times timesnewroman freeserif serif', 'Times New Roman'),
    ...each('courier couriernew freemono monospace', 'Courier New'),
    calibri: 'Carlito',
    // Names of files of Google Fonts, which Shotstack also uses.
    jtusjig1i6t8kchkm45xw5rygbi49c: 'Montserrat',
    kfomcnqeu92fr1mu4mxkktu1kg: 'Roboto',
    ucco3fwrk3iltfvlaqc78la2: 'Inter',
  }),
]);

/** The service has all families of Noto; those for East Asia come in collections. */
const notoNamed = (name: string): string | undefined =>
  /^Noto (Sans|Serif)\b/.test(name) ? name.replace(/(?<! CJK) (TC|SC|JP|KR|HK)$/, ' CJK $1') : undefined;

/** Families that look like one of the service. */
const NEAR: Readonly<Record<string, string>> = table({
  archivoblack: 'Archivo Black',
  georgia: 'Merriweather',
  impact: 'Anton',
  lilitaone: 'Poppins Black',
  nunitosans: 'Nunito',
  plusjakartasans: 'Manrope',
  ...each('leaguegothic luckiestguy', 'Bebas Neue'),
  ...each('robotomono spacemono', 'JetBrains Mono'),
  ...each('sourcesanspro verdana', 'Open Sans'),
});

const WEIGHTS: ReadonlyArray<readonly [RegExp, number]> = [
  [/(extra|ultra)[ -]?light$/i, 200],
  [/(extra|ultra)[ -]?bold$/i, 800],
  [/(semi|demi)[ -]?bold$/i, 600],
  [/thin$/i, 100],
  [/light(er)?$/i, 300],
  [/(regular|normal|book)$/i, 400],
  [/medium$/i, 500],
  [/bold(er)?$/i, 700],
  [/(black|heavy)$/i, 900],
];

/** The weight at the end of a name; undefined without one. */
export const weightNamed = (name: string): number | undefined =>
  WEIGHTS.find(([ending]) => ending.test(name))?.[1];

/** A family name such as `Montserrat ExtraBold Italic`, taken apart. */
const takenApart = (name: string): { readonly base: string; readonly look: JsonObject } => {
  const fontStyle = /[ _-]?(italic|oblique)$/i.test(name) ? 'italic' : undefined;
  const upright = name.replace(/[ _-]*(italic|oblique)$/i, '').trim();
  const [ending = /$^/, fontWeight] = WEIGHTS.find(([ending]) => ending.test(upright)) ?? [];
  const base = upright
    .replace(ending, '')
    .replace(/[ _-]+$/, '')
    .replace(/ \d+pt$/, '');
  return base === '' ? { base: upright, look: { fontStyle } } : { base, look: { fontWeight, fontStyle } };
};

const STYLES = table({ italic: 'italic', oblique: 'italic', normal: 'normal' });

interface FontFile {
  readonly source: string;
  readonly key: string;
  readonly weight?: number | undefined;
  readonly style?: string | undefined;
  readonly family?: string | undefined;
}

/** Whether a file is one of a family. If the name of the family has a weight or style, the file must have it too. */
const isOf = (file: string, family: string): boolean => {
  const [own, wanted] = [takenApart(file), takenApart(family)];
  const faceOf = ({ fontWeight = 400, fontStyle }: JsonObject) => JSON.stringify([fontWeight, fontStyle]);
  const isAny = Object.values(wanted.look).every((value) => value === undefined);
  return key(own.base) === key(wanted.base) && (isAny || faceOf(own.look) === faceOf(wanted.look));
};

/** The name of a font's file, without its ending. */
export const fileName = (source: string): string =>
  (source.split(/[?#]/)[0]?.split('/').at(-1) ?? '').replace(/([-_]VariableFont.*)?\.\w+$/, '');

/** The longest name of a family that is read, in characters. */
const MAX_NAME = 200;

/** The first family of a list as CSS writes it. */
const firstFamily = (families: string | undefined): string | undefined =>
  families
    ?.slice(0, MAX_NAME)
    .split(',')[0]
    ?.trim()
    .replaceAll(/^['"]|['"]$/g, '')
    .replaceAll('+', ' ');

/** The fields of a family that the service has, or of one that comes near it. @param usual the last resort */
const shippedFields = (name: string, usual: string): readonly [fields: JsonObject, isNear: boolean] => {
  const exact = BY_KEY.get(key(name)) ?? notoNamed(name);
  if (exact !== undefined) return [{ fontFamily: exact }, false];
  const { base, look } = takenApart(name);
  const family = BY_KEY.get(key(base));
  if (family !== undefined) return [{ fontFamily: family, ...look }, false];
  const [near] = shippedFields(NEAR[key(name)] ?? NEAR[key(base)] ?? usual, usual);
  return [{ ...look, ...near }, true];
};

/** The fonts of a project: those it brings, and those that the service has. */
export class Fonts {
  private usual = 'Inter';
  private missing = /^$/;
  private others: RegExp | undefined;
  private readonly files: Array<FontFile> = [];
  private readonly inUse = new Map<string, FontFile>();

  /**
   * States what the other system draws instead of families that it does not have, and some of these.
   * @param others the families that only the other system has, if they are known
   */
  instead(usual: string, missing: RegExp, others?: RegExp): void {
    [this.usual, this.missing, this.others] = [usual, missing, others];
  }

  /** Adds a font file of the project. The family is known if the project states it. */
  add(source: string, family?: string, weight?: number, style = ''): void {
    this.files.push({ source, key: key(fileName(source)), weight, style: STYLES[style], family });
  }

  /** Files without a stated family that no text uses yet. */
  private free(): ReadonlyArray<FontFile> {
    const taken = new Set([...this.inUse.values()].map(({ source }) => source));
    return this.files.filter(({ family, source }) => family === undefined && !taken.has(source));
  }

  /** The files of a family: with this stated family, else with a file name of the family, else one whose name is similar. */
  private filesOf(name: string): ReadonlyArray<FontFile> {
    const isStated = ({ family }: FontFile) => family !== undefined && key(family) === key(name);
    for (const files of [this.files, [...this.inUse.values()]]) {
      const stated = files.filter(isStated);
      if (stated.length > 0) return stated;
    }
    const named = this.files.filter(
      ({ source, family }) => family === undefined && isOf(fileName(source), name),
    );
    if (named.length > 0) return named;
    const isNear = (file: FontFile) => file.key.includes(key(name)) || key(name).includes(file.key);
    return this.free().filter(isNear).slice(0, 1);
  }

  private use(found: ReadonlyArray<FontFile>, family: string): JsonObject {
    for (const file of found)
      this.inUse.set(`${family} ${file.source}`, { ...file, family: file.family ?? family });
    return { fontFamily: found[0]?.family ?? family };
  }

  /**
   * The fields that set a text in a family: `fontFamily`, and `fontWeight` and `fontStyle` if the name states them.
   * @param families as CSS lists them; the first one is used
   * @param differs is called with a message if another font is used
   */
  fields(families: string | undefined, differs: (message: string, kind?: DeviationKind) => void): JsonObject {
    const name = firstFamily(families);
    if (name === undefined || name === '' || name.includes('{{')) return { fontFamily: name || undefined };
    const own = this.filesOf(name);
    if (own.length > 0) return this.use(own, name);
    if (this.missing.test(name)) return { fontFamily: this.usual };
    const [fields, isNear] = shippedFields(name, this.usual);
    if (!isNear) return fields;
    // The only file whose name tells nothing, such as one of a library of Shotstack.
    const unnamed = this.free().filter(({ key }) => key === 'source');
    if (unnamed.length === 1) return this.use(unnamed, name);
    differs(
      `the service does not have the font ${name.slice(0, 50)}: ${String(fields['fontFamily'])} is used. Add the font to metadata.fonts`,
      this.others?.test(name) === false ? 'toDo' : 'near',
    );
    return fields;
  }

  /** `metadata.fonts`: the files whose families are used. */
  used(): ReadonlyArray<JsonObject> | undefined {
    const used = [...this.inUse.values()].map(({ key: _key, ...file }) => present(file));
    return used.length === 0 ? undefined : used;
  }
}
