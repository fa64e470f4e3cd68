import * as t from 'io-ts';
import { sameJson } from '../codec/json.js';
import { stored } from '../codec/stored.js';
import type { Composition } from './composition.js';

/** The changes of a new version: names of metadata fields, ids of clips. */
export const CompositionChanges = stored(
  {
    metadata: t.readonlyArray(t.string),
    clipsAdded: t.readonlyArray(t.string),
    clipsRemoved: t.readonlyArray(t.string),
    clipsChanged: t.readonlyArray(t.string),
    clipsReordered: t.boolean,
    additional: t.boolean,
  },
  { version: t.boolean, renderOptionsInUI: t.boolean, variables: t.boolean },
);
export type CompositionChanges = t.TypeOf<typeof CompositionChanges>;

type MetadataField = keyof Composition['metadata'];

const metadataFields = (before: Composition, after: Composition): ReadonlyArray<MetadataField> => [
  ...new Set([...Object.keys(after.metadata), ...Object.keys(before.metadata)] as MetadataField[]),
];

/** The differences between two compositions of one video, or undefined if there are none. */
export const changesBetween = (before: Composition, after: Composition): CompositionChanges | undefined => {
  const old = new Map(before.clips.map((clip) => [clip.id, clip]));
  const now = new Set(after.clips.map(({ id }) => id));
  const kept = before.clips.filter(({ id }) => now.has(id)).map(({ id }) => id);
  const changes: CompositionChanges = {
    version: before.version !== after.version,
    metadata: metadataFields(before, after).filter(
      (name) => !sameJson(before.metadata[name], after.metadata[name]),
    ),
    clipsAdded: after.clips.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    clipsRemoved: before.clips.filter(({ id }) => !now.has(id)).map(({ id }) => id),
    clipsChanged: after.clips
      .filter((clip) => old.has(clip.id) && !sameJson(clip, old.get(clip.id)))
      .map(({ id }) => id),
    clipsReordered: !sameJson(
      kept,
      after.clips.filter(({ id }) => old.has(id)).map(({ id }) => id),
    ),
    additional: !sameJson(before.additional, after.additional),
    ...(sameJson(before.renderOptionsInUI, after.renderOptionsInUI) ? {} : { renderOptionsInUI: true }),
    ...(sameJson(before.variables, after.variables) ? {} : { variables: true }),
  };
  const touched = Object.values(changes).some(
    (change) => change === true || (Array.isArray(change) && change.length > 0),
  );
  return touched ? changes : undefined;
};
