import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const PORT_FOLDERS = ['application/ports', 'workers/render/ports'];
/** Interfaces with functions that are parts, arguments or results of ports, and the clock. */
const NOT_PORTS = new Set(
  `SliceFold StoredObject RenderJob Lender HeardOffer Signer RunOptions RenderHooks RenderedFile RecordedSpeech
  VideoQueries RenderQueries RenderOutlooks RenderBatchQueries ApiKeyQueries AssetQueries ReviewQueries
  WebhookEndpointQueries Clock`.split(/\s+/),
);

const text = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file));

/** The list in docs/ports.md. */
const rows = [...text('docs/ports.md').matchAll(/^- `(\w+)` \(`([\w-]+)`\):((?:.|\n(?= ))*)/gm)].map(
  ([, port = '', suite = '', adapters = '']) => ({
    port,
    suite,
    adapters: [...adapters.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }),
);

/** The interfaces with functions, and the types of functions, that a file exports. */
const portsIn = (source: string): ReadonlyArray<string> => [
  ...[...source.matchAll(/^export interface (\w+)[^{]*\{(.*?)^\}/gms)]
    .filter(([, , members = '']) => /readonly \w+: \(/.test(members))
    .map(([, name = '']) => name),
  ...[...source.matchAll(/^export type (\w+) = \(/gm)].map(([, name = '']) => name),
];

/** The files of the repository that a test file uses, directly or through other test files. */
const used = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.startsWith('test/') && existsSync(join(packageRoot, file)))
    for (const [, path = ''] of text(file).matchAll(/from '(\.[^']+)\.js'/g))
      used(`${normalize(join(dirname(file), path))}.ts`, seen);
  return seen;
};

describe('docs/ports.md', () => {
  it('lists every port', () => {
    const ports = PORT_FOLDERS.flatMap(filesIn).flatMap((file) => portsIn(text(file)));
    const expected = [...ports.filter((port) => !NOT_PORTS.has(port)), 'Queries'];
    expect(rows.map(({ port }) => port)).to.have.members(expected);
  });

  it('lists every file that exports an adapter', () => {
    const names = rows.map(({ port }) => port).join('|');
    const adapter = new RegExp(
      String.raw`^export const \w+(?::| =[^;{]*?(?:\) ?|\): ))(?:Promise<)?(${names})\b[^;]*?=`,
      'gm',
    );
    const composition = /^infrastructure\/(?:processes|cli)\/|transcriber-from-config|open-object-storage/;
    const found = ['application', 'workers', 'infrastructure']
      .flatMap(filesIn)
      .filter((file) => !composition.test(file) && text(file).includes('/ports/'))
      .flatMap((file) => [...text(file).matchAll(adapter)].map(([, port = '']) => `${port}: ${file}`));
    expect(found).to.have.length.above(20);
    const listed = rows.flatMap(({ port, adapters }) => adapters.map((file) => `${port}: ${file}`));
    expect(listed).to.include.members(found);
  });

  for (const { port, suite, adapters } of rows)
    it(`is right that one suite runs on every adapter of ${port}`, () => {
      const folder = `test/contract/${suite}`;
      const tests = filesIn(folder);
      expect(tests).to.include(`${folder}/${suite}-contract.ts`);
      const runs = tests
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => used(file))
        .filter((files) => files.has(`${folder}/${suite}-contract.ts`));
      const reached = new Set(runs.flatMap((files) => [...files]));
      expect(adapters).to.not.deep.equal([]);
      for (const adapter of adapters) expect([...reached], relative('.', adapter)).to.include(adapter);
    });

  it('has a row for every suite', () => {
    expect(readdirSync(join(packageRoot, 'test/contract'))).to.have.members([
      ...new Set(rows.map(({ suite }) => suite)),
    ]);
  });
});
