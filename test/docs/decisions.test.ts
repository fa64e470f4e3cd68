import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const folder = join(packageRoot, 'docs/adr');
const decisions = readdirSync(folder).toSorted();
const numberOf = (file: string): number => Number(file.slice(0, 4));

/** The project's text files; without Git, the documents. */
const documents = (): ReadonlyArray<string> => {
  const names = existsSync(join(packageRoot, '.git'))
    ? execFileSync('git', ['ls-files', '-z', '*.md', '*.ts', '*.tsx', '*.js', '*.yml'], { cwd: packageRoot })
        .toString()
        .split('\0')
    : [...readdirSync(join(packageRoot, 'docs')), ...decisions.map((file) => `adr/${file}`)]
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`);
  return names.filter((name) => name !== '' && existsSync(join(packageRoot, name)));
};

/** What a text says of decisions that do not exist. */
const brokenIn = (name: string, text: string): ReadonlyArray<string> => {
  const numbers = new Set(decisions.map(numberOf));
  const labels = [...text.matchAll(/\bADRs? (\d+)\b/g)]
    .filter(([, number]) => !numbers.has(Number(number)))
    .map(([label]) => label);
  const files = [...text.matchAll(/adr\/(\d{4}[-a-z]*\.md)/g)]
    .filter(([, file = '']) => !decisions.includes(file))
    .map(([path]) => path);
  const mislabelled = [...text.matchAll(/\[ADR (\d+)\]\(([^)]*)\)/g)]
    .filter(([, number, path = '']) => numberOf(basename(path)) !== Number(number))
    .map(([link]) => link);
  return [...labels, ...files, ...mislabelled].map((broken) => `${name}: ${broken}`);
};

/** The relative links of a document that lead to no file. */
const deadLinks = (name: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\]\((?!https?:|mailto:|#|data:)([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, path = '']) => join(packageRoot, dirname(name), path))
    .filter((path) => !existsSync(path))
    .map((path) => `${name}: ${relative(packageRoot, path)}`);

describe('decisions', () => {
  it('are numbered from one without gaps, and carry the number in the title', () => {
    expect(decisions.map(numberOf)).to.deep.equal(decisions.map((_, index) => index + 1));
    for (const file of decisions)
      expect(readFileSync(join(folder, file), 'utf8')).to.match(new RegExp(`^# ${numberOf(file)}\\. `));
  });

  it('are referred to by numbers and files that exist, and links of documents lead to files', () => {
    const own = relative(packageRoot, new URL(import.meta.url).pathname);
    const texts = documents()
      .filter((name) => basename(name).split('.')[0] !== basename(own).split('.')[0])
      .map((name) => ({ name, text: readFileSync(join(packageRoot, name), 'utf8') }));
    expect(texts.flatMap(({ name, text }) => brokenIn(name, text))).to.deep.equal([]);
    const pages = texts.filter(({ name }) => name.endsWith('.md'));
    expect(pages.flatMap(({ name, text }) => deadLinks(name, text))).to.deep.equal([]);
    expect(brokenIn('x', 'ADR 99, docs/adr/0099-x.md, [ADR 1](0002-x.md)')).to.have.length(3);
    expect(deadLinks('docs/x.md', '[x](nowhere.md)')).to.have.length(1);
  });
});
