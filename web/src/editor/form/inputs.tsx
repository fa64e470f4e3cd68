import { type KeyboardEvent, useState } from 'react';
import { Options } from '../../shared/choice.js';
import { typedNumber } from '../../shared/texts.js';
import { useTyped } from '../../shared/use-typed.js';
import { parsedJson } from '../json/parsed-json.js';
import type { Bounds, Of } from './control.js';
import { scaled, scaleOf, type Schema, shownAs, shownDefault, typedAs } from './schema.js';
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

/** The largest range of a number that has a slider. */
const SLIDER_RANGE = 200;

/** Converts a typed number to that of the document: times become whole ms. */
const unscaled = (typed: number, scale: number): number => (scale === 1 ? typed : Math.round(typed * scale));

/** A slider beside the field of a number. */
const Slider = ({ control, schema, value, onChange }: InputProps & { readonly control: Bounds }) => {
  const scale = scaleOf(schema);
  const [min, max] = [scaled(control.minimum, scale), scaled(control.maximum, scale)];
  if (min === undefined || max === undefined || max - min > SLIDER_RANGE) return null;
  return (
    <input
      type="range"
      aria-hidden="true"
      tabIndex={-1}
      {...{ min, max }}
      step={(max - min) / 100}
      value={scaled(value, scale) ?? scaled(schema.default, scale) ?? min}
      onChange={({ target }) => onChange(unscaled(target.valueAsNumber, scale))}
    />
  );
};

/** The steps of a number by key. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A number, which takes effect while it is typed. */
export const NumberInput = ({ control, ...props }: InputProps & { readonly control: Of<'Number'> }) => {
  const { schema, value, onChange } = props;
  const scale = scaleOf(schema);
  const [typed, type] = useState<string>();
  const set = (next: number): void => onChange(unscaled(next, scale));
  const change = (text: string): void => {
    type(text);
    const next = typedNumber(text);
    if (next !== undefined) set(next);
    else if (text.trim() === '') onChange(undefined);
  };
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    type(undefined);
    const [now = 0, min = -Infinity, max = Infinity] = [
      value ?? schema.default,
      control.minimum,
      control.maximum,
    ].map((one) => scaled(one, scale));
    set(Math.min(max, Math.max(min, now + by)));
  };
  return (
    <>
      <Slider control={control} {...props} />
      <input
        {...inputProps(props)}
        className="number"
        inputMode="decimal"
        value={typed ?? typedAs(scaled(value, scale))}
        onChange={({ target }) => change(target.value)}
        onBlur={() => type(undefined)}
        onKeyDown={step}
      />
      {scale !== 1 && <span className="unit">s</span>}
    </>
  );
};

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
  const labelOf = (option: unknown): string => control.words?.[String(option)] ?? labelFor(String(option));
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

/** The value of a text such as `12`, `12.5`, `true`, `50%` or `auto`. */
const scalarOf = (text: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  return typedNumber(trimmed) ?? trimmed;
};

/** A number or a word, which takes effect when it is complete. */
export const ScalarInput = ({ control, ...props }: InputProps & { readonly control: Of<'Scalar'> }) => {
  const { suggestions } = control;
  const scale = scaleOf(props.schema);
  const { input } = useTyped(typedAs(scaled(props.value, scale) ?? props.value), (text) => {
    const typed = scalarOf(text);
    props.onChange(typeof typed === 'number' ? unscaled(typed, scale) : typed);
  });
  return (
    <>
      <Slider control={control} {...props} />
      <input
        {...inputProps(props)}
        list={suggestions.length > 0 ? `${props.id}-words` : undefined}
        {...input}
      />
      {scale !== 1 && <span className="unit">s</span>}
      {suggestions.length > 0 && (
        <datalist id={`${props.id}-words`}>
          {suggestions.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
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
