import { Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { timedGroups } from '../../../../domain/composition/captions/caption-groups.js';
import { lengthText } from '../../shared/texts.js';
import { useTyped } from '../../shared/use-typed.js';
import { type CaptionClip, spreadWords, type Word, wordsOf } from '../caption-words.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { CaptionSearch, replacedIn } from './caption-search.js';

/** The default of `maxWordsInFrame`. */
const DEFAULT_WORDS = 5;

/** The words of a corrected line. They keep their times if their number is the same, and else are spread by length. */
export const correctedWords = (line: ReadonlyArray<Word>, text: string): ReadonlyArray<Word> => {
  const said = text.split(/\s+/).filter((word) => word !== '');
  if (said.length === line.length) return line.map((word, index) => ({ ...word, word: said[index] ?? '' }));
  return spreadWords(text, { start: line[0]?.start ?? 0, end: line.at(-1)?.end ?? 0 }, line[0]);
};

interface LineProps {
  readonly text: string;
  readonly time: string;
  readonly isFound: boolean;
  readonly correct: (text: string) => void;
  readonly play: () => void;
}

/** A line that can be edited. Enter moves the focus to the next line. */
const Line = ({ text, time, isFound, correct, play }: LineProps) => {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFound) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isFound]);
  const { input } = useTyped(text, correct);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input');
    if (event.key === 'Enter' && next) next.focus();
    else input.onKeyDown(event);
  };
  return (
    <li ref={item} className={isFound ? 'found' : undefined}>
      <button
        type="button"
        className="thread-time"
        aria-label={t('Play from {time}', { time })}
        onClick={play}
      >
        <Play size={11} aria-hidden="true" /> {time}
      </button>
      <input
        aria-label={t('Said at {time}', { time })}
        dir="auto"
        onFocus={({ target }) => target.select()}
        {...input}
        onKeyDown={onKeyDown}
      />
    </li>
  );
};

interface CaptionLinesProps {
  readonly clip: CaptionClip;
  /** When the clip starts, ms. */
  readonly start: number;
  readonly change: (words: ReadonlyArray<Word>) => void;
}

/** The words of a caption clip line by line, to be compared with the sound and corrected. */
export const CaptionLines = ({ clip, start, change }: CaptionLinesProps) => {
  const { seek, playback } = useShared();
  const words = wordsOf(clip).toSorted((a, b) => a.start - b.start);
  const { maxWordsInFrame = DEFAULT_WORDS } = clip.captionProperties;
  const lines = timedGroups({ words, maxWordsInFrame }).map((line) => ({
    ...line,
    text: line.words.map(({ word }) => word).join(' '),
  }));
  const [found, setFound] = useState<number>();
  const timeOf = (inClip: number): number => Math.max(0, start + inClip - (clip.timeFrame.offset ?? 0));
  return (
    <section className="caption-lines" aria-label={t('What is said')}>
      <CaptionSearch
        lines={lines}
        show={(hit) => {
          setFound(hit?.line);
          if (hit) seek(timeOf(hit.at));
        }}
        replace={(sought, by) =>
          change(
            lines.flatMap(({ words: before, text }) => {
              const after = replacedIn(text, sought, by);
              return after === text ? before : correctedWords(before, after);
            }),
          )
        }
      />
      <ol>
        {lines.map((line, index) => {
          const at = timeOf(line.from);
          return (
            <Line
              key={index}
              text={line.text}
              isFound={index === found}
              time={lengthText(at, true)}
              correct={(text) =>
                change(lines.flatMap((one) => (one === line ? correctedWords(line.words, text) : one.words)))
              }
              play={() => {
                seek(at);
                playback.play();
              }}
            />
          );
        })}
      </ol>
    </section>
  );
};
