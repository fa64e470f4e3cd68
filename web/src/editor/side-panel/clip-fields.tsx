import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { assetOfSource } from '../../../../domain/asset/references.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { CaptionFiles } from '../add/caption-files.js';
import { CaptionLines } from '../add/caption-lines.js';
import { Transcript } from '../add/transcript.js';
import { KeyframePanel } from '../animate/keyframe-panel.js';
import { MotionPanel } from '../animate/motion-panel.js';
import { withLines, withWords, type Word } from '../caption-words.js';
import { withClip } from '../document.js';
import { CommonFirst } from '../form/common-first.js';
import { schemaOfClip } from '../form/schema.js';
import { SchemaForm } from '../form/schema-form.js';
import type { FormFields } from '../form/schema.js';
import { openGroupOf, schemaOfSection, type InspectorTab, withoutPixels } from '../form/sections.js';
import type { PlacedClip } from '../places.js';
import { ReplaceDialog } from '../media/replace-dialog.js';
import { Button } from '../../shared/buttons.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { withBothEnds, withEditedTimes } from './clip-times.js';
import { PlaceFields } from './place-fields.js';

interface ClipFieldsProps {
  readonly clip: Clip;
  readonly section: InspectorTab;
  /** Where it is on the timeline, if that is known. */
  readonly place: PlacedClip | undefined;
}

interface SectionFieldsProps extends ClipFieldsProps {
  readonly onChange: (fields: FormFields) => void;
}

/** The fields of which a clip has one: what it shows or plays. */
const CONTENTS = ['source', 'svg', 'speech'];

/** Replaces the file of a clip. */
const FileField = ({ id }: { readonly id: string }) => {
  const [isReplacing, setReplacing] = useState(false);
  return (
    <div className="field">
      <span className="field-name">{t('File')}</span>
      <div className="inputs">
        <Button icon={RefreshCw} text={t('Replace')} onClick={() => setReplacing(true)} />
      </div>
      {isReplacing && <ReplaceDialog id={id} close={() => setReplacing(false)} />}
    </div>
  );
};

/** The fields of a clip that a tab shows: its times with both its end and its duration, of which the document has one. */
const SectionFields = ({ clip, section, place, onChange: store }: SectionFieldsProps) => {
  const own = clip.timeFrame;
  const timeFrame = section === 'Time' ? withBothEnds(own, place && place.end - place.start) : own;
  const value: FormFields = { ...clip, timeFrame };
  const onChange = (fields: FormFields): void => {
    const edited = fields['timeFrame'] as FormFields;
    store(section === 'Time' ? { ...fields, timeFrame: withEditedTimes(own, timeFrame, edited) } : fields);
  };
  const schema = schemaOfSection(schemaOfClip(clip), section);
  const group = openGroupOf(clip, section) ?? '';
  const inside = schema.properties?.[group];
  const fields = value[group];
  const content = CONTENTS.find((name) => value[name] !== undefined);
  const isFile = content === 'source' && assetOfSource(String(value[content])) !== undefined;
  const unused = content === undefined ? [] : CONTENTS.filter((name) => isFile || name !== content);
  return (
    <div className="section">
      {isFile && section === 'Style' && <FileField id={clip.id ?? ''} />}
      {inside && (
        <CommonFirst
          schema={inside}
          path={group}
          value={isRecord(fields) ? fields : {}}
          onChange={(changed) => onChange({ ...value, [group]: changed })}
        />
      )}
      {section === 'Layout' ? (
        <CommonFirst schema={withoutPixels(schema, clip)} {...{ value, onChange }} />
      ) : (
        <SchemaForm schema={schema} value={value} without={[group, ...unused]} onChange={onChange} />
      )}
    </div>
  );
};

/** The content of a tab for a clip. */
export const ClipFields = ({ clip, section, place }: ClipFieldsProps) => {
  const { document, change } = useShared();
  const { start, end } = place ?? { start: 0, end: 1000 };
  const { id = '' } = clip;
  const say = (words: ReadonlyArray<Word>): void =>
    change(withClip(document, id, (one) => withWords(one, words)));
  return (
    <>
      {section === 'Layout' && <PlaceFields />}
      {section === 'Animate' && (
        <>
          <KeyframePanel />
          <MotionPanel />
        </>
      )}
      {section === 'Style' && clip.type === 'caption' && (
        <>
          <CaptionFiles clipId={id} />
          <Transcript length={end - start} change={say} />
          <CaptionLines
            {...{ clip, start }}
            change={(lines, gesture) =>
              change(
                withClip(document, id, (one) => withLines(one, lines)),
                gesture,
              )
            }
          />
        </>
      )}
      <SectionFields
        key={`${id} ${section}`}
        {...{ clip, section, place }}
        onChange={(fields) =>
          change(
            withClip(document, id, () => fields as unknown as Clip),
            `change ${id}`,
          )
        }
      />
    </>
  );
};
