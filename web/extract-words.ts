/** Finds the texts that the pages have in all languages, and brings the files of the languages up to date. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { packageRoot } from '../infrastructure/platform/package-root.js';
import { controlOf, nameOfForm } from './src/editor/form/control.js';
import {
  CLIP_TYPES,
  clipSchema,
  fieldsOf,
  METADATA,
  resolved,
  type Schema,
  singularOf,
} from './src/editor/form/schema.js';
import { shownDescription } from './src/editor/form/shown.js';
import { labelOf } from './src/words/labels.js';

const SOURCES = join(packageRoot, 'web/src');
const WORDS = join(SOURCES, 'words');

/** What gives the text of its first argument in the language of the page. */
const TRANSLATING = new Set(['t', 'rich']);

/** The texts of a module. @throws Error where one is not written out */
const textsIn = (file: string): ReadonlyArray<string> => {
  const texts: string[] = [];
  const visitor = new Visitor({
    CallExpression: ({ callee, arguments: [text], start }) => {
      if (callee.type !== 'Identifier' || !TRANSLATING.has(callee.name)) return;
      if (text?.type !== 'Literal' || typeof text.value !== 'string')
        throw new Error(`${file}: the text at character ${start} is not a literal, so it cannot be found`);
      texts.push(text.value);
    },
  });
  visitor.visit(parseSync(file, readFileSync(join(SOURCES, file), 'utf8')).program);
  return texts;
};

/** The texts of a field, and of those in it: what they are called, what they mean, and what can be chosen. */
const textsOfField = (name: string, given: Schema, seen: Set<Schema>, of = ''): ReadonlyArray<string> => {
  const schema = resolved(given);
  const own = [labelOf(name, of), shownDescription(schema)];
  if (seen.has(schema)) return own;
  seen.add(schema);
  const control = controlOf(name, schema);
  switch (control._tag) {
    case 'Select':
      return [...own, ...control.options.map((option) => labelOf(String(option), name))];
    case 'List':
      return [...own, singularOf(labelOf(name)), ...textsOfField(name, control.item, seen, of)];
    case 'Choice':
      return [
        ...own,
        ...control.forms.flatMap((form) => [nameOfForm(form), ...textsOfField(name, form, seen, of)]),
      ];
    case 'Variants':
      return [
        ...own,
        ...[...control.variants].flatMap(([tag, one]) => [labelOf(tag), ...textsOfFields(one, seen)]),
      ];
    case 'Group':
      return [...own, ...textsOfFields(schema, seen, name)];
    case 'Number':
    case 'Text':
    case 'Color':
    case 'Font':
    case 'Checkbox':
    case 'Scalar':
    case 'Switch':
    case 'Json':
      return own;
  }
};

const textsOfFields = (schema: Schema, seen = new Set<Schema>(), of = ''): ReadonlyArray<string> =>
  fieldsOf(schema).flatMap(([name, field]) => textsOfField(name, field, seen, of));

/** Names of one letter or in capitals, such as `X` and `SRT`, are the same in all languages. */
const isSaid = (text: string): boolean => /[a-z]/.test(text);

/** What the samples of the service are called, and what they show. */
const textsOfSamples = (): ReadonlyArray<string> => {
  const samples = JSON.parse(
    readFileSync(join(packageRoot, 'samples/catalog.json'), 'utf8'),
  ) as ReadonlyArray<Readonly<Record<'name' | 'description', string>>>;
  return samples.flatMap(({ name, description }) => [name, description]);
};

/** All texts of the pages in English, in the order of their letters. */
export const findTexts = (): ReadonlyArray<string> => {
  const modules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const texts = modules.filter((file) => /\.tsx?$/.test(file)).flatMap(textsIn);
  const fields = [METADATA, ...CLIP_TYPES.map(clipSchema)].flatMap((schema) => textsOfFields(schema));
  return [...new Set<string>([...texts, ...textsOfSamples(), ...fields.filter(isSaid)])].sort();
};

/** The words of the languages other than English, by their tags. */
export const readWords = (): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(
    readdirSync(WORDS)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [
        file.replace('.json', ''),
        JSON.parse(readFileSync(join(WORDS, file), 'utf8')) as Readonly<Record<string, string>>,
      ]),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const texts = findTexts();
  const added = process.argv.slice(2).map((tag) => [tag, {}] as const);
  for (const [tag, words] of new Map<string, Readonly<Record<string, string>>>([...added, ...readWords()])) {
    const complete = Object.fromEntries(texts.map((text) => [text, words[text] ?? '']));
    writeFileSync(join(WORDS, `${tag}.json`), `${JSON.stringify(complete, null, 2)}\n`);
    const missing = texts.filter((text) => !words[text]);
    process.stdout.write(`${tag}: ${texts.length} texts, ${missing.length} to translate\n`);
    for (const text of missing) process.stdout.write(`  ${text}\n`);
  }
}
