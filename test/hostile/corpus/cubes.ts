import { gzipSync } from 'node:zlib';
import { casesOf, type HostileCase } from './hostile-case.js';

const IDENTITY = ['0 0 0', '1 0 0', '0 1 0', '1 1 0', '0 0 1', '1 0 1', '0 1 1', '1 1 1'].join('\n');
const sized = (size: number | string, entries = IDENTITY): string => `LUT_3D_SIZE ${size}\n${entries}\n`;

/** Texts that are no colour table, or one that would take more memory or time than it may. */
const broken: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  'no-size': IDENTITY,
  'size-0': sized(0),
  'size-1': sized(1, '0 0 0'),
  'size-negative': sized(-2),
  'size-fraction': sized('2.5'),
  'size-infinite': sized('Infinity'),
  'size-100000': sized(100_000),
  'size-not-a-number': sized('two'),
  'size-again-and-again': 'LUT_3D_SIZE 65\n'.repeat(100_000),
  'one-dimensional': 'LUT_1D_SIZE 2\n0 0 0\n1 1 1\n',
  'too-few': sized(3),
  'too-many': sized(2, IDENTITY.repeat(2)),
  'not-numbers': sized(2, IDENTITY.replace('1 1 0', 'x y z')),
  nan: sized(2, IDENTITY.replace('1 1 0', 'NaN 0 0')),
  'four-numbers': sized(2, IDENTITY.replace('1 1 0', '1 1 0 0')),
  'empty-domain': `DOMAIN_MIN 1 1 1\nDOMAIN_MAX 1 1 1\n${sized(2)}`,
  'broken-domain': `DOMAIN_MIN a\n${sized(2)}`,
  'one-long-line': `LUT_3D_SIZE 2\n${'1 '.repeat(2_000_000)}`,
  binary: Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 37) % 256)),
  compressed: gzipSync(sized(2)),
  'too-large': Buffer.alloc(17 * 1024 * 1024, '# comment\n'),
};

/** Tables that are odd but right, or whose values are beyond all colours. */
const odd: Readonly<Record<string, string>> = {
  'huge-values': sized(2, IDENTITY.replaceAll('1', '1e300')),
  'tiny-domain': `DOMAIN_MIN 0 0 0\nDOMAIN_MAX 1e-300 1e-300 1e-300\n${sized(2)}`,
  'title-with-a-path': `TITLE "../../../etc/passwd"\n${sized(2)}`,
};

/** Colour tables of `lut` filters. */
export const cubes = (): ReadonlyArray<HostileCase> => {
  const table = casesOf('table', 'fails');
  return [
    ...Object.entries(broken).map(([name, content]) => table(`cube-${name}.cube`, content)),
    ...Object.entries(odd).map(([name, content]) => table(`cube-${name}.cube`, content, 'any')),
  ];
};
