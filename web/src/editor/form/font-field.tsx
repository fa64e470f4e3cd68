import { createContext, useContext } from 'react';
import { type InputProps, shared } from './inputs.js';
import { t } from '../../words/words.js';

/** Font families to choose from, by where they come from. */
export interface Fonts {
  readonly service: ReadonlyArray<string>;
  /** Families that the video adds. */
  readonly video: ReadonlyArray<string>;
}

export const FontsContext = createContext<Fonts>({ service: [], video: [] });

/** The name of a font family: chosen from a list, or typed. */
export const FontInput = (props: InputProps) => {
  const { service, video } = useContext(FontsContext);
  const value = typeof props.value === 'string' ? props.value : '';
  const change = (family: string): void => props.onChange(family === '' ? undefined : family);
  const groups = [
    { label: t('Fonts of this video'), families: video },
    { label: t('Fonts of the service'), families: service },
  ];
  return (
    <div className="font-field">
      <input
        {...shared(props)}
        maxLength={props.schema.maxLength}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
      <select
        aria-label={t('Choose a font')}
        value={[...video, ...service].includes(value) ? value : ''}
        onChange={({ target }) => change(target.value)}
      >
        <option value="">{t('Choose a font')}</option>
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
    </div>
  );
};
