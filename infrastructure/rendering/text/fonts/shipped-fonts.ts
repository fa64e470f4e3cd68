import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { packageRoot } from '../../../platform/package-root.js';
import { familyKey, type FontFile } from './font-files.js';

/** A family that comes with the service: it is available in every installation. */
export interface ShippedFamily {
  readonly family: string;
  /** 100–900, ascending. */
  readonly weights: ReadonlyArray<number>;
  readonly styles: ReadonlyArray<'normal' | 'italic'>;
  /** Axes of variable fonts; with `wght`, every weight in between is drawn exactly. */
  readonly axes: ReadonlyArray<{
    readonly tag: 'wght';
    readonly minimum: number;
    readonly maximum: number;
  }>;
}

const MONTSERRAT: ShippedFamily = {
  family: 'Montserrat',
  weights: [100, 200, 300, 400, 500, 600, 700, 800, 900],
  styles: ['normal', 'italic'],
  axes: [],
};

const require = createRequire(import.meta.url);

/** What a package of Fontsource states about its family, in `metadata.json`. */
const Metadata = t.type({
  id: t.string,
  family: t.string,
  weights: t.readonlyArray(t.number),
  styles: t.readonlyArray(t.union([t.literal('normal'), t.literal('italic')])),
  defSubset: t.string,
  variable: t.union([t.literal(false), t.partial({ wght: t.type({ min: t.string, max: t.string }) })]),
});
type Metadata = t.TypeOf<typeof Metadata>;

const Dependencies = t.type({ dependencies: t.record(t.string, t.string) });

/** The character ranges of the subsets of a family, by name, in `unicode.json`. */
const Subsets = t.record(t.string, t.string);

const readJson = <A>(codec: t.Type<A>, folder: string, name: string): A => {
  const decoded = codec.decode(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  if (E.isLeft(decoded)) throw new Error(`the font package in ${folder} is not supported: ${name}`);
  return decoded.right;
};

/**
 * The packages of the families by their keys: those of Fontsource on which the service depends, named after their
 * families. Montserrat is not one of them: its static fonts have a package of their own.
 */
const packages = new Map(
  Object.keys(readJson(Dependencies, packageRoot, 'package.json').dependencies)
    .filter((name) => name.startsWith('@fontsource'))
    .map((name) => [familyKey(basename(name)), name]),
);

const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

const axisOf = ({ variable }: Metadata): ShippedFamily['axes'] =>
  variable === false || !variable.wght
    ? []
    : [{ tag: 'wght', minimum: Number(variable.wght.min), maximum: Number(variable.wght.max) }];

let listed: ReadonlyArray<ShippedFamily> | undefined;

/** All families that come with the service, by name. Their packages are read on the first call. */
export const shippedFamilies = (): ReadonlyArray<ShippedFamily> => {
  listed ??= [
    MONTSERRAT,
    ...[...packages.values()].map((name): ShippedFamily => {
      const metadata = readJson(Metadata, folderOf(name), 'metadata.json');
      const { family, weights, styles } = metadata;
      return { family, weights, styles: styles.toSorted().toReversed(), axes: axisOf(metadata) };
    }),
  ].toSorted((a, b) => (a.family < b.family ? -1 : 1));
  return listed;
};

/** Ranges of characters as CSS writes them (`unicode-range`): `U+0301,U+0400-045F`. */
const rangesOf = (text: string): NonNullable<FontFile['ranges']> =>
  text.split(',').map((range) => {
    const [first = '0', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

const known = new Map<string, ReadonlyArray<FontFile>>();

/** The faces of a shipped family by its key, or none. Its package is read on first use. */
export const shippedFaces = (family: string): ReadonlyArray<FontFile> => {
  const name = packages.get(family);
  if (name === undefined) return [];
  const faces = known.get(family) ?? facesOf(family, folderOf(name));
  known.set(family, faces);
  return faces;
};

/** A family has one file per script; the file with the Latin letters represents the face. */
const facesOf = (family: string, folder: string): ReadonlyArray<FontFile> => {
  const metadata = readJson(Metadata, folder, 'metadata.json');
  const stated = Object.entries(readJson(Subsets, folder, 'unicode.json'));
  // Families that are not of Google Fonts have one file for all of their characters.
  const subsets = stated.length > 0 ? stated : [[metadata.defSubset, undefined] as const];
  const [axis] = axisOf(metadata);
  const weights = axis
    ? [{ weights: [axis.minimum, axis.maximum] as const, name: 'wght' }]
    : metadata.weights.map((weight) => ({ weights: [weight, weight] as const, name: String(weight) }));
  return metadata.styles.flatMap((style) =>
    weights.map(({ weights, name }): FontFile => {
      const files = subsets.map(([subset, ranges]): FontFile & { readonly subset: string } => ({
        family,
        weights,
        italic: style === 'italic',
        path: join(folder, 'files', `${metadata.id}-${subset}-${name}-${style}.woff2`),
        index: 0,
        ...(ranges === undefined ? {} : { ranges: rangesOf(ranges) }),
        subset,
      }));
      const isFirst = ({ subset }: { readonly subset: string }): boolean => subset === metadata.defSubset;
      const first = files.find(isFirst);
      if (!first)
        throw new Error(`the font package of ${metadata.family} has no file for its default subset`);
      return { ...first, further: files.filter((file) => !isFirst(file)) };
    }),
  );
};
