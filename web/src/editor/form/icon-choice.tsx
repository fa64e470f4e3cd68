import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  type LucideIcon,
} from 'lucide-react';
import { labelFor } from '../../words/labels.js';
import { IconButton } from '../../shared/buttons.js';
import type { Of } from './control.js';
import type { LabelledProps } from './inputs.js';
import { defaultOf } from './shown.js';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  left: AlignLeft,
  center: AlignCenter,
  right: AlignRight,
  justify: AlignJustify,
  top: AlignVerticalJustifyStart,
  middle: AlignVerticalJustifyCenter,
  bottom: AlignVerticalJustifyEnd,
};

/** Whether every option has an icon. */
export const hasIcons = ({ options }: Of<'Select'>): boolean => options.every((one) => String(one) in ICONS);

interface IconChoiceProps extends LabelledProps {
  readonly control: Of<'Select'>;
}

/** A row of buttons for few values. Choosing the current value again returns to the default. */
export const IconChoice = ({ control, label, id, schema, value, onChange }: IconChoiceProps) => {
  const shown = value ?? defaultOf(schema);
  return (
    <div className="icon-choice" id={id} role="group" aria-label={label} aria-describedby={`${id}-hint`}>
      {control.options.map((one) => (
        <IconButton
          key={String(one)}
          icon={ICONS[String(one)] ?? AlignLeft}
          name={labelFor(String(one))}
          aria-pressed={one === shown}
          onClick={() => onChange(one === value ? undefined : one)}
        />
      ))}
    </div>
  );
};
