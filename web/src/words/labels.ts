import { t, wordsFor } from './words.js';

/** Names of the API that are written in capitals. */
const IN_CAPITALS = /^(?:[a-z]+\d+|webm|mov|gif|webp|png|jpg|wav|m4a|hls|srt|vtt|lut|svg|fps)$/;

/** Names of the API that users may not understand, and clearer ones; some only as a part of others. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  highlightTextProperties: 'Spoken word',
  nonHighlightTextProperties: 'Other words',
  maxWordsInFrame: 'Words at a time',
  forEach: 'Repeat for each',
  when: 'Shown if',
  'duck.when': 'While these are heard',
  'when.speech': 'Any speech',
};

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * A name of the API in words: `fontSize` and `font-size` as `Font size`, in English.
 * @param of the name of the field that it is a part or a choice of
 */
export const labelOf = (name: string, of = ''): string => {
  if (IN_CAPITALS.test(name)) return name.toUpperCase();
  const other = OTHER_WORDS[`${of}.${name}`] ?? OTHER_WORDS[name];
  if (other !== undefined) return other;
  return capitalized(
    name
      .replaceAll('-', ' ')
      .replaceAll(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`),
  );
};

/** A name of the API in words of the language of the page. */
export const labelFor = (name: string, of?: string): string => wordsFor(labelOf(name, of));

/** The choices of fields that are off, on or a number, and the number that such a field begins with: one with an effect. */
const SWITCHES: Readonly<
  Record<string, { readonly on: string; readonly amount: string; readonly first: number }>
> = {
  loop: { on: t('Always'), amount: t('Number of times'), first: 2 },
  denoise: { on: t('On'), amount: t('Decibels'), first: 12 },
};

/** The same by the path of the field. */
export const switchOf = (path: string) =>
  SWITCHES[path.split('.').at(-1) ?? ''] ?? { on: t('On'), amount: t('Number'), first: 1 };

/** The names of font weights (CSS Fonts, level 4, 2.2.1). */
export const WEIGHTS: Readonly<Record<string, string>> = {
  100: t('Thin'),
  200: t('Extra light'),
  300: t('Light'),
  400: t('Regular'),
  500: t('Medium'),
  600: t('Semibold'),
  700: t('Bold'),
  800: t('Extra bold'),
  900: t('Black'),
};

const KINDS: Readonly<Record<string, string>> = {
  text: t('text'),
  shape: t('shape'),
  caption: t('caption'),
  video: t('video'),
  image: t('image'),
  audio: t('audio'),
  group: t('group'),
  progress: t('progress'),
  waveform: t('waveform'),
  subtitles: t('subtitles'),
  font: t('font'),
};

/** The name of a clip type or media kind. */
export const kindName = (kind: string): string => KINDS[kind] ?? kind;

/** The same, capitalized as a label. */
export const kindTitle = (kind: string): string => capitalized(kindName(kind));
