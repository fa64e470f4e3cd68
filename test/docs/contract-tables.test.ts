import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { description } from '../support/api/api-description.js';

type Schema = Readonly<Record<string, unknown>>;

const page = (name: string): string => readFileSync(join(packageRoot, `docs/${name}.md`), 'utf8');
const { schemas } = description.components;

const sectionOf = (text: string, heading: string): string => {
  const [, rest] = text.split(new RegExp(`^## ${heading.replaceAll(/[()]/g, '\\$&')}$`, 'm'));
  if (rest === undefined) throw new Error(`there is no section ${heading}`);
  return rest.split(/^## /m)[0] ?? '';
};

interface Row {
  readonly field: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly byDefault: string | undefined;
}

/** The fields that a section of docs/fields.md lists. */
const rowsOf = (heading: string): ReadonlyArray<Row> => {
  const items = [...sectionOf(page('fields'), heading).matchAll(/^- (?:.|\n(?= ))*/gm)];
  return items.map(([item]) => {
    const [, bold, field = '', type = '', byDefault] =
      /^- (\*\*)?`([\w.]+)`(?:\*\*)? \(([^)]*?)(?:, default (\S+))?\)(?::|$)/.exec(item) ?? [];
    expect(field, item).to.not.equal('');
    return { field, type, isRequired: bold !== undefined, byDefault };
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
  'source',
  'textProperties',
  'captionProperties',
  'end',
  'content',
  'words',
  'canvas',
]);

const check = (schemaName: string, { field: name, type, isRequired, byDefault }: Row): void => {
  const schema = schemas[schemaName]!;
  const field = (schema['properties'] as Record<string, Schema>)[name];
  const path = `${schemaName}.${name}`;
  expect(field, path).to.not.equal(undefined);
  expect(isOfType(field!, type), `${path}: ${type}`).to.equal(true);
  // Responses have all defaults filled in.
  const isRequest = !schemaName.startsWith('Response');
  if (byDefault !== undefined && isRequest)
    expect(asWritten(resolved(field!)['default']), `default of ${path}`).to.equal(byDefault);
  if (DECIDED.has(name)) return;
  const isDemanded = ((schema['required'] ?? []) as ReadonlyArray<string>).includes(name);
  if (isRequired || (isRequest && byDefault === undefined))
    expect(isDemanded, `${path} required: ${isRequired}`).to.equal(isRequired);
};

/** Not every field of a list is used by every clip type; unused fields are stored as they are. */
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
    Word: ['Word'],
    'Create-video body': ['CreateVideo'],
    'Render record (response)': ['Render'],
  }))
    it(`${section} matches its description`, () => {
      const rows = rowsOf(section);
      expect(rows.length).to.be.at.least(2);
      for (const row of rows) for (const name of names) if (isOn(name, row.field)) check(name, row);
    });

  it('clips have the documented types', () => {
    const { discriminator } = schemas['Clip'] as { discriminator: { mapping: object } };
    const { type } = rowsOf('Clip (request) and Response clip').find(({ field }) => field === 'type')!;
    expect(Object.keys(discriminator.mapping)).to.include.members(
      type.replace('string enum: ', '').split(', '),
    );
  });

  it('Transform and Scale match their description', () => {
    for (const row of rowsOf('Transform and Scale')) {
      const [of = '', field = ''] = row.field.split('.');
      check(
        of.replace(/^./, (first) => first.toUpperCase()),
        { ...row, field },
      );
    }
  });

  it('styles of words have the fields of texts, with the documented defaults', () => {
    const own = rowsOf('TextStyleProperties');
    const inherited = rowsOf('TextProperties').filter(
      ({ field }) => !['content', 'textAlign', ...own.map((row) => row.field)].includes(field),
    );
    expect([...own, ...inherited]).to.have.length(12);
    for (const row of [...own, ...inherited]) check('TextStyleProperties', row);
  });

  it('every endpoint exists, with its credentials and all documented statuses', () => {
    const rows = [...page('endpoints').matchAll(/^\| `(\w+) (\S+)` +\| ([^|]+)\| ([^|]+)\|$/gm)];
    expect(rows).to.have.length(8);
    for (const [, method = '', path = '', auth = '', statuses = ''] of rows) {
      // The name of a parameter in the path is not part of the contract.
      const operation = description.paths[path.replace('{videoId}', '{id}')]?.[
        method.toLowerCase()
      ] as unknown as {
        readonly security: ReadonlyArray<object>;
        readonly responses: object;
      };
      const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
      const documented = auth.includes('bearer') ? ['apiKey', 'bearer'] : ['apiKey'];
      expect(schemes, `${method} ${path}`).to.deep.equal(documented);
      const listed = statuses.match(/\d{3}/g) ?? [];
      expect(listed.length).to.be.at.least(3);
      for (const status of listed) expect(operation.responses, `${method} ${path}`).to.have.property(status);
    }
  });
});
