import { type KeyboardEvent, useState } from 'react';
import { typedNumber } from '../../shared/texts.js';
import { useTyped } from '../../shared/use-typed.js';
import { type Bounds, boundsOf, type Of } from './control.js';
import { t } from '../../words/words.js';
import { switchOf } from '../../words/labels.js';
import { inputProps, type InputProps } from './inputs.js';
import type { Schema } from './schema.js';
import { defaultOf, scaled, scaleOf, typedAs, unitOf } from './shown.js';

/** The largest range of a number that has a slider. */
const SLIDER_RANGE = 200;

/** Converts a typed number to that of the document: times become whole ms. */
const unscaled = (typed: number, scale: number): number =>
  Number((typed * scale).toFixed(scale === 1000 ? 0 : 9));

const Unit = ({ schema }: { readonly schema: Schema }) => {
  const unit = unitOf(schema);
  return unit && <span className="unit">{unit}</span>;
};

/** A slider beside the field of a number. */
const Slider = ({ control, schema, value, onChange }: InputProps & { readonly control: Bounds }) => {
  const scale = scaleOf(schema);
  const min = scaled(control.minimum, scale);
  const largest = scaled(control.maximum, scale);
  if (min === undefined || largest === undefined) return null;
  // More than twice the whole, such as of a volume, is typed.
  const max = scale === 0.01 ? Math.min(largest, SLIDER_RANGE) : largest;
  if (max - min > SLIDER_RANGE) return null;
  return (
    <input
      type="range"
      aria-hidden="true"
      tabIndex={-1}
      {...{ min, max }}
      step={(max - min) / 100}
      value={scaled(value, scale) ?? scaled(defaultOf(schema), scale) ?? min}
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
      value ?? defaultOf(schema),
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
      <Unit schema={schema} />
    </>
  );
};

/** Off, on, or how much of it, such as how many times a clip plays. */
export const SwitchInput = ({ control, ...props }: InputProps & { readonly control: Of<'Switch'> }) => {
  const { path, schema, value, onChange } = props;
  const { on, amount, first } = switchOf(path);
  const { placeholder: _, ...common } = inputProps(props);
  const choices = { '': undefined, true: true, amount: first };
  const chosen = typeof value === 'number' ? 'amount' : value === true ? 'true' : '';
  return (
    <>
      <select
        {...common}
        value={chosen}
        onChange={({ target }) => onChange(choices[target.value as keyof typeof choices])}
      >
        <option value="">{t('Off')}</option>
        <option value="true">{on}</option>
        <option value="amount">{amount}</option>
      </select>
      {chosen === 'amount' && (
        <NumberInput
          {...props}
          id={`${props.id}-amount`}
          schema={{ ...control.amount, description: schema.description ?? '' }}
          control={{ _tag: 'Number', ...boundsOf(control.amount) }}
        />
      )}
    </>
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
      <Unit schema={props.schema} />
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
