import { labelFor } from '../words/labels.js';
import { t, within } from '../words/words.js';

/** What the service says of the changes of a version, and the same in the language of the page. */
const SAID: ReadonlyArray<readonly [RegExp, (value: string) => string]> = [
  [/^created$/, () => t('created')],
  [
    /^added (\d+) clips?$/,
    (count) => t('added {count, plural, one {# clip} other {# clips}}', { count: Number(count) }),
  ],
  [
    /^removed (\d+) clips?$/,
    (count) => t('removed {count, plural, one {# clip} other {# clips}}', { count: Number(count) }),
  ],
  [
    /^changed (\d+) clips?$/,
    (count) => t('changed {count, plural, one {# clip} other {# clips}}', { count: Number(count) }),
  ],
  [/^reordered clips$/, () => t('reordered clips')],
  [
    /^changed (.+)$/,
    (fields) => t('changed {fields}', { fields: fields.split(', ').map(labelFor).map(within).join(', ') }),
  ],
];

const partText = (part: string): string => {
  const [found, say] = SAID.find(([pattern]) => pattern.test(part)) ?? [];
  return found && say ? say(found.exec(part)?.[1] ?? '') : part;
};

/** The changes of a version in one line: `restored version 2: changed 1 clip; changed name` */
export const changeText = (change: string): string => {
  const [, version, what = change] = /^restored version (\d+): (.*)$/.exec(change) ?? [];
  const parts = what.split('; ').map(partText).join('; ');
  return version === undefined ? parts : t('restored version {version}: {parts}', { version, parts });
};
