import * as t from 'io-ts';
import { about, codec, errorsOf } from '../codec/codec.js';
import { record } from '../codec/containers.js';
import { AnyJson, isRecord } from '../codec/json.js';
import { oneOf, string } from '../codec/scalars.js';

// The variables that a template declares (docs/templates.md).

export const VARIABLE_TYPES = ['text', 'number', 'boolean', 'color', 'url', 'list', 'object'] as const;

const VariableType = oneOf(...VARIABLE_TYPES);
export type VariableType = t.TypeOf<typeof VariableType>;

const Variable = about(
  'A variable of a template.',
  record(
    {},
    {
      type: about('What its values are. Default: any value.', VariableType),
      default: about('Its value where a request gives none.', AnyJson),
      description: about('What it is for.', string({ maxLength: 1000 })),
    },
  ),
  { title: 'TemplateVariable' },
);
export type Variable = t.TypeOf<typeof Variable>;

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const MAX_VARIABLES = 200;

export const Variables = about(
  'Variables of a template, by name: `{{name}}` in a string of the video stands for the value.',
  codec<Readonly<Record<string, Variable>>>(
    'variables',
    { type: 'object', additionalProperties: Variable.jsonSchema, maxProperties: MAX_VARIABLES },
    (u, context) => {
      if (!isRecord(u)) return t.failure(u, context, 'must be an object');
      const names = Object.keys(u);
      if (names.length > MAX_VARIABLES)
        return t.failure(u, context, `must have at most ${MAX_VARIABLES} variables`);
      const errors = names.flatMap((name): t.Errors => {
        const at = t.appendContext(context, name, Variable, u[name]);
        return NAME.test(name)
          ? errorsOf(Variable.validate(u[name], at))
          : [{ value: u[name], context: at, message: 'must be a name of letters, digits, _ and -' }];
      });
      return errors.length > 0 ? t.failures(errors) : t.success(u as Readonly<Record<string, Variable>>);
    },
  ),
);
export type Variables = t.TypeOf<typeof Variables>;
