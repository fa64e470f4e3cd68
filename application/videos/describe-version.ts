import type { CompositionChanges } from '../../domain/composition/changes.js';

const count = (ids: ReadonlyArray<string>, verb: string): ReadonlyArray<string> =>
  ids.length === 0 ? [] : [`${verb} ${ids.length} ${ids.length === 1 ? 'clip' : 'clips'}`];

const describeChanges = (changes: CompositionChanges): string =>
  [
    ...(changes.version ? ['changed the format version'] : []),
    ...(changes.metadata.length > 0 ? [`changed ${changes.metadata.join(', ')}`] : []),
    ...count(changes.clipsAdded, 'added'),
    ...count(changes.clipsRemoved, 'removed'),
    ...count(changes.clipsChanged, 'changed'),
    ...(changes.clipsReordered ? ['reordered clips'] : []),
    ...(changes.additional ? ['changed additional'] : []),
    ...(changes.renderOptionsInUI === true ? ['changed renderOptionsInUI'] : []),
    ...(changes.variables === true ? ['changed variables'] : []),
  ].join('; ');

/** Summarises the changes of a version in one line; `changes` is undefined for the first version. */
export const describeVersion = (changes: CompositionChanges | undefined, restoredFrom?: number): string => {
  if (!changes) return 'created';
  const summary = describeChanges(changes);
  return restoredFrom === undefined ? summary : `restored version ${restoredFrom}: ${summary}`;
};
