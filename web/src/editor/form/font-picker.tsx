import { Upload } from 'lucide-react';
import { useContext, useId, useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { useFileChoice } from '../../shared/use-file-choice.js';
import { useSeen } from '../../shared/use-seen.js';
import { t } from '../../words/words.js';
import { useShared } from '../shared.js';
import { type OwnFont, useFace } from './font-faces.js';
import { FontsContext } from './font-field.js';

interface Choice {
  /** Undefined: the default. */
  readonly family: string | undefined;
  readonly own?: OwnFont;
}

/** The name of a family in its own face, which is loaded when it comes into view. */
const Face = ({ family = '', own }: Choice) => {
  const { element, isSeen } = useSeen<HTMLSpanElement>();
  const fontFamily = useFace(family, own, isSeen);
  return (
    <span ref={element} style={{ fontFamily }}>
      {family}
    </span>
  );
};

interface FontPickerProps {
  readonly label: string;
  readonly value: string;
  /** The label of the default. */
  readonly standard: string;
  readonly onChange: (family: string | undefined) => void;
}

/** The families to choose from, grouped by origin; each family occurs once. */
const useGroups = (sought: string) => {
  const { service, video } = useContext(FontsContext);
  const listed = new Set<string>();
  const found = (fonts: ReadonlyArray<OwnFont | string>): ReadonlyArray<Choice> =>
    fonts.flatMap((font) => {
      const choice = typeof font === 'string' ? { family: font } : { family: font.family, own: font };
      const isRepeated = listed.has(choice.family);
      listed.add(choice.family);
      return isRepeated || !choice.family.toLowerCase().includes(sought.toLowerCase()) ? [] : [choice];
    });
  const standard: ReadonlyArray<Choice> = sought === '' ? [{ family: undefined }] : [];
  return [
    { title: t('Default'), fonts: standard },
    { title: t('Fonts of this video'), fonts: found(video) },
    { title: t('Fonts of the service'), fonts: found(service) },
  ].filter(({ fonts }) => fonts.length > 0);
};

/** Font families to choose from, each in its own face; arrow keys try one after the other. */
export const FontPicker = ({ label, value, standard, onChange }: FontPickerProps) => {
  const { uploads } = useShared();
  const [sought, seek] = useState('');
  const name = useId();
  const files = useFileChoice({
    label: t('Font files'),
    multiple: true,
    accept: '.ttf,.otf,.woff2',
    choose: uploads.add,
  });
  const groups = useGroups(sought.trim());
  return (
    <>
      {files.input}
      <input
        type="search"
        placeholder={t('Search')}
        aria-label={t('Search fonts')}
        value={sought}
        onChange={({ target }) => seek(target.value)}
      />
      <div role="radiogroup" aria-label={label} className="font-list">
        {groups.length === 0 && <p className="empty">{t('No font has this name.')}</p>}
        {groups.map(({ title, fonts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {fonts.map(({ family, ...font }) => (
              <label key={family ?? ''}>
                <input
                  type="radio"
                  name={name}
                  checked={value === (family ?? '')}
                  onChange={() => onChange(family)}
                />
                {family === undefined ? standard : <Face family={family} {...font} />}
              </label>
            ))}
          </section>
        ))}
      </div>
      <Button icon={Upload} text={t('Upload fonts')} onClick={files.open} />
    </>
  );
};
