import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
const contributing = readFileSync(join(packageRoot, 'CONTRIBUTING.md'), 'utf8');
const map = readFileSync(join(packageRoot, 'docs/architecture.md'), 'utf8');
/** The rows of the table of folders, with the text about each. */
const rows = [...map.matchAll(/^\| `([\w/-]+)\/` +\|(.*)\|$/gm)].map(([, folder = '', text = '']) => ({
  folder,
  text,
}));

const foldersIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(packageRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** The folders of the repository, without what is generated or installed. */
const topFolders = (): ReadonlyArray<string> => {
  const ignored = readFileSync(join(packageRoot, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(
      (line) =>
        new RegExp(
          `^${line
            .replace(/\/$/, '')
            .replaceAll('.', String.raw`\.`)
            .replaceAll('*', '.*')}$`,
        ),
    );
  return foldersIn('.').filter(
    (folder) => !folder.startsWith('.') && !ignored.some((pattern) => pattern.test(folder)),
  );
};

describe('the map in docs/architecture.md', () => {
  it('names only folders that exist, and subfolders of these', () => {
    expect(rows).to.have.length.above(10);
    for (const { folder, text } of rows) {
      expect(existsSync(join(packageRoot, folder)), folder).to.equal(true);
      for (const [, inner = ''] of text.matchAll(/`([\w-]+)\/`/g)) {
        const places = [join(folder, inner), inner];
        expect(
          places.some((place) => existsSync(join(packageRoot, place))),
          `${folder}/${inner}`,
        ).to.equal(true);
      }
    }
  });

  it('describes every folder of the repository, of the workers and of infrastructure', () => {
    const described = (folder: string, inner = folder): boolean =>
      rows.some((row) => row.folder === inner || row.folder.startsWith(`${inner}/`)) ||
      rows.some((row) => row.folder === folder && row.text.includes(`\`${inner.split('/').at(-1) ?? ''}/\``));
    for (const folder of topFolders()) expect(described(folder), folder).to.equal(true);
    for (const parent of ['infrastructure', 'workers', 'workers/render'])
      for (const inner of foldersIn(parent))
        expect(described(parent, `${parent}/${inner}`), inner).to.equal(true);
  });

  it('answers where to find things with files that exist', () => {
    const files = [...map.matchAll(/^\|[^|]*\? +\| `([^`]+)` +\|$/gm)].map(([, file = '']) => file);
    expect(files).to.have.length.above(7);
    for (const file of files) expect(existsSync(join(packageRoot, file)), file).to.equal(true);
  });
});

describe('README.md', () => {
  it('links every page of docs/', () => {
    for (const page of readdirSync(join(packageRoot, 'docs')).filter((file) => file.endsWith('.md')))
      expect(readme, page).to.include(`](docs/${page})`);
  });
});

describe('README.md and CONTRIBUTING.md', () => {
  it('name only files and folders that exist', () => {
    const paths =
      /`((?:application|clients|deploy|docs|domain|infrastructure|lint|projections|test|web|workers)\/[\w./-]+)`/g;
    for (const [, path = ''] of `${readme}${contributing}`.matchAll(paths))
      if (!/[A-Z]{4}/.test(path)) expect(existsSync(join(packageRoot, path)), path).to.equal(true);
  });

  it('name only scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = [...`${readme}${contributing}`.matchAll(/npm (?:run (?:-s )?([\w:]+)|(start|test)\b)/g)];
    expect(named).to.have.length.above(10);
    for (const [, script, common] of named) expect(scripts).to.have.property(script ?? common ?? '');
  });
});
