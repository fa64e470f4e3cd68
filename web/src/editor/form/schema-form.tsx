import { memo, useCallback, useContext, useRef, useState } from 'react';
import './form.css';
import { Button } from '../../shared/buttons.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { Options } from '../../shared/choice.js';
import { variableIn } from '../variables/template.js';
import { VariablesContext } from '../variables/variable-fields.js';
import { controlOf, formOf, initialOf, nameOfForm, type Of, variantOf } from './control.js';
import { useWrongFields } from './field-problems.js';
import {
  Disclosed,
  type FieldProps,
  isPlaceholder,
  type LabelledProps,
  PLACEHOLDER,
  FieldRow,
} from './field-rows.js';
import {
  fieldsOf,
  type FormProps,
  leftOf,
  offered,
  recordOf,
  resolved,
  sharedFields,
  singularOf,
} from './schema.js';
import { markedAs, TextMarks } from './text-marks.js';
import { t, within, wordsFor } from '../../words/words.js';
import { labelFor, labelOf } from '../../words/labels.js';

/** The number of items that are shown at first, and that each click adds: captions have thousands of words. */
const ITEMS_SHOWN = 50;

const Items = ({ control, ...props }: LabelledProps & { readonly control: Of<'List'> }) => {
  const { name, path, value, onChange } = props;
  const [wanted, show] = useState(ITEMS_SHOWN);
  const shown = Math.max(wanted, ...useWrongFields(path).map((index) => Number(index) + 1));
  const items: ReadonlyArray<unknown> = Array.isArray(value) ? value : [];
  const one = wordsFor(singularOf(labelOf(name)));
  const first = (): unknown => initialOf(name, control.item);
  return (
    <>
      {items.slice(0, shown).map((item, index) => (
        <Field
          key={index}
          name={name}
          label={`${one} ${index + 1}`}
          path={`${path}[${index}]`}
          schema={control.item}
          value={item}
          onChange={(changed) => onChange(items.with(index, changed ?? first()))}
          remove={() => onChange(items.toSpliced(index, 1))}
        />
      ))}
      {items.length > shown && (
        <button type="button" onClick={() => show(shown + ITEMS_SHOWN)}>
          {t('Show more of {count}', { count: items.length })}
        </button>
      )}
      <Button
        text={t('Add {name}', { name: within(one) })}
        disabled={items.length >= control.maxItems}
        onClick={() => onChange([...items, first()])}
      />
    </>
  );
};

/** A value in one of several forms, such as a colour or a gradient, or the name or the numbers of an easing. */
const Choice = ({ control, ...props }: LabelledProps & { readonly control: Of<'Choice'> }) => {
  const { name, label, schema, value, onChange } = props;
  const at = formOf(control.forms, value ?? schema.default);
  const formSelect = (
    <select
      aria-label={t('Form of {field}', { field: within(label) })}
      value={at}
      onChange={({ target }) => onChange(initialOf(name, control.forms[Number(target.value)] ?? {}))}
    >
      <Options of={control.forms.map((one, index) => [String(index), wordsFor(nameOfForm(one))])} />
    </select>
  );
  const described = { ...control.forms[at], default: schema.default, description: schema.description ?? '' };
  return (
    <Field key={at} {...props} schema={described} {...(props.variable === undefined ? { formSelect } : {})} />
  );
};

/** An object whose `type` is chosen, and the fields of that type. */
const Variants = ({ control, ...props }: LabelledProps & { readonly control: Of<'Variants'> }) => {
  const { path, schema, value, onChange, remove } = props;
  const tag = isRecord(value) ? String(value['type']) : '';
  const variant = control.variants.get(tag);
  const choose = (next: unknown): void => {
    const chosen = typeof next === 'string' ? control.variants.get(next) : undefined;
    if (chosen) onChange({ ...variantOf(String(next), chosen), ...sharedFields(value, variant, chosen) });
    else (remove ?? onChange)(undefined);
  };
  return (
    <>
      <FieldRow
        {...props}
        path={`${path}.type`}
        schema={{ description: schema.description ?? '' }}
        control={{ _tag: 'Select', options: [...control.variants.keys()] }}
        value={tag === '' ? undefined : tag}
        onChange={choose}
      />
      {variant && (
        <div className="nested">
          <SchemaForm schema={variant} path={path} value={recordOf(value)} onChange={onChange} />
        </div>
      )}
    </>
  );
};

/** A field; if its value is a variable, it edits the default of the variable. */
const Field = (props: FieldProps) => {
  const variables = useContext(VariablesContext);
  const bound = variables && variableIn(props.value);
  if (!bound) return <OwnField {...props} />;
  const { name, fallback } = bound;
  const value = variables.variables[name]?.default ?? fallback;
  const set = (changed: unknown): void => variables.setDefault(name, changed);
  return <OwnField {...props} value={value} onChange={set} variable={name} />;
};

/** One field of an object, edited as its schema says. */
const OwnField = (given: FieldProps) => {
  const { name, path, value, onChange } = given;
  const schema = resolved(given.schema);
  const props = { ...given, schema, label: given.label ?? labelFor(name, path.split('.').at(-2)) };
  const control = controlOf(name, schema);
  if (isPlaceholder(value) && control._tag !== 'Text') return <FieldRow {...props} control={PLACEHOLDER} />;
  if (control._tag === 'Group')
    return (
      <Disclosed {...props}>
        {() => (
          <SchemaForm
            schema={offered(schema, value)}
            path={path}
            value={recordOf(value)}
            onChange={(fields) => onChange(leftOf(schema, fields))}
          />
        )}
      </Disclosed>
    );
  if (control._tag === 'List')
    return <Disclosed {...props}>{() => <Items {...props} control={control} />}</Disclosed>;
  if (control._tag === 'Choice') return <Choice {...props} control={control} />;
  if (control._tag === 'Variants') return <Variants {...props} control={control} />;
  return <FieldRow {...props} control={control} />;
};

type FormFieldProps = Pick<FieldProps, 'name' | 'path' | 'schema' | 'value'> & {
  readonly set: (name: string, value: unknown) => void;
};

/** A field that is rendered again only if its own value changes: while a clip is dragged, two of sixty do. */
const FormField = memo(({ set, ...props }: FormFieldProps) => (
  <Field {...props} onChange={(changed) => set(props.name, changed)} />
));
FormField.displayName = 'FormField';

/** A form for an object, made from its JSON Schema: every field of the API, with its bounds. */
export const SchemaForm = ({ schema, value, onChange, path = '', without = [] }: FormProps) => {
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const set = useCallback((name: string, changed: unknown): void => {
    const { [name]: _, ...others } = latest.current.value;
    latest.current.onChange(changed === undefined ? others : { ...latest.current.value, [name]: changed });
  }, []);
  return (
    <div className="form">
      {fieldsOf(schema)
        .filter(([name]) => !without.includes(name))
        .map(([name, field]) => {
          const marked = markedAs(name, schema, value);
          if (marked === 'nothing') return null;
          if (marked === 'marks') return <TextMarks key={name} {...{ schema, value, set }} />;
          return (
            <FormField
              key={name}
              {...{ name, set }}
              path={path === '' ? name : `${path}.${name}`}
              schema={field}
              value={value[name]}
            />
          );
        })}
    </div>
  );
};
