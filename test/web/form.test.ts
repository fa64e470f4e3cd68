import { Ajv, type AnySchema } from 'ajv';
import { expect } from 'chai';
import type { Clip } from '../../clients/typescript/core/types.js';
import { controlOf, initialOf, nameOfForm } from '../../web/src/editor/form/control.js';
import {
  CLIP_TYPES,
  clipSchema,
  fieldsOf,
  METADATA,
  resolved,
  type Schema,
} from '../../web/src/editor/form/schema.js';
import { hintOf, scaled, scaleOf, unitOf } from '../../web/src/editor/form/shown.js';
import { problemText } from '../../web/src/editor/problem-text.js';
import { labelOf } from '../../web/src/words/labels.js';

/** Every field of an object with those inside it, whatever keyword of JSON Schema leads there. Clips in groups are left out. */
const fieldsIn = (
  schema: Schema,
  path: string,
): ReadonlyArray<{ readonly path: string; readonly name: string; readonly schema: Schema }> => [
  ...fieldsOf(schema).flatMap(([name, field]) => [
    { path: `${path}.${name}`, name, schema: field },
    ...fieldsIn(field, `${path}.${name}`),
  ]),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(
    (inner) => fieldsIn(inner, path),
  ),
];

const objects: ReadonlyArray<readonly [string, Schema]> = [
  ['video', METADATA],
  ...CLIP_TYPES.map((type) => [`${type} clip`, clipSchema(type)] as const),
];

const ajv = new Ajv({ strict: false, validateFormats: false });

/** Whether a text in the value still has to be typed. */
const isIncomplete = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.values(value).some(isIncomplete));

describe('the form of the inspector', () => {
  it('covers the video and all types of clips', () => {
    expect(CLIP_TYPES).to.include.members('video audio image text caption shape group'.split(' '));
    for (const [title, schema] of objects) expect(fieldsIn(schema, ''), title).to.have.length.above(20);
  });

  it('begins with what a clip shows', () => {
    const firstOf = (type: string, group: string) =>
      fieldsOf(clipSchema(type).properties?.[group] ?? {})[0]?.[0];
    expect(firstOf('text', 'textProperties')).to.equal('content');
    expect(firstOf('caption', 'captionProperties')).to.equal('words');
    for (const type of ['video', 'image', 'audio'])
      expect(fieldsOf(clipSchema(type))[0]?.[0], type).to.equal('source');
  });

  for (const [title, object] of objects)
    it(`has an input for every field of a ${title}, with its bounds and its default`, () => {
      for (const { path, name, schema } of fieldsIn(object, title)) {
        const control = controlOf(name, schema);
        expect(control._tag, path).to.not.equal('Json');
        if (schema.enum) expect(control, path).to.deep.include({ options: schema.enum });
        else if (name === 'fontWeight' && control._tag === 'Select')
          expect([control.options.at(0), control.options.at(-1)]).to.deep.equal([
            schema.minimum,
            schema.maximum,
          ]);
        else if (schema.type === 'number' || schema.type === 'integer')
          expect(control, path).to.include({
            minimum: schema.minimum ?? schema.exclusiveMinimum,
            maximum: schema.maximum,
          });
        else if (control._tag === 'Text') expect(control.maxLength, path).to.equal(schema.maxLength);
        else if (control._tag === 'List') {
          expect(control.item, path).to.equal(schema.items);
          expect(controlOf(name, control.item)._tag, path).to.not.equal('Json');
        }
        if (control._tag === 'Choice') {
          const names = control.forms.map(nameOfForm);
          expect(new Set(names).size, path).to.equal(names.length);
        }
        const hint = hintOf(schema);
        for (const part of [schema, ...(schema.anyOf ?? [])].slice(0, 2))
          if (part.maximum !== undefined)
            expect(hint, path).to.include(String(part.maximum / scaleOf(schema)));
        if (typeof schema.default === 'number')
          expect(hint, path).to.include(`Default: ${schema.default / scaleOf(schema)}.`);
      }
    });

  it('says for each condition what it is about', () => {
    const duck = resolved(clipSchema('audio').properties?.['duck'] ?? {});
    const when = duck.properties?.['when'] ?? {};
    const described = { ...when.anyOf?.[0], default: when.default };
    expect([labelOf('when'), labelOf('when', 'duck')]).to.deep.equal(['Shown if', 'While these are heard']);
    expect(hintOf(described, 'when')).to.include('Default: Any speech.');
    expect(labelOf('speech', 'audio')).to.equal('Speech');
    expect(problemText('clips[0].duck.when must be there', [{ type: 'audio' } as Clip]).text).to.match(
      /^While these are heard of /,
    );
  });

  it('shows fractions in per cent with two digits, for which there is room, also between keyframes', () => {
    expect([scaled(0.596_666_7, 0.01), scaled(0.596_666_7, 1)]).to.deep.equal([59.67, 0.596667]);
  });

  it('shows times in seconds, and nothing else', () => {
    const { properties = {} } = clipSchema('video').properties?.['timeFrame'] ?? {};
    const [offset = {}, speed = {}] = [properties['offset'], properties['speed']];
    expect([scaleOf(offset), scaleOf(speed)]).to.deep.equal([1000, 1]);
    expect(hintOf(offset)).to.equal(
      'Where playback starts in the source media, seconds. Default: 0. At least 0.',
    );
  });

  it('names the units of times, shares, frequencies and loudness, which descriptions end with', () => {
    const { properties = {} } = clipSchema('audio').properties?.['audio'] ?? {};
    const unitsOf = (...names: ReadonlyArray<string>) => names.map((name) => unitOf(properties[name] ?? {}));
    expect(unitsOf('fadeIn', 'pan', 'normalize', 'highpass')).to.deep.equal(['s', undefined, 'LUFS', 'Hz']);
  });

  it('has bounds for a slider also where a word may stand for the number', () => {
    const { speed = {} } = clipSchema('video').properties?.['timeFrame']?.properties ?? {};
    expect(controlOf('speed', speed)).to.deep.equal({
      _tag: 'Scalar',
      suggestions: ['fit'],
      minimum: 0.1,
      maximum: 10,
    });
  });

  it('starts an added field or item with a value that the schema accepts', () => {
    const tried = new Set<string>();
    for (const [title, object] of objects)
      for (const { path, name, schema } of fieldsIn(object, title)) {
        if (path.includes('clips')) continue;
        const control = controlOf(name, schema);
        const added =
          control._tag === 'List' ? [control.item] : control._tag === 'Choice' ? control.forms : [];
        for (const one of [schema, ...added]) {
          const value = initialOf(name, one);
          const text = JSON.stringify([name, one]);
          if (isIncomplete(value) || tried.has(text)) continue;
          tried.add(text);
          expect(ajv.validate(one as AnySchema, value), `${path}: ${JSON.stringify(value)}`).to.equal(true);
        }
      }
  });
});
