import { ChevronDown } from 'lucide-react';
import { createContext, useContext, useId, useState } from 'react';
import { loaded } from '../../shared/loaded.js';
import { inputProps, type LabelledProps } from './inputs.js';
import type { OwnFont } from './font-faces.js';
import { t } from '../../words/words.js';

/** The picker, which shows the faces, is loaded when it is first opened. */
const FontPicker = loaded(async () => (await import('./font-picker.js')).FontPicker);

/** Font families to choose from, by origin. */
export interface FontChoices {
  readonly service: ReadonlyArray<string>;
  /** The families that the video adds, with one font of each. */
  readonly video: ReadonlyArray<OwnFont>;
}

export const FontsContext = createContext<FontChoices>({ service: [], video: [] });

/** A font family, chosen from a list of faces. */
export const FontInput = ({ label, ...props }: LabelledProps) => {
  const [isOpen, open] = useState(false);
  const pickerId = useId();
  const value = typeof props.value === 'string' ? props.value : '';
  const { placeholder, ...common } = inputProps(props);
  const { service, video } = useContext(FontsContext);
  const isKnown = [...service, ...video.map(({ family }) => family)].includes(value.split(',')[0] ?? '');
  const standard = placeholder === '' ? '—' : t('{value} (default)', { value: placeholder });
  return (
    <div className="font-field">
      <button
        {...common}
        type="button"
        aria-expanded={isOpen}
        aria-controls={pickerId}
        title={value === '' || isKnown ? undefined : t('Neither the service nor this video has this font.')}
        onClick={() => open(!isOpen)}
      >
        <span>{value === '' ? standard : value}</span> <ChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={pickerId} className="font-picker" role="group" aria-label={label}>
          <FontPicker {...{ label, value, standard }} onChange={props.onChange} />
        </div>
      )}
    </div>
  );
};
