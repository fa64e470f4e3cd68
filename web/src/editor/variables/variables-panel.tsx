import { Table2, Trash2, Variable as VariableIcon } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { valuesFromText } from '../../../../domain/template/text-values.js';
import { VARIABLE_TYPES, type VariableType } from '../../../../domain/template/variables.js';
import { clientOf, signedInKey, type VideoAccess } from '../../shared/access.js';
import { IconButton } from '../../shared/icon-button.js';
import { controlOf } from '../form/control.js';
import { Row } from '../form/field-rows.js';
import { clipSchema, METADATA, resolved, type Schema, shownAs } from '../form/schema.js';
import type { Shared } from '../shared.js';
import {
  problemOfName,
  renamed,
  type Use,
  usesOf,
  type Variable,
  variablesOf,
  withoutVariable,
  withVariable,
} from './template.js';
import { rich, t } from '../../words/words.js';
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

type PanelProps = Pick<Shared, 'document' | 'change' | 'places' | 'select' | 'ms'>;

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
const schemaOfUse = ({ clipId, path }: Use, { document }: PanelProps): Schema | undefined => {
  const clip = document.clips.find(({ id }) => id === clipId);
  const whole = clip ? clipSchema(clip.type) : METADATA;
  return path
    .split('.')
    .reduce<Schema | undefined>((schema, name) => schema && resolved(schema).properties?.[name], whole);
};

/** How the default of a variable is edited: as the first field that takes its value. */
const schemaOf = ({ type }: Wanted, uses: ReadonlyArray<Use>, props: PanelProps): Schema => {
  const [first] = uses.flatMap((use) => schemaOfUse(use, props) ?? []);
  const isNumber = first && ['number', 'integer'].includes(first.type ?? '');
  return first && (type === 'number') === isNumber && !first.anyOf ? first : SCHEMAS[type];
};

interface VariableProps extends PanelProps {
  readonly variable: Wanted;
  readonly names: ReadonlyArray<string>;
}

/** The name of a variable, which takes effect when it is complete. */
const Name = ({ variable: { name }, names, document, change }: VariableProps) => {
  const [typed, type] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const end = (): void => {
    if (typed === undefined) return;
    const isChanged = typed !== name;
    const found = isChanged ? problemOfName(typed, names) : undefined;
    setProblem(found);
    if (found !== undefined) return;
    type(undefined);
    if (isChanged) change(renamed(document, name, typed));
  };
  return (
    <>
      <input
        aria-label={t('Name of the variable {name}', { name })}
        className="variable-name"
        value={typed ?? name}
        maxLength={64}
        onChange={({ target }) => type(target.value.trim())}
        onBlur={end}
        onKeyDown={({ key }) => {
          if (key === 'Enter') end();
          else if (key === 'Escape') type(undefined);
        }}
      />
      {problem !== undefined && <small role="alert">{problem}</small>}
    </>
  );
};

/** Where a variable is used: each use selects its clip. */
const Uses = ({ uses, places, select }: PanelProps & { readonly uses: ReadonlyArray<Use> }) => {
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

const VariableItem = (props: VariableProps) => {
  const { variable, document, change } = props;
  const { name, type } = variable;
  const uses = usesOf(document, name);
  const schema = schemaOf(variable, uses, props);
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
          {VARIABLE_TYPES.map((one) => (
            <option key={one} value={one}>
              {TYPES[one]}
            </option>
          ))}
        </select>
        <IconButton
          icon={Trash2}
          name={t('Remove {name}, and keep its value in the video', { name })}
          disabled={uses.length > 0 && variable.default === undefined}
          onClick={() => change(withoutVariable(document, name, variable.default))}
        />
      </div>
      <Row
        name={name}
        label={variable.required ? t('Default (none)') : t('Default')}
        path={`variables.${name}`}
        schema={{ ...schema, description: '' }}
        control={controlOf(name, schema)}
        value={variable.default}
        onChange={(value) => set({ default: value })}
      />
      <Uses {...props} uses={uses} />
    </li>
  );
};

/** The dialog is loaded when it is first opened. */
const BatchDialog = lazy(async () => ({ default: (await import('../batch/batch-dialog.js')).BatchDialog }));

/** The button that renders variants. Batches belong to the owner of a key: links do not permit them. */
const Variants = (props: VariablesPanelProps) => {
  const [isOpen, open] = useState(false);
  const key = signedInKey();
  const client = useMemo(() => (key === undefined ? undefined : clientOf(key)), [key]);
  if (!client)
    return (
      <p className="empty">
        {t('To render a variant for each row of a table, open the video from the dashboard.')}
      </p>
    );
  return (
    <>
      <button type="button" className="primary" onClick={() => open(true)}>
        <Table2 size={15} aria-hidden="true" /> {t('Variants from a table')}
      </button>
      {isOpen && (
        <Suspense>
          <BatchDialog {...props} client={client} close={() => open(false)} />
        </Suspense>
      )}
    </>
  );
};

interface VariablesPanelProps extends PanelProps {
  readonly access: VideoAccess;
  readonly isSaved: boolean;
}

/** The variables of the video: what stands for values that differ from one variant to the next. */
export const VariablesPanel = (props: VariablesPanelProps) => {
  const variables = variablesOf(props.document);
  const names = variables.map(({ name }) => name);
  return (
    <>
      <h2>{t('Variables')}</h2>
      {variables.length === 0 && (
        <p className="empty">
          {rich(
            'Select a clip and press {button} beside a field, such as its text or its colour. The field becomes a variable, and you can render a variant for each row of a table.',
            { button: <VariableIcon size={14} aria-hidden="true" /> },
          )}
        </p>
      )}
      <ol className="variables">
        {variables.map((variable) => (
          <VariableItem key={variable.name} {...props} {...{ variable, names }} />
        ))}
      </ol>
      {variables.length > 0 && <Variants {...props} />}
    </>
  );
};
