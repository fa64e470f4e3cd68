import { FolderOpen } from 'lucide-react';
import { type ReactNode, useContext, useId, useState } from 'react';
import type { EasingName } from '../../../../domain/composition/fields/easing.js';
import { areEasings, EasingField } from '../animate/easing-field.js';
import { KeyframeButton } from '../animate/keyframe-button.js';
import { sourceOf } from '../media/asset-uses.js';
import { AssetDialog } from '../media/replace-dialog.js';
import { Button, IconButton } from '../../shared/buttons.js';
import { VariableOfField } from '../variables/variable-fields.js';
import { ColorInput } from './color-field.js';
import type { Control } from './control.js';
import { Details } from './details.js';
import { FieldProblems, useWrongFields } from './field-problems.js';
import { FontInput } from './font-field.js';
import { hasIcons, IconChoice } from './icon-choice.js';
import * as Inputs from './inputs.js';
import { NumberInput, ScalarInput, SwitchInput } from './number-input.js';
import { isSwitched } from './schema.js';
import { hintOf, shownDescription } from './shown.js';
import { labelsOf } from '../clip-label.js';
import { useShared } from '../shared.js';
import { t, within, wordsFor } from '../../words/words.js';

export interface FieldProps extends Omit<Inputs.InputProps, 'id'> {
  readonly name: string;
  readonly label?: string;
  /** Removes an item from its list. */
  readonly remove?: () => void;
  /** Chooses the form of a value that can have several. */
  readonly formSelect?: ReactNode;
  /** The variable that the field takes its value from. */
  readonly variable?: string;
}

export interface LabelledProps extends FieldProps {
  readonly label: string;
}

/** A placeholder of a template stands for a value of any type. */
export const PLACEHOLDER: Control = { _tag: 'Text', isLong: false, maxLength: undefined };
export const isPlaceholder = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

/** Another clip of the video, chosen by what it is called. */
const ClipInput = (props: Inputs.InputProps) => {
  const { document, selected } = useShared();
  const others = document.clips.filter(({ id }) => id !== undefined && id !== selected);
  const words = Object.fromEntries(labelsOf(others));
  return <Inputs.SelectInput control={{ _tag: 'Select', options: Object.keys(words), words }} {...props} />;
};

/** The kinds of assets that fields of effects take, by the ends of their paths. */
const FILES: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/\bmask\.source$/, ['image', 'video']],
  [/\bfilters\[\d+\]\.source$/, ['lut']],
];

/** Chooses one of the uploaded files for a field whose text is its URL. */
const FileButton = ({ path, label, onChange }: Pick<LabelledProps, 'path' | 'label' | 'onChange'>) => {
  const [isChoosing, choose] = useState(false);
  const [, kinds] = FILES.find(([end]) => end.test(path)) ?? [];
  if (!kinds) return null;
  const name = t('Choose {field}', { field: within(label) });
  return (
    <>
      <IconButton icon={FolderOpen} name={name} onClick={() => choose(true)} />
      {isChoosing && (
        <AssetDialog
          title={name}
          kinds={kinds}
          choose={(asset) => onChange(sourceOf(asset))}
          close={() => choose(false)}
        />
      )}
    </>
  );
};

const Input = ({ control, label, ...props }: Inputs.LabelledProps & { readonly control: Control }) => {
  switch (control._tag) {
    case 'Number':
      return <NumberInput control={control} {...props} />;
    case 'Text':
      if (props.schema.title === 'ClipReference') return <ClipInput {...props} />;
      return <Inputs.TextInput control={control} {...props} />;
    case 'Color':
      return <ColorInput label={label} {...props} />;
    case 'Font':
      return <FontInput label={label} {...props} />;
    case 'Checkbox':
      return <Inputs.CheckboxInput {...props} />;
    case 'Select':
      if (areEasings(control.options)) {
        const easing = (props.value ?? props.schema.default ?? 'linear') as EasingName;
        const { placeholder: _, ...field } = Inputs.inputProps(props);
        return <EasingField {...{ label, easing }} choose={props.onChange} {...field} />;
      }
      return hasIcons(control) ? (
        <IconChoice control={control} label={label} {...props} />
      ) : (
        <Inputs.SelectInput control={control} {...props} />
      );
    case 'Switch':
      return <SwitchInput control={control} {...props} />;
    case 'Scalar':
      return <ScalarInput control={control} {...props} />;
    case 'Choice':
    case 'Variants':
    case 'List':
    case 'Group':
    case 'Json':
      return <Inputs.JsonInput {...props} />;
  }
};

/** A field with one input, its meaning, its bounds and its default. */
export const FieldRow = ({ control, label, ...props }: LabelledProps & { readonly control: Control }) => {
  const id = useId();
  const hint = hintOf(props.schema, props.name);
  const problem = useContext(FieldProblems).get(props.path);
  return (
    <div className="field" title={hint}>
      <label htmlFor={id}>{label}</label>
      <div className="inputs">
        <Input id={id} control={control} label={label} problem={problem} {...props} />
        <FileButton {...props} label={label} />
        {props.formSelect}
        {props.remove && (
          <button
            type="button"
            aria-label={t('Remove {field}', { field: within(label) })}
            onClick={props.remove}
          >
            ✕
          </button>
        )}
        <KeyframeButton path={props.path} label={label} />
        {!props.remove && <VariableOfField {...props} control={control} />}
      </div>
      <small id={`${id}-hint`} className="hint">
        {hint}
      </small>
      <small id={`${id}-problem`} className="field-problem">
        {problem}
      </small>
    </div>
  );
};

/** A longer list or group, such as the words of a caption, is closed at first: it would push the fields below it away. */
const MOST_OPEN = 5;

/** The groups that are always open, by their paths. */
const OPEN_GROUPS = new Set(['canvas', 'effects', 'transition']);

interface DisclosedProps extends LabelledProps {
  readonly children: () => ReactNode;
}

/** A field with nested fields, which are shown when it is opened. */
export const Disclosed = (props: DisclosedProps) => {
  const { label, path, schema, value, onChange, remove, formSelect, children } = props;
  const [isWanted, setOpen] = useState(
    typeof value === 'object' && value !== null && Object.keys(value).length <= MOST_OPEN,
  );
  const isWrong = useWrongFields(path).length > 0;
  const isSought = useShared().soughtField?.startsWith(path) === true;
  if (isSought && !isWanted) setOpen(true);
  if (OPEN_GROUPS.has(path))
    return (
      <section>
        <h3>{label}</h3>
        {children()}
      </section>
    );
  const isOpen = isWanted || isWrong;
  return (
    <Details name={label} hint={wordsFor(shownDescription(schema))} {...{ isOpen, setOpen }}>
      {() => (
        <div className="nested">
          {formSelect}
          {children()}
          {value === undefined && isSwitched(schema) && (
            <Button text={t('Add {name}', { name: within(label) })} onClick={() => onChange({})} />
          )}
          {value !== undefined && (
            <button type="button" className="quiet" onClick={remove ?? (() => onChange(undefined))}>
              {t('Remove {field}', { field: within(label) })}
            </button>
          )}
        </div>
      )}
    </Details>
  );
};
