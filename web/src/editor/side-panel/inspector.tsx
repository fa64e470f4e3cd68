import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Client } from '../../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { frameOf, timeIn } from '../animate/at-playhead.js';
import { type Animated, AnimatedContext } from '../animate/keyframe-button.js';
import { KeyframePanel } from '../animate/keyframe-panel.js';
import { MotionPanel } from '../animate/motion-panel.js';
import { labelOfClip } from '../clip-label.js';
import { CaptionFiles } from '../add/caption-files.js';
import { CaptionLines } from '../add/caption-lines.js';
import { withWords } from '../caption-words.js';
import { type Document, withClip } from '../document.js';
import type { Shared } from '../shared.js';
import { FontsContext } from '../form/font-field.js';
import { clipSchema, METADATA, type Schema } from '../form/schema.js';
import { SchemaForm } from '../form/schema-form.js';
import {
  commonAndOther,
  openGroupOf,
  schemaOfSection,
  type Section,
  sectionsOf,
  SECTION_NAMES,
} from '../form/sections.js';
import { useVariableFields, VariablesContext } from '../variables/variable-fields.js';
import { PlaceFields } from './place-fields.js';
import { Tabs } from './tabs.js';
import { t } from '../../words/words.js';
import { kindName } from '../../words/labels.js';

interface InspectorProps extends Shared {
  readonly client: Client;
  readonly videoId: string;
  readonly isSaved: boolean;
  readonly endGesture: () => void;
  readonly remove: () => void;
}

type Fields = Readonly<Record<string, unknown>>;

interface CommonFirstProps {
  readonly schema: Schema;
  readonly path?: string;
  readonly value: Fields;
  readonly onChange: (fields: Fields) => void;
}

/** The fields that most people want, and the others on demand. */
const CommonFirst = ({ schema, ...props }: CommonFirstProps) => {
  const [isOpen, open] = useState(false);
  const [common, other] = commonAndOther(schema);
  return (
    <>
      <SchemaForm schema={common} {...props} />
      {Object.keys(other.properties ?? {}).length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => open(currentTarget.open)}>
          <summary>{t('More')}</summary>
          {isOpen && <SchemaForm schema={other} {...props} />}
        </details>
      )}
    </>
  );
};

interface SectionFieldsProps {
  readonly clip: Clip;
  readonly section: Section;
  readonly onChange: (fields: Fields) => void;
}

/** The fields of a clip that a tab shows. */
const SectionFields = ({ clip, section, onChange }: SectionFieldsProps) => {
  const schema = schemaOfSection(clipSchema(clip.type), section);
  const value: Fields = { ...clip };
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
        // Where it lies is above, in pixels: how that is written is for those who look for it.
        <CommonFirst {...{ schema, value, onChange }} />
      ) : (
        <SchemaForm schema={schema} value={value} without={[group]} onChange={onChange} />
      )}
    </div>
  );
};

/** The fields of the video, while no clip is selected. */
const VideoFields = ({ document, change }: InspectorProps) => (
  <>
    <h2>{t('Video')}</h2>
    <CommonFirst
      schema={METADATA}
      value={{ ...document.metadata }}
      onChange={(metadata) =>
        change({ ...document, metadata: metadata as Document['metadata'] }, 'change the video')
      }
    />
  </>
);

const RemoveButton = ({ text, remove }: { readonly text: string; readonly remove: () => void }) => (
  <button type="button" className="danger quiet" onClick={remove}>
    <Trash2 size={15} aria-hidden="true" /> {text}
  </button>
);

/** Where several clips lie: what they have in common. */
const SeveralFields = (props: InspectorProps) => (
  <>
    <h2>{t('{count, plural, one {# clip} other {# clips}}', { count: props.selection.length })}</h2>
    <PlaceFields {...props} />
    <RemoveButton text={t('Delete these clips')} remove={props.remove} />
  </>
);

/** The selected clip, as it is written and as it is at the playhead. */
const animatedOf = ({ document, change, atPlayhead, selected, places, ms }: Shared): Animated | undefined => {
  const of = ({ clips }: Document): Clip | undefined => clips.find(({ id }) => id === selected);
  const [clip, now] = [of(document), of(atPlayhead.document)];
  const place = places.clips.find(({ id }) => id === selected);
  if (!clip || !now) return undefined;
  return {
    clip,
    shown: now,
    place,
    time: place ? timeIn(place, ms) : 0,
    frame: frameOf(places),
    change: (next, gesture) =>
      change(
        withClip(document, selected ?? '', () => next),
        gesture,
      ),
  };
};

/** Every field of the selected clip, or of the video if none is selected. */
const InspectedFields = (props: InspectorProps) => {
  const { remove, client, videoId, isSaved, endGesture, seek, playback } = props;
  const [wanted, show] = useState<Section>('Style');
  const shown = { ...props, ...props.atPlayhead };
  const animated = animatedOf(props);
  if (!animated) return <VideoFields {...props} />;
  if (props.selection.length > 1) return <SeveralFields {...shown} />;
  // Keyframes themselves are changed where they are written, all else as it is at the playhead.
  const sections = sectionsOf(clipSchema(animated.clip.type));
  const section = sections.includes(wanted) ? wanted : 'Style';
  const { document, change } = section === 'Animate' ? props : shown;
  const clip = section === 'Animate' ? animated.clip : animated.shown;
  const { id = '' } = clip;
  return (
    <AnimatedContext value={animated}>
      <h2 className="inspected">
        <span className={`kind ${clip.type}`}>{kindName(clip.type)}</span> {labelOfClip(clip)}
      </h2>
      <Tabs label={t('Fields')} names={sections} titles={SECTION_NAMES} shown={section} show={show}>
        {section === 'Layout' && <PlaceFields {...shown} />}
        {section === 'Animate' && (
          <>
            <KeyframePanel {...{ seek, endGesture }} change={animated.change} />
            <MotionPanel />
          </>
        )}
        {section === 'Style' && clip.type === 'caption' && (
          <>
            <CaptionFiles {...{ client, videoId, isSaved }} clipId={id} />
            <CaptionLines
              {...{ clip, seek, playback }}
              start={animated.place?.start ?? 0}
              change={(words) => change(withClip(document, id, (one) => withWords(one, words)))}
            />
          </>
        )}
        <SectionFields
          key={`${id} ${section}`}
          clip={clip}
          section={section}
          onChange={(fields) =>
            change(
              withClip(document, id, () => fields as unknown as Clip),
              `change ${id}`,
            )
          }
        />
      </Tabs>
      <RemoveButton text={t('Delete this clip')} remove={remove} />
    </AnimatedContext>
  );
};

/** The fields of the selected clip or of the video, with the fonts that there are. */
export const Inspector = (props: InspectorProps) => {
  const { client, document } = props;
  const { data } = useQuery({
    queryKey: ['fonts'],
    queryFn: () => bodyOf(client.api.GET('/v1/fonts')),
    staleTime: Infinity,
  });
  const added = document.metadata.fonts;
  const fonts = useMemo(
    () => ({
      service: data?.data.map(({ family }) => family) ?? [],
      video: [...new Set(added?.map(({ family }) => family))],
    }),
    [data, added],
  );
  const inspected = document.clips.find(({ id }) => id === props.selected);
  const variables = useVariableFields(props, inspected?.id);
  return (
    <FontsContext value={fonts}>
      <VariablesContext value={variables}>
        <InspectedFields {...props} />
      </VariablesContext>
    </FontsContext>
  );
};
