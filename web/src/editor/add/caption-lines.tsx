import { useState } from 'react';
import { timedGroups } from '../../../../domain/composition/captions/caption-groups.js';
import { firstFrameFrom, frameRate, instantOf } from '../../../../domain/composition/timeline.js';
import { lengthText } from '../../shared/texts.js';
import { type CaptionClip, type Word, wordsOf } from '../caption-words.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { CaptionLine } from './caption-line.js';
import { CaptionSearch, replacedIn } from './caption-search.js';
import { type Caret, correctedWords, linesAfterKey, type Typing } from './line-edits.js';

/** The default of `maxWordsInFrame`. */
const DEFAULT_WORDS = 5;

interface CaptionLinesProps {
  readonly clip: CaptionClip;
  /** When the clip starts, ms. */
  readonly start: number;
  readonly change: (lines: ReadonlyArray<ReadonlyArray<Word>>, gesture?: string) => void;
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

type Lines = ReturnType<typeof linesOf>;

/** The lines of a caption clip, and their corrections. */
const useLines = ({ clip, change }: Pick<CaptionLinesProps, 'clip' | 'change'>) => {
  const { endGesture } = useShared();
  /** The line that is typed, and the lines before: it keeps its place and the times of its words until that ends. */
  const [typed, keep] = useState<{ readonly index: number; readonly before: Lines }>();
  const now = linesOf(clip);
  const { index: typedAt = -1, before = now } = typed ?? {};
  // Others may change other lines meanwhile. While no word is in the line that is typed, there is one less.
  const lines =
    before.length === now.length
      ? before.map((line, index) => (index === typedAt ? line : (now[index] ?? line)))
      : before;
  const [caret, moveCaret] = useState<Caret>();
  const end = (): void => {
    keep(undefined);
    moveCaret(undefined); // lines that come back by redo do not take the focus
    endGesture();
  };
  return {
    lines,
    caret,
    end,
    correct: (index: number, text: string): void => {
      keep({ index, before: lines });
      change(
        lines.map(({ words }, other) => (other === index ? correctedWords(words, text) : words)),
        `say ${clip.id}`,
      );
    },
    move: (key: string, typing: Typing, index: number): boolean => {
      const moved = linesAfterKey(key, typing, lines, index);
      if (!moved) return false;
      end();
      change(moved.lines);
      moveCaret(moved.caret);
      return true;
    },
  };
};

/** The words of a caption clip line by line, to be compared with the sound and corrected. */
export const CaptionLines = ({ clip, start, change }: CaptionLinesProps) => {
  const { seek, playback, ms, places } = useShared();
  const { lines, caret, end, correct, move } = useLines({ clip, change });
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
            lines.map(({ words: before, text }) => {
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
            <CaptionLine
              key={index}
              text={line.text}
              isFound={index === found}
              time={lengthText(at, true)}
              caret={caret?.line === index ? caret : undefined}
              move={(key, typing) => move(key, typing, index)}
              show={() => {
                const rate = frameRate(places.fps);
                if (ms < at || ms >= timeOf(line.until)) seek(instantOf(firstFrameFrom(at, rate), rate));
              }}
              correct={(text) => correct(index, text)}
              end={end}
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
