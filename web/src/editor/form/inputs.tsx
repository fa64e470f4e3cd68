import { Options } from '../../shared/choice.js';
import { useTyped } from '../../shared/use-typed.js';
import { parsedJson } from '../json/parsed-json.js';
import type { Of } from './control.js';
import type { Schema } from './schema.js';
import { shownAs, shownDefault } from './shown.js';
import { t } from '../../words/words.js';
import { labelFor } from '../../words/labels.js';

export interface InputProps {
  readonly id: string;
  /** The path of the field in the clip or the video, such as `textProperties.shadow.x`. */
  readonly path: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
  /** Undefined removes the field. */
  readonly onChange: (value: unknown) => void;
}

/** Properties of an input that has more than one element. */
export interface LabelledProps extends InputProps {
  readonly label: string;
}

/** The attributes that all inputs have in common. */
export const inputProps = ({ id, path, schema, problem }: InputProps) => ({
  id,
  name: path,
  placeholder: shownDefault(schema),
  'aria-describedby': `${id}-hint ${id}-problem`,
  'aria-invalid': problem !== undefined || undefined,
});

export const TextInput = ({ control, ...props }: InputProps & { readonly control: Of<'Text'> }) => {
  const shown = {
    ...inputProps(props),
    maxLength: control.maxLength,
    value: typeof props.value === 'string' ? props.value : '',
  };
  const change = (text: string): void => props.onChange(text === '' ? undefined : text);
  return control.isLong ? (
    <textarea {...shown} rows={1} onChange={({ target }) => change(target.value)} />
  ) : (
    <input {...shown} onChange={({ target }) => change(target.value)} />
  );
};

export const SelectInput = ({ control, ...props }: InputProps & { readonly control: Of<'Select'> }) => {
  const { placeholder, ...common } = inputProps(props);
  const labelOf = (option: unknown): string =>
    control.words?.[String(option)] ?? labelFor(String(option), props.path.split('.').at(-1));
  // A value that is not among the options stays selectable.
  const isKnown = props.value === undefined || control.options.includes(props.value);
  const options = isKnown ? control.options : [...control.options, props.value];
  return (
    <select
      {...common}
      value={shownAs(props.value)}
      onChange={({ target }) => props.onChange(options.find((one) => String(one) === target.value))}
    >
      <option value="">
        {placeholder === '' ? '—' : t('{value} (default)', { value: labelOf(placeholder) })}
      </option>
      <Options of={options.map((one) => [String(one), labelOf(one)])} />
    </select>
  );
};

export const CheckboxInput = (props: InputProps) => {
  const { placeholder: _, ...common } = inputProps(props);
  return (
    <input
      {...common}
      type="checkbox"
      checked={props.value === undefined ? props.schema.default === true : props.value === true}
      onChange={({ target }) => props.onChange(target.checked)}
    />
  );
};

/** Fields that the API does not name, as JSON. */
export const JsonInput = (props: InputProps) => {
  const { input, problem } = useTyped(
    props.value === undefined ? '' : JSON.stringify(props.value),
    (text) => props.onChange(parsedJson(text)),
    (text) =>
      text.trim() !== '' && parsedJson(text) === undefined ? t('This is not valid JSON.') : undefined,
  );
  return (
    <>
      <textarea {...inputProps(props)} rows={1} {...input} onKeyDown={undefined} />
      {problem !== undefined && <small role="alert">{problem}</small>}
    </>
  );
};
