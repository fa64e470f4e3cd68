import { Trash2 } from 'lucide-react';
import { valuesFromText } from '../../../../domain/template/text-values.js';
import { VARIABLE_TYPES, type VariableType } from '../../../../domain/template/variables.js';
import { Options } from '../../shared/choice.js';
import { useTyped } from '../../shared/use-typed.js';
import { IconButton } from '../../shared/buttons.js';
import type { Document } from '../document.js';
import { controlOf } from '../form/control.js';
import { FieldRow } from '../form/field-rows.js';
import { clipSchema, METADATA, resolved, type Schema } from '../form/schema.js';
import { shownAs } from '../form/shown.js';
import { useShared } from '../shared.js';
import {
  problemOfName,
  renamed,
  type Use,
  usesOf,
  type Variable,
  type variablesOf,
  withoutVariable,
  withVariable,
} from './template.js';
import { t } from '../../words/words.js';
import { labelFor } from '../../words/labels.js';

type Wanted = ReturnType<typeof variablesOf>[number];

/** What the types of variables are called. */
const TYPES: Readonly<Record<Wanted['type'], string>> = {
  text: t('text'),
  url: t('address'),
  color: t('color'),
  number: t('number'),
  boolean: t('yes or no'),
  list: t('list'),
  object: t('object'),
  any: t('any value'),
};

/** How values are edited where the field does not tell. */
const SCHEMAS: Readonly<Record<Wanted['type'], Schema>> = {
  text: { type: 'string' },
  url: { type: 'string', maxLength: 100 },
  color: { type: 'string', pattern: '^#[0-9a-fA-F]{3,8}$' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: {},
  object: {},
  any: { type: 'string' },
};

/** The schema of the field in which a variable is used; undefined inside lists and choices. */
const schemaOfUse = ({ clipId, path }: Use, document: Document): Schema | undefined => {
  const clip = document.clips.find(({ id }) => id === clipId);
  const whole = clip ? clipSchema(clip.type) : METADATA;
  return path
    .split('.')
    .reduce<Schema | undefined>((schema, name) => schema && resolved(schema).properties?.[name], whole);
};

/** How the default of a variable is edited: as the first field that takes its value. */
const schemaOf = ({ type }: Wanted, uses: ReadonlyArray<Use>, document: Document): Schema => {
  const [first] = uses.flatMap((use) => schemaOfUse(use, document) ?? []);
  const isNumber = first && ['number', 'integer'].includes(first.type ?? '');
  return first && (type === 'number') === isNumber && !first.anyOf ? first : SCHEMAS[type];
};

interface VariableProps {
  readonly variable: Wanted;
  readonly names: ReadonlyArray<string>;
}

/** The name of a variable, which takes effect when it is complete. */
const Name = ({ variable: { name }, names }: VariableProps) => {
  const { document, change } = useShared();
  const { input, problem } = useTyped(
    name,
    (typed) => change(renamed(document, name, typed.trim())),
    (typed) => problemOfName(typed.trim(), names),
  );
  return (
    <>
      <input
        aria-label={t('Name of the variable {name}', { name })}
        className="variable-name"
        maxLength={64}
        {...input}
      />
      {problem !== undefined && <small role="alert">{problem}</small>}
    </>
  );
};

/** Where a variable is used: each use selects its clip. */
const Uses = ({ uses }: { readonly uses: ReadonlyArray<Use> }) => {
  const { places, select } = useShared();
  if (uses.length === 0) return <small>{t('Not used.')}</small>;
  const labels = new Map(places.clips.map(({ id, label }) => [id, label]));
  return (
    <ul className="variable-uses" aria-label={t('Where it is used')}>
      {uses.map(({ clipId, path }) => (
        <li key={`${clipId} ${path}`}>
          <button type="button" className="quiet" onClick={() => select(clipId)}>
            {t('{field} of {place}', {
              field: labelFor(path.split('.').at(-1) ?? ''),
              place: clipId === undefined ? t('the video') : (labels.get(clipId) ?? t('a clip')),
            })}
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Another type, and the default as a value of it as far as possible. */
const asType = (name: string, type: VariableType, value: unknown): Variable =>
  value === undefined
    ? { type }
    : { type, default: valuesFromText({ [name]: { type } }, { [name]: shownAs(value) })[name] };

/** A variable: its name, its type, its default, and where it is used. */
export const VariableItem = (props: VariableProps) => {
  const { variable } = props;
  const { document, change } = useShared();
  const { name, type } = variable;
  const uses = usesOf(document, name);
  const schema = schemaOf(variable, uses, document);
  const set = (facts: Variable): void =>
    change(withVariable(document, name, facts), `change the variable ${name}`);
  return (
    <li>
      <div className="variable-head">
        <Name {...props} />
        <select
          aria-label={t('Type of {name}', { name })}
          value={type}
          onChange={({ target }) => set(asType(name, target.value as VariableType, variable.default))}
        >
          {type === 'any' && <option value="any">{TYPES.any}</option>}
          <Options of={VARIABLE_TYPES.map((one) => [one, TYPES[one]])} />
        </select>
        <IconButton
          icon={Trash2}
          name={t('Remove {name}, and keep its value in the video', { name })}
          disabled={uses.length > 0 && variable.default === undefined}
          onClick={() => change(withoutVariable(document, name, variable.default))}
        />
      </div>
      <FieldRow
        name={name}
        label={variable.required ? t('Default (none)') : t('Default')}
        path={`variables.${name}`}
        schema={{ ...schema, description: '' }}
        control={controlOf(name, schema)}
        value={variable.default}
        onChange={(value) => set({ default: value })}
      />
      <Uses uses={uses} />
    </li>
  );
};
