import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { frameLength, timeIn } from '../animate/at-playhead.js';
import { type Animated, AnimatedContext } from '../animate/keyframe-button.js';
import { labelOfClip } from '../clip-label.js';
import { type Document, withClip } from '../document.js';
import { type Shared, useAccess, useShared } from '../shared.js';
import { FieldProblems } from '../form/field-problems.js';
import { FontsContext } from '../form/font-field.js';
import { CommonFirst } from '../form/common-first.js';
import { clipSchema, METADATA } from '../form/schema.js';
import { type InspectorTab, sectionOf, sectionsOf, TAB_NAMES } from '../form/sections.js';
import { AtPlayhead } from '../animate/use-at-playhead.js';
import { useVariableFields, VariablesContext } from '../variables/variable-fields.js';
import { ClipFields } from './clip-fields.js';
import { PlaceFields } from './place-fields.js';
import { problemText } from '../problem-text.js';
import { Tabs } from './tabs.js';
import { t } from '../../words/words.js';
import { kindTitle } from '../../words/labels.js';

/** The fields of the video, while no clip is selected. */
const VideoFields = () => {
  const { document, change } = useShared();
  return (
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
};

const RemoveButton = ({ text }: { readonly text: string }) => {
  const { remove } = useShared().actions;
  return <Button icon={Trash2} text={text} className="danger quiet" onClick={remove} />;
};

/** The fields that several clips have in common: their positions. */
const SeveralFields = () => (
  <>
    <h2>{t('{count, plural, one {# clip} other {# clips}}', { count: useShared().selection.length })}</h2>
    <PlaceFields />
    <RemoveButton text={t('Delete these clips')} />
  </>
);

/** The selected clip, in the document and at the playhead. */
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
    frame: frameLength(places),
    change: (next, gesture) =>
      change(
        withClip(document, selected ?? '', () => next),
        gesture,
      ),
  };
};

/** The field at a path, the first one within it, or else one around it. */
const fieldAt = (path: string): HTMLElement | null => {
  if (path === '') return null;
  const [exact, within] = ['=', '^='].map((is) =>
    document.querySelector<HTMLElement>(`.side [name${is}"${CSS.escape(path)}"]`),
  );
  return exact ?? within ?? fieldAt(path.replace(/(?:^|[.[])[^.[]*$/, ''));
};

/** Focuses the field at a path, and opens what it is in. */
const focusField = (path: string): void => {
  const field = fieldAt(path);
  for (let group = field?.closest('details'); group; group = group.parentElement?.closest('details'))
    group.open = true;
  field?.focus();
};

/** The tab of the inspector. A field that is sought has its tab shown, and is focused there. */
const useInspectorTab = () => {
  const { soughtField, seekField } = useShared();
  const [wanted, show] = useState<InspectorTab>('Style');
  useEffect(() => {
    if (soughtField === undefined) return;
    const section = sectionOf(/^\w*/.exec(soughtField)?.[0] ?? '');
    show(section);
    if (section !== wanted) return;
    focusField(soughtField);
    seekField(undefined);
  }, [soughtField, seekField, wanted]);
  return [wanted, show] as const;
};

/** What is wrong with the fields of the selected clip or of the video, by their paths. */
const fieldProblems = ({ problems, document, selected }: Shared): ReadonlyMap<string, string> =>
  new Map(
    problems.flatMap((problem) => {
      const { of } = problemText(problem, document.clips);
      return of && of.clipId === selected ? [[of.path, of.message] as const] : [];
    }),
  );

/** Every field of the selected clip, or of the video if none is selected. */
const InspectedFields = () => {
  const shared = useShared();
  const [wanted, show] = useInspectorTab();
  const animated = animatedOf(shared);
  const problems = fieldProblems(shared);
  if (!animated)
    return (
      <FieldProblems value={problems}>
        <VideoFields />
      </FieldProblems>
    );
  if (shared.selection.length > 1)
    return (
      <AtPlayhead>
        <SeveralFields />
      </AtPlayhead>
    );
  const { clip, shown, place } = animated;
  const sections = sectionsOf(clipSchema(clip.type));
  const section = sections.includes(wanted) ? wanted : 'Style';
  return (
    <AnimatedContext value={animated}>
      <h2 className="inspected">
        <span className={`kind ${clip.type}`}>{kindTitle(clip.type)}</span>{' '}
        {place?.label ?? labelOfClip(clip)}
      </h2>
      <Tabs label={t('Fields')} names={sections} titles={TAB_NAMES} shown={section} show={show}>
        {/* Keyframes are edited in the document itself, everything else at the playhead. */}
        <FieldProblems value={problems}>
          {section === 'Animate' || section === 'Advanced' ? (
            <ClipFields {...{ clip, section, place }} />
          ) : (
            <AtPlayhead>
              <ClipFields clip={shown} {...{ section, place }} />
            </AtPlayhead>
          )}
        </FieldProblems>
      </Tabs>
      <RemoveButton text={t('Delete this clip')} />
    </AnimatedContext>
  );
};

/** The fields of the selected clip or of the video, with the available fonts. */
export const Inspector = () => {
  const { client } = useAccess();
  const { document, change, selected } = useShared();
  const { data } = useQuery({
    queryKey: ['fonts'],
    queryFn: () => bodyOf(client.api.GET('/v1/fonts')),
    staleTime: Infinity,
  });
  const added = document.metadata.fonts;
  const fonts = useMemo(
    () => ({ service: data?.data.map(({ family }) => family) ?? [], video: added ?? [] }),
    [data, added],
  );
  const inspected = document.clips.find(({ id }) => id === selected);
  const variables = useVariableFields({ document, change }, inspected?.id);
  return (
    <FontsContext value={fonts}>
      <VariablesContext value={variables}>
        <InspectedFields />
      </VariablesContext>
    </FontsContext>
  );
};
