import type { Clip } from '../../../../clients/typescript/core/types.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { CaptionFiles } from '../add/caption-files.js';
import { CaptionLines } from '../add/caption-lines.js';
import { Transcript } from '../add/transcript.js';
import { KeyframePanel } from '../animate/keyframe-panel.js';
import { MotionPanel } from '../animate/motion-panel.js';
import { withWords, type Word } from '../caption-words.js';
import { withClip } from '../document.js';
import { CommonFirst } from '../form/common-first.js';
import { clipSchema } from '../form/schema.js';
import { SchemaForm } from '../form/schema-form.js';
import type { FormFields } from '../form/schema.js';
import { openGroupOf, schemaOfSection, type InspectorTab, withoutPixels } from '../form/sections.js';
import { useShared } from '../shared.js';
import { withBothEnds, withEditedTimes } from './clip-times.js';
import { PlaceFields } from './place-fields.js';

interface SectionFieldsProps {
  readonly clip: Clip;
  readonly section: InspectorTab;
  readonly onChange: (fields: FormFields) => void;
}

/** A clip with both its end and its duration, of which the document has one, and what stores an edit of it. */
const useBothEnds = ({ clip, onChange }: SectionFieldsProps) => {
  const place = useShared().places.clips.find(({ id }) => id === clip.id);
  const own = clip.timeFrame;
  const timeFrame = withBothEnds(own, place && place.end - place.start);
  const store = (fields: FormFields): void =>
    onChange({
      ...fields,
      timeFrame: withEditedTimes(own, timeFrame, fields['timeFrame'] as FormFields),
    });
  return { value: { ...clip, timeFrame } as FormFields, store };
};

/** The fields of a clip that a tab shows. */
const SectionFields = (props: SectionFieldsProps) => {
  const { clip, section } = props;
  const bothEnds = useBothEnds(props);
  const [value, onChange] =
    section === 'Time' ? [bothEnds.value, bothEnds.store] : [{ ...clip } as FormFields, props.onChange];
  const schema = schemaOfSection(clipSchema(clip.type), section);
  const group = openGroupOf(clip, section) ?? '';
  const inside = schema.properties?.[group];
  const fields = value[group];
  return (
    <div className="section">
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
        <SchemaForm schema={schema} value={value} without={[group]} onChange={onChange} />
      )}
    </div>
  );
};

interface ClipFieldsProps {
  readonly clip: Clip;
  readonly section: InspectorTab;
  /** When the clip starts and ends, ms. */
  readonly start: number;
  readonly end: number;
}

/** The content of a tab for a clip. */
export const ClipFields = ({ clip, section, start, end }: ClipFieldsProps) => {
  const { document, change } = useShared();
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
          <CaptionLines {...{ clip, start }} change={say} />
        </>
      )}
      <SectionFields
        key={`${id} ${section}`}
        {...{ clip, section }}
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
