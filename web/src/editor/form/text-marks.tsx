import { Bold, Italic, Underline } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import { isPlaceholder } from './field-rows.js';
import type { FormFields, FormProps, Schema } from './schema.js';

/** The fields that the buttons replace; the weight also has a field of its own. */
const STYLE = 'fontStyle';
const LINE = 'underline';

/** The weight of bold text, and the least weight that counts as bold. */
const BOLD = 700;
const LEAST_BOLD = 600;

/** What a text form shows for a field: the buttons (`marks`) for the first field that they replace, `nothing` for the other. */
export const markedAs = (
  name: string,
  { properties = {} }: Schema,
  value: FormFields,
): 'marks' | 'nothing' | 'field' => {
  if (name !== STYLE && name !== LINE) return 'field';
  // Fields without defaults are those of a part of a text, which inherits the emphasis of the text.
  if (properties[STYLE]?.default === undefined || properties[LINE]?.default === undefined) return 'field';
  if (isPlaceholder(value[STYLE]) || isPlaceholder(value[LINE])) return 'field';
  return name === STYLE ? 'marks' : 'nothing';
};

interface TextMarksProps extends Pick<FormProps, 'schema' | 'value'> {
  readonly set: (name: string, value: unknown) => void;
}

/** Bold, italic and underlined, as one row of buttons. */
export const TextMarks = ({ schema, value, set }: TextMarksProps) => {
  const id = useId();
  const now = (name: string): unknown => value[name] ?? schema.properties?.[name]?.default;
  const isBold = Number(now('fontWeight')) >= LEAST_BOLD;
  const isItalic = now(STYLE) === 'italic';
  const isUnderlined = now(LINE) === true;
  return (
    <div className="field">
      <span id={id} className="field-name">
        {t('Emphasis')}
      </span>
      <div className="inputs">
        <div className="icon-choice" role="group" aria-labelledby={id}>
          {now('fontWeight') !== undefined && !isPlaceholder(now('fontWeight')) && (
            <IconButton
              icon={Bold}
              name={t('Bold')}
              aria-pressed={isBold}
              onClick={() => set('fontWeight', isBold ? undefined : BOLD)}
            />
          )}
          <IconButton
            icon={Italic}
            name={t('Italic')}
            aria-pressed={isItalic}
            onClick={() => set(STYLE, isItalic ? undefined : 'italic')}
          />
          <IconButton
            icon={Underline}
            name={t('Underlined')}
            aria-pressed={isUnderlined}
            onClick={() => set(LINE, isUnderlined ? undefined : true)}
          />
        </div>
      </div>
    </div>
  );
};
