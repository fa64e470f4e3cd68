import { useId, useState } from 'react';

/** A JSON Schema of the API, as far as the form reads it. */
export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: ReadonlyArray<unknown>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: ReadonlyArray<string>;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly oneOf?: ReadonlyArray<Schema>;
}

interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** Undefined removes the field. */
  readonly onChange: (value: unknown) => void;
}

const shownDefault = ({ default: fallback }: Schema): string =>
  typeof fallback === 'string' ? fallback : fallback === undefined ? '' : JSON.stringify(fallback);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `fontSize` as `Font size`. */
const labelOf = (name: string): string => {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A value of several possible kinds: a number or a text is typed as it is, everything else as JSON. */
const AnyField = ({ id, schema, value, onChange }: Omit<FieldProps, 'name'> & { readonly id: string }) => {
  const [text, setText] = useState<string | undefined>();
  const [problem, setProblem] = useState('');
  const shown = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const commit = (): void => {
    if (text === undefined) return;
    const trimmed = text.trim();
    try {
      const isJson = /^[[{"]|^-?\d|^(true|false|null)$/.test(trimmed) && !/^-?[\d.]+[a-z%]/i.test(trimmed);
      onChange(trimmed === '' ? undefined : isJson ? JSON.parse(trimmed) : trimmed);
      setText(undefined);
      setProblem('');
    } catch {
      setProblem('This is not valid JSON.');
    }
  };
  return (
    <>
      <input
        id={id}
        value={text ?? shown}
        placeholder={shownDefault(schema)}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      {problem && <small role="alert">{problem}</small>}
    </>
  );
};

const Input = ({ id, schema, value, onChange }: Omit<FieldProps, 'name'> & { readonly id: string }) => {
  if (schema.enum)
    return (
      <select
        id={id}
        value={typeof value === 'string' ? value : JSON.stringify(value)}
        onChange={({ target }) => onChange(schema.enum?.find((one) => String(one) === target.value))}
      >
        <option value="">{shownDefault(schema) === '' ? '—' : `${shownDefault(schema)} (default)`}</option>
        {schema.enum.map((one) => (
          <option key={String(one)} value={String(one)}>
            {String(one)}
          </option>
        ))}
      </select>
    );
  switch (schema.type) {
    case 'number':
    case 'integer':
      return (
        <input
          id={id}
          type="number"
          step="any"
          min={schema.minimum}
          max={schema.maximum}
          value={typeof value === 'number' ? value : ''}
          placeholder={shownDefault(schema)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      );
    case 'boolean':
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === undefined ? schema.default === true : value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      );
    case 'string':
      return (
        <textarea
          id={id}
          rows={1}
          maxLength={schema.maxLength}
          value={typeof value === 'string' ? value : ''}
          placeholder={shownDefault(schema)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      );
    case undefined:
    default:
      return <AnyField id={id} schema={schema} value={value} onChange={onChange} />;
  }
};

/** One field of an object, with its default as placeholder and its description as hint. */
const Field = ({ name, schema, value, onChange }: FieldProps) => {
  const id = useId();
  if (schema.type === 'object' && schema.properties)
    return (
      <details open={value !== undefined}>
        <summary>{labelOf(name)}</summary>
        <SchemaForm
          schema={schema}
          value={isObject(value) ? value : {}}
          onChange={(fields) => onChange(Object.keys(fields).length > 0 ? fields : undefined)}
        />
      </details>
    );
  return (
    <div className="field" title={schema.description}>
      <label htmlFor={id}>{labelOf(name)}</label>
      <Input id={id} schema={schema} value={value} onChange={onChange} />
    </div>
  );
};

interface FormProps {
  readonly schema: Schema;
  readonly value: Readonly<Record<string, unknown>>;
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void;
  readonly without?: ReadonlyArray<string>;
}

/** A form for an object, made from its JSON Schema: every field of the API, with its bounds. */
export const SchemaForm = ({ schema, value, onChange, without = [] }: FormProps) => (
  <div className="form">
    {Object.entries(schema.properties ?? {})
      .filter(([name]) => !without.includes(name))
      .map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          value={value[name]}
          onChange={(changed) => {
            const { [name]: _, ...others } = value;
            onChange(changed === undefined ? others : { ...value, [name]: changed });
          }}
        />
      ))}
  </div>
);
