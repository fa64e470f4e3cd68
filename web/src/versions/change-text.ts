import type { components } from '../../../clients/typescript/core/api.js';
import { labelFor } from '../words/labels.js';
import { t, within } from '../words/words.js';

/** The changes of a version in one line: `restored version 2: changed name; changed 1 clip` */
export const changeText = ({
  changes,
  restoredFrom,
}: Pick<components['schemas']['VideoVersion'], 'changes' | 'restoredFrom'>): string => {
  if (!changes) return t('created');
  const { metadata, clipsAdded, clipsRemoved, clipsChanged, clipsReordered } = changes;
  const others = (['version', 'additional', 'variables'] as const).filter((name) => changes[name] === true);
  const fields = [...metadata, ...others].map((name) => within(labelFor(name))).join(', ');
  const [added, removed, changed] = [clipsAdded, clipsRemoved, clipsChanged].map(({ length }) => length);
  const parts = [
    fields && t('changed {fields}', { fields }),
    added && t('added {count, plural, one {# clip} other {# clips}}', { count: added }),
    removed && t('removed {count, plural, one {# clip} other {# clips}}', { count: removed }),
    changed && t('changed {count, plural, one {# clip} other {# clips}}', { count: changed }),
    clipsReordered && t('reordered clips'),
  ]
    .filter(Boolean)
    .join('; ');
  return restoredFrom === undefined
    ? parts
    : t('restored version {version}: {parts}', { version: restoredFrom, parts });
};
