import { useId, useState } from 'react';
import { loaded } from '../../shared/loaded.js';
import { DocumentColors } from './document-colors.js';
import { inputProps, type LabelledProps } from './inputs.js';
import { shownDefault } from './shown.js';
import { t, within } from '../../words/words.js';

/** The picker is loaded when it is first opened. */
const ColorPicker = loaded(async () => (await import('./color-picker.js')).ColorPicker);

/** Colours that the picker can show. */
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A colour: typed, or chosen in a picker. */
export const ColorInput = ({ label, ...props }: LabelledProps) => {
  const [isOpen, open] = useState(false);
  const pickerId = useId();
  const value = typeof props.value === 'string' ? props.value : '';
  const shown = value === '' ? shownDefault(props.schema) : value;
  return (
    <div className="color-field">
      <button
        type="button"
        className="swatch"
        aria-label={t('Choose {field}', { field: within(label) })}
        aria-expanded={isOpen}
        aria-controls={pickerId}
        onClick={() => open(!isOpen)}
      >
        <span style={{ background: HEX.test(shown) ? shown : 'transparent' }} />
      </button>
      <input
        {...inputProps(props)}
        maxLength={11}
        value={value}
        onChange={({ target }) => props.onChange(target.value === '' ? undefined : target.value)}
      />
      {isOpen && (
        <div id={pickerId} className="color-picker" role="group" aria-label={label}>
          <ColorPicker value={HEX.test(shown) ? shown : '#000000'} onChange={props.onChange} />
          <DocumentColors choose={props.onChange} />
        </div>
      )}
    </div>
  );
};
