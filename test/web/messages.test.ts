import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { PROBLEM_PAGES } from '../../docs/generate/problems.js';
import { type ImportFormat, importProject } from '../../application/imports/import-project.js';
import { failureText } from '../../application/records/render-record.js';
import { NOTICES } from '../../application/transparency/identify-file.js';
import { formatErrors } from '../../domain/codec/codec.js';
import { number } from '../../domain/codec/scalars.js';
import { problemResponse } from '../../infrastructure/http/contract/problem-responses.js';
import { RICH } from '../support/api/rich-projects.js';
import { composition } from '../support/examples.js';
import { problemsOf } from '../support/template-videos.js';
import { VARIABLE_TYPES } from '../../domain/template/variables.js';
import { translator } from '../../web/src/words/messages/messages.js';

const german = JSON.parse(readFileSync('web/src/words/messages/de.json', 'utf8')) as Record<string, string>;
const inGerman = translator(german);

/** What stands in the code as a message about a value, with a number where it has an expression. */
const MESSAGE = /(?:'(must [^'\n]+)')|(?:`(must (?:[^`$]|\$\{[^{}`]*\})+)`)/g;
/** Their values are messages of their own, which the other tests have. */
const OF_PARTS = /^must be 1$|^must be …$/;

/** A sentence that an import says of what differs, and one that stands for a reason. */
const OF_IMPORTS =
  /\b(?:differs|note|near|grown|lacks|left)\(\s*(?:(?:'[^']*'|`[^`]*`|[\w.]+),\s*)?(?:'([^'\n]* [^'\n]*)'|`([^`]* (?:[^`$]|\$\{[^{}`']*\})*)`)/g;

/** Where words stand in a place of one, it is not known here which. */
const OF_WORDS = /^1\b|(?:known|is:) 1|\D1$/;

/** No page shows what is said of an export. */
const EXPORTS = /export-\w+\.ts$/;

const messagesOfImports = (): ReadonlyArray<string> =>
  readdirSync('application/imports', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !EXPORTS.test(file))
    .flatMap((file) => [...readFileSync(join('application/imports', file), 'utf8').matchAll(OF_IMPORTS)])
    .map(([, plain, template = '']) => plain ?? template.replaceAll(/\$\{[^{}]*\}/g, '1'))
    .filter((message) => !OF_WORDS.test(message));

const messagesOfValues = (): ReadonlyArray<string> =>
  readdirSync('domain', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join('domain', file), 'utf8').matchAll(MESSAGE)])
    .map(([, plain, template = '']) => plain ?? template.replaceAll(/\$\{[^{}]*\}/g, '1'))
    .filter((message) => !OF_PARTS.test(message));

describe('messages of the service in German', () => {
  it('are there for every type of problem', () => {
    const english = Object.values(PROBLEM_PAGES)
      .flatMap(({ example }) => problemResponse(example).message)
      .filter((message) => inGerman(message) === message);
    expect(english).to.deep.equal([]);
  });

  it('are there for every message about a value', () => {
    const messages = messagesOfValues();
    expect(messages.length).to.be.greaterThan(80);
    expect(messages.filter((message) => inGerman(message) === message)).to.deep.equal([]);
  });

  it('are there for numbers out of every kind of range', () => {
    const ranges = [{}, { minimum: 1 }, { maximum: 2 }, { minimum: 1, maximum: 2 }, { exclusiveMinimum: 1 }];
    for (const range of [...ranges, { exclusiveMinimum: 1, maximum: 2 }])
      for (const integer of [false, true]) {
        const decoded = number({ ...range, integer }).decode('x');
        const [message = ''] = decoded._tag === 'Left' ? formatErrors(decoded.left) : [];
        expect(inGerman(message), message).to.not.equal(message);
      }
  });

  it('are there for values of the wrong type', () => {
    for (const type of VARIABLE_TYPES) {
      const [problem = ''] = problemsOf({ ...composition(), variables: { a: { type } } }, { a: null });
      expect(inGerman(problem)).to.match(/^merge\.a muss /);
    }
  });

  it('are there for what a check advises, and why a render failed', () => {
    const remedies = readdirSync('workers/render/run/check').flatMap((file) => [
      ...readFileSync(join('workers/render/run/check', file), 'utf8').matchAll(/'([A-Z][^'\n]{8,}\.)'/g),
    ]);
    expect(remedies.length).to.be.greaterThan(12);
    const english = remedies.map(([, remedy = '']) => remedy).filter((one) => inGerman(one) === one);
    expect(english).to.deep.equal([]);
    for (const retryable of [true, false])
      for (const from of [
        {},
        { host: 'media.example.org' },
        { host: 'media.example.org', httpStatus: 404 },
      ]) {
        const failure = { clip: 'clips[2]', stage: 'download', message: 'the source ended early' } as const;
        const text = failureText({ ...failure, ...from, retryable });
        expect(inGerman(text)).to.match(/^clips\[2\]: die Quelle endete vorzeitig \(Schritt: Laden/);
      }
  });

  it('are there for every verdict about a file', () => {
    expect(Object.values(NOTICES).filter((notice) => inGerman(notice) === notice)).to.deep.equal([]);
  });

  it('are there for what an import carries over differently', async () => {
    const noted = await Promise.all(
      Object.entries(RICH).map(async ([format, project]) => {
        const imported = await importProject(project as never, format as ImportFormat);
        return imported._tag === 'Left' ? [] : imported.right.deviations.map(({ message }) => message);
      }),
    );
    const messages = [...new Set([...messagesOfImports(), ...noted.flat()])];
    expect(messages.length).to.be.greaterThan(150);
    expect(messages.filter((message) => inGerman(message) === message)).to.deep.equal([]);
  });

  it('exist for every refused upload', () => {
    const code = readFileSync('application/assets/file-signature.ts', 'utf8');
    const names = [...code.matchAll(/(archive|program)\('([^']+)'|refused: '([^']+)'/g)].map(
      ([, kind, name, whole]) => whole ?? (kind === 'archive' ? `${name} archive` : (name ?? '')),
    );
    expect(names.length).to.be.greaterThan(12);
    for (const name of [...names, 'an empty file']) {
      const message = inGerman(`it is ${name}, which no clip can show`);
      expect(message, name)
        .to.match(/^es ist eine? .*; das kann kein Clip zeigen$/)
        .and.not.include(name);
    }
  });

  it('keep the path and the values', () => {
    expect(inGerman('clips[2].timeFrame.end must be greater than clips[2].timeFrame.start')).to.equal(
      'clips[2].timeFrame.end muss größer als clips[2].timeFrame.start sein',
    );
    expect(inGerman('video not found')).to.equal('nicht gefunden: Video');
    expect(inGerman('clips[0]: the server answered with status 404')).to.equal(
      'clips[0]: der Server antwortete mit Status 404',
    );
  });

  it('are in English where there are no words', () => {
    const long = `there are ${'1 '.repeat(5000)}`;
    for (const message of ['clips[0] cannot be juggled', 'something (odd) happened', '', long])
      expect(inGerman(message)).to.equal(message);
  });
});
