import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import type { Word } from '../caption-words.js';

interface SearchedLine {
  readonly text: string;
  readonly words: ReadonlyArray<Word>;
}

/** An occurrence of a searched text. */
export interface Hit {
  /** The index of the line. */
  readonly line: number;
  /** When its first word begins, in ms from the start of the captions. */
  readonly at: number;
}

const folded = (text: string): string => text.toLocaleLowerCase();

/** The lines that contain a text, in order, each with its first occurrence. */
export const hitsOf = (lines: ReadonlyArray<SearchedLine>, sought: string): ReadonlyArray<Hit> =>
  sought.trim() === ''
    ? []
    : lines.flatMap(({ text, words }, line) => {
        const from = folded(text).indexOf(folded(sought.trim()));
        const word = words[text.slice(0, from).split(' ').length - 1];
        return from < 0 || !word ? [] : [{ line, at: word.start }];
      });

/** Replaces every occurrence of a text, ignoring case. */
export const replacedIn = (text: string, sought: string, by: string): string =>
  text.replaceAll(
    new RegExp(sought.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'giu'),
    () => by,
  );

interface CaptionSearchProps {
  readonly lines: ReadonlyArray<SearchedLine>;
  /** Shows a hit; undefined if nothing is searched or found. */
  readonly show: (hit: Hit | undefined) => void;
  readonly replace: (sought: string, by: string) => void;
}

/** Finds words in captions. Enter moves to the next hit, Shift+Enter to the previous one. */
export const CaptionSearch = ({ lines, show, replace }: CaptionSearchProps) => {
  const [sought, seek] = useState('');
  const [by, setBy] = useState('');
  const [place, setPlace] = useState(0);
  const hits = hitsOf(lines, sought);
  const goTo = (index: number, among = hits): void => {
    const next = among.length === 0 ? 0 : (index + among.length) % among.length;
    setPlace(next);
    show(among[next]);
  };
  const onKeyDown = ({ key, shiftKey }: KeyboardEvent): void => {
    if (key === 'Enter') goTo(place + (shiftKey ? -1 : 1));
  };
  return (
    <div className="caption-search" role="search">
      <input
        type="search"
        aria-label={t('Find in what is said')}
        placeholder={t('Find')}
        value={sought}
        onChange={({ target: { value } }) => {
          seek(value);
          goTo(0, hitsOf(lines, value));
        }}
        onKeyDown={onKeyDown}
      />
      <small role="status">
        {sought.trim() !== '' &&
          (hits.length === 0
            ? t('Not found')
            : t('{place} of {count}', { place: Math.min(place, hits.length - 1) + 1, count: hits.length }))}
      </small>
      {hits.length > 0 && (
        <>
          <input
            aria-label={t('Replace by')}
            placeholder={t('Replace by')}
            value={by}
            onChange={({ target }) => setBy(target.value)}
          />
          <Button text={t('Replace all')} onClick={() => replace(sought, by)} />
        </>
      )}
    </div>
  );
};
