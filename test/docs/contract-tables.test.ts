import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { description } from '../support/api/api-description.js';

type Schema = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, string>>;

const contract = ['video-api', 'fields', 'endpoints']
  .map((page) => readFileSync(join(packageRoot, `docs/${page}.md`), 'utf8'))
  .join('\n');
const { schemas } = description.components;

const sectionOf = (heading: string): string => {
  const [, rest] = contract.split(new RegExp(`^#+ ${heading.replaceAll(/[()/{}]/g, '\\$&')}$`, 'm'));
  if (rest === undefined) throw new Error(`the contract has no section ${heading}`);
  return rest.split(/^#+ /m)[0] ?? '';
};

/** The rows of all tables of a section, keyed by column name. */
const rowsOf = (heading: string): ReadonlyArray<Row> => {
  let columns: ReadonlyArray<string> = [];
  return sectionOf(heading)
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('|')) columns = [];
      if (!line.startsWith('|') || /^[ |-]+$/.test(line)) return [];
      const cells = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      if (columns.length > 0) return [Object.fromEntries(columns.map((name, n) => [name, cells[n] ?? '']))];
      columns = cells;
      return [];
    });
};

const resolved = (schema: Schema): Schema => {
  const name = /\w+$/.exec(referenceIn(schema))?.[0];
  return name === undefined ? schema : { ...schemas[name], ...schema };
};
const referenceIn = ({ $ref }: Schema): string => (typeof $ref === 'string' ? $ref : '');
const nameOf = (schema: Schema): string => referenceIn(schema).replace(/^.*\/(?:Response)?/, '');

/** Whether a schema has the type that the contract names. */
const isOfType = (schema: Schema, type: string): boolean => {
  const { type: found, items, enum: values, format, anyOf } = resolved(schema);
  // Extensions of the composition format allow further types where the contract's type is still valid.
  if (Array.isArray(anyOf) && !type.startsWith('enum '))
    return (anyOf as ReadonlyArray<Schema>).some((one) => isOfType(one, type));
  if (type.startsWith('array of ')) return found === 'array' && isOfType(items as Schema, type.slice(9));
  if (type.startsWith('enum '))
    return (anyOf as ReadonlyArray<Schema>).every(({ type }) => type !== 'number');
  if (type.startsWith('string enum: '))
    return type
      .slice(13)
      .split(', ')
      .some((value) => (values as ReadonlyArray<string>).includes(value));
  if (type === 'string, date-time') return found === 'string' && format === 'date-time';
  if (type === 'number') return found === 'number' || found === 'integer';
  if (/^[a-z]/.test(type)) return found === type;
  return (
    nameOf(schema) ===
    type.replace(/^Response (\w)/, (_, first: string) => first.toUpperCase()).replace(' record', '')
  );
};

/** A default as the contract writes it: text without quotes. */
const asWritten = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What may be omitted although it is required, and what only some types of clips require. */
const DECIDED = new Set([
  'position',
  'transform',
  'size',
  'source',
  'textProperties',
  'captionProperties',
  // Extensions of the composition format can replace these.
  'end',
  'content',
  'words',
]);

const check = (schemaName: string, { Field = '', Type = '', Required, Default = '' }: Row): void => {
  const schema = schemas[schemaName]!;
  const field = (schema['properties'] as Record<string, Schema>)[Field];
  const path = `${schemaName}.${Field}`;
  expect(field, path).to.not.equal(undefined);
  expect(isOfType(field!, Type), `${path}: ${Type}`).to.equal(true);
  // Responses have all defaults filled in.
  if (Default !== '' && !schemaName.startsWith('Response'))
    expect(asWritten(resolved(field!)['default']), `default of ${path}`).to.equal(Default);
  if (Required === undefined || DECIDED.has(Field)) return;
  const isDemanded = ((schema['required'] ?? []) as ReadonlyArray<string>).includes(Field);
  const isFilledIn = resolved(field!)['default'] !== undefined;
  expect(
    Required === 'yes' ? isDemanded || isFilledIn : !isDemanded,
    `${path} required: ${Required}`,
  ).to.equal(true);
};

/** Not every field of a table is used by every clip type; unused fields are stored as they are. */
const isOn = (schemaName: string, field: string): boolean => {
  if (field === 'redirectUrl') return schemaName === 'ResponseMetadata';
  if (field === 'textProperties') return schemaName === 'TextClip';
  return field !== 'captionProperties' || schemaName === 'CaptionClip';
};

describe('the contract, field by field', () => {
  for (const [section, names] of Object.entries({
    'Video record (response)': ['Video'],
    'Metadata (request and response)': ['Metadata', 'ResponseMetadata'],
    Canvas: ['Canvas'],
    'Clip (request) and Response clip': ['VideoClip', 'TextClip', 'CaptionClip'],
    TimeFrame: ['TimeFrame'],
    Position: ['Position'],
    Size: ['Size'],
    TextProperties: ['TextProperties'],
    CaptionProperties: ['CaptionProperties'],
    'Create-video body': ['CreateVideo'],
    'Render record (response)': ['Render'],
  }))
    it(`${section} matches its description`, () => {
      const rows = rowsOf(section);
      expect(rows.length).to.be.at.least(2);
      for (const row of rows) for (const name of names) if (isOn(name, row['Field']!)) check(name, row);
    });

  it('clips have the documented types', () => {
    const { discriminator } = schemas['Clip'] as { discriminator: { mapping: object } };
    const type = rowsOf('Clip (request) and Response clip').find(({ Field }) => Field === 'type')!['Type'];
    expect(Object.keys(discriminator.mapping)).to.include.members(
      type!.replace('string enum: ', '').split(', '),
    );
  });

  it('Transform and Scale match their description', () => {
    for (const row of rowsOf('Transform and Scale')) {
      const [of = '', Field = ''] = row['Field']!.split('.');
      check(
        of.replace(/^./, (first) => first.toUpperCase()),
        { ...row, Field },
      );
    }
  });

  it('words and word styles match their description', () => {
    const text = sectionOf('CaptionProperties');
    const word = [...(/^Word: (.*)$/m.exec(text)?.[1] ?? '').matchAll(/`(\w+)` \((\w+)/g)];
    expect(word).to.have.length(3);
    for (const [, Field = '', Type = ''] of word) check('Word', { Field, Type, Required: 'yes' });
    const described = text.split('\n\n').find((part) => part.trim().startsWith('TextStyleProperties')) ?? '';
    const styles = [...described.matchAll(/(\w+)\s(number|string|boolean)(?:\sdefault\s([#\w]+))?/g)];
    expect(styles).to.have.length(12);
    for (const [, Field = '', Type = '', Default = ''] of styles)
      check('TextStyleProperties', { Field, Type, Required: 'no', Default });
  });

  it('every endpoint exists, with its credentials and all documented statuses', () => {
    const endpoints = rowsOf('Endpoints');
    expect(endpoints).to.have.length(8);
    for (const { Method = '', Path = '', Auth = '' } of endpoints) {
      // The name of a parameter in the path is not part of the contract.
      const operation = description.paths[Path.replace('{videoId}', '{id}')]?.[
        Method.toLowerCase()
      ] as unknown as {
        readonly security: ReadonlyArray<object>;
        readonly responses: object;
      };
      const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
      const documented = Auth.includes('bearer') ? ['apiKey', 'bearer'] : ['apiKey'];
      expect(schemes, `${Method} ${Path}`).to.deep.equal(documented);
      const listed = sectionOf(`${Method} ${Path}`).match(/^- [245]\d\d\b.*$/gm) ?? [];
      const statuses = listed.flatMap((line) => line.match(/\b[245]\d\d\b/g) ?? []);
      expect(statuses.length).to.be.at.least(3);
      for (const status of statuses)
        expect(operation.responses, `${Method} ${Path}`).to.have.property(status);
    }
  });

  it('errors have the documented texts', () => {
    const statuses = rowsOf('Errors').filter(({ Status }) => Status !== undefined);
    expect(statuses).to.have.length(5);
    for (const row of statuses) expect(row['`error` text']).to.equal(STATUS_CODES[row['Status']!]);
    for (const row of rowsOf('Errors').filter(({ Field }) => Field !== undefined)) check('Error', row);
  });
});
