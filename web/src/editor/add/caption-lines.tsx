import { Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { timedGroups } from '../../../../domain/composition/captions/caption-groups.js';
import { firstFrameFrom, frameRate, instantOf } from '../../../../domain/composition/timeline.js';
import { lengthText } from '../../shared/texts.js';
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
  /** Shows the line on the stage. */
  readonly show: () => void;
  readonly correct: (text: string) => void;
  /** Typing ended. */
  readonly end: () => void;
  readonly play: () => void;
}

/** A line that can be edited. Enter moves the focus to the next line, and Escape restores what it was. */
const Line = ({ text, time, isFound, show, correct, end, play }: LineProps) => {
  const item = useRef<HTMLLIElement>(null);
  const [typed, type] = useState<string>();
  useEffect(() => {
    if (isFound) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isFound]);
  const write = (written: string): void => {
    type(written);
    correct(written);
  };
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
    const next = currentTarget.closest('li')?.nextElementSibling?.querySelector('input');
    if (key === 'Enter' && next) next.focus();
    else if (key === 'Enter') currentTarget.blur();
    else if (key === 'Escape' && typed !== undefined) write(text);
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
        value={typed ?? text}
        onFocus={({ target }) => {
          target.select();
          show();
        }}
        onChange={({ target }) => write(target.value)}
        onBlur={() => {
          type(undefined);
          end();
        }}
        onKeyDown={onKeyDown}
      />
    </li>
  );
};

interface CaptionLinesProps {
  readonly clip: CaptionClip;
  /** When the clip starts, ms. */
  readonly start: number;
  readonly change: (words: ReadonlyArray<Word>, gesture?: string) => void;
}

/** The words that a caption shows together. */
const linesOf = (clip: CaptionClip) => {
  const words = wordsOf(clip).toSorted((a, b) => a.start - b.start);
  const { maxWordsInFrame = DEFAULT_WORDS } = clip.captionProperties;
  return timedGroups({ words, maxWordsInFrame }).map((line) => ({
    ...line,
    text: line.words.map(({ word }) => word).join(' '),
  }));
};

/** The words of a caption clip line by line, to be compared with the sound and corrected. */
export const CaptionLines = ({ clip, start, change }: CaptionLinesProps) => {
  const { seek, playback, ms, places, endGesture } = useShared();
  /** The lines before one of them is typed: it keeps its place and the times of its words until that ends. */
  const [before, keep] = useState<ReturnType<typeof linesOf>>();
  const lines = before ?? linesOf(clip);
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
              show={() => {
                const rate = frameRate(places.fps);
                if (ms < at || ms >= timeOf(line.until)) seek(instantOf(firstFrameFrom(at, rate), rate));
              }}
              correct={(text) => {
                keep(lines);
                change(
                  lines.flatMap((one) => (one === line ? correctedWords(line.words, text) : one.words)),
                  `say ${clip.id}`,
                );
              }}
              end={() => {
                keep(undefined);
                endGesture();
              }}
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
