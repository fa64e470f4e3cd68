import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import './animate.css';
import { type Easing, EASING_NAMES, type EasingName } from '../../../../domain/composition/fields/easing.js';
import { labelFor } from '../../words/labels.js';
import { EasingCurve } from './curve.js';

/** Whether all options are names of easings. */
export const areEasings = (options: ReadonlyArray<unknown>): boolean =>
  options.every((one) => EASING_NAMES.some((name) => name === one));

interface EasingFieldProps extends Omit<ComponentProps<'button'>, 'value'> {
  readonly label: string;
  readonly easing: Easing;
  readonly choose: (easing: EasingName) => void;
}

/** An easing, chosen by its curve; arrow keys try one after the other. */
export const EasingField = ({ label, easing, choose, ...button }: EasingFieldProps) => {
  const [isOpen, open] = useState(false);
  const [name, listId] = [useId(), useId()];
  const shown = typeof easing === 'string' ? labelFor(easing) : easing.join(', ');
  return (
    <div className="easing-field">
      <button
        {...button}
        type="button"
        aria-label={`${label}: ${shown}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => open(!isOpen)}
      >
        <EasingCurve easing={easing} />
        <span>{shown}</span> <ChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={listId} role="radiogroup" aria-label={label} className="easings">
          {EASING_NAMES.map((one) => (
            <label key={one}>
              <input type="radio" name={name} checked={one === easing} onChange={() => choose(one)} />
              <EasingCurve easing={one} />
              {labelFor(one)}
            </label>
          ))}
        </div>
      )}
    </div>
  );
};
