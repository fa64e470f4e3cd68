import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const { MORE } = (await import(pathToFileURL(join(packageRoot, 'docs/.vitepress/more.js')).href)) as {
  readonly MORE: Readonly<Record<string, string>>;
};

const DOCS = join(packageRoot, 'docs');
const MOST_WORDS = 1200;
const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^.[]+\.md$/.test(file),
);
const sidebar = JSON.parse(readFileSync(join(DOCS, '.vitepress/sidebar.json'), 'utf8')) as ReadonlyArray<{
  readonly items: ReadonlyArray<{ readonly link: string }>;
}>;
const textOf = (page: string): string => readFileSync(join(DOCS, page), 'utf8');
const withoutCode = (text: string): string =>
  text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchors that viewers of Markdown give the headings of a text. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

describe('The pages of docs/', () => {
  it('link only to files and headings that exist', () => {
    const broken = pages.flatMap((page) =>
      [...withoutCode(textOf(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
        ([link, path = '', anchor]) => {
          const file = path === '' ? join(DOCS, page) : join(DOCS, dirname(page), path);
          if (!existsSync(file)) return [`${page}: ${link}`];
          if (anchor === undefined || !file.endsWith('.md')) return [];
          return anchorsOf(readFileSync(file, 'utf8')).has(anchor) ? [] : [`${page}: ${link}`];
        },
      ),
    );
    expect(broken).to.deep.equal([]);
  });

  it('name only source files and folders that exist', () => {
    const missing = pages.flatMap((page) =>
      [
        ...textOf(page).matchAll(
          /`(?:LONG_TESTS=1 )?((?:domain|application|infrastructure|projections|workers|web|test|lint)\/[\w./-]+)`/g,
        ),
      ]
        .filter(([, file = '']) => !existsSync(join(packageRoot, file)))
        .map(([, file]) => `${page}: ${file}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('are all in the sidebar of the site, but for decisions and errors, which other pages link', () => {
    const linked = sidebar.flatMap(({ items }) =>
      items.map(({ link }) => `${link.slice(1).replace(/\/$/, '/index')}.md`),
    );
    const ofDocs = pages.filter((page) => !/^(?:adr|errors)\//.test(page) && page !== 'index.md');
    const expected = [...ofDocs, ...Object.values(MORE).map((page) => `more/${page}.md`)];
    expect(linked.toSorted()).to.deep.equal(expected.toSorted());
  });

  it(`have at most ${MOST_WORDS} words`, () => {
    const long = pages.filter(
      (page) =>
        !page.startsWith('adr/') && (textOf(page).match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length > MOST_WORDS,
    );
    expect(long).to.deep.equal([]);
  });
});
