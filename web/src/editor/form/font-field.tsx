import { createContext, useContext } from 'react';
import { type InputProps, inputProps } from './inputs.js';
import { t } from '../../words/words.js';

/** Font families to choose from, by where they come from. */
export interface FontChoices {
  readonly service: ReadonlyArray<string>;
  /** Families that the video adds. */
  readonly video: ReadonlyArray<string>;
}

export const FontsContext = createContext<FontChoices>({ service: [], video: [] });

/** A font family. One that is neither of the service nor of the video stays to choose. */
export const FontInput = (props: InputProps) => {
  const { service, video } = useContext(FontsContext);
  const { placeholder, ...common } = inputProps(props);
  const value = typeof props.value === 'string' ? props.value : '';
  const isKnown = value === '' || video.includes(value) || service.includes(value);
  const groups = [
    { label: t('Fonts of this video'), families: video },
    { label: t('Fonts of the service'), families: isKnown ? service : [value, ...service] },
  ];
  return (
    <select
      {...common}
      value={value}
      onChange={({ target }) => props.onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">{placeholder === '' ? '—' : t('{value} (default)', { value: placeholder })}</option>
      {groups.map(
        ({ label, families }) =>
          families.length > 0 && (
            <optgroup key={label} label={label}>
              {families.map((family) => (
                <option key={family}>{family}</option>
              ))}
            </optgroup>
          ),
      )}
    </select>
  );
};
