import type { KeyboardEvent } from 'react';
import { withWords, type Word, wordsOf } from '../caption-words.js';
import { withClip } from '../document.js';
import { useShared } from '../shared.js';
import type { PlacedClip } from '../places.js';
import { useDrag } from '../stage/use-drag.js';
import { WORDS } from './lanes.js';
import { t } from '../../words/words.js';
import { preciseSecondsText } from '../../shared/texts.js';

/** The shortest time of a word, ms. */
const SHORTEST = 20;
/** How far a key moves a word, ms. */
const STEP = 50;

/** The word, moved; it keeps its length. */
const moved = (word: Word, ms: number): Word => {
  const start = Math.max(0, Math.round(word.start + ms));
  return { ...word, start, end: Math.round(start + word.end - word.start) };
};

/** The word with another end. */
const ended = (word: Word, ms: number): Word => ({
  ...word,
  end: Math.max(word.start + SHORTEST, Math.round(word.end + ms)),
});

interface BlockProps {
  readonly word: Word;
  readonly name: string;
  /** Time of the clip at the left end of its bar, ms. */
  readonly offset: number;
  readonly pxPerMs: number;
  readonly change: (word: Word, gesture: string) => void;
}

/** A word over its time: typed over, moved by its left grip, and ended by its right one. */
const WordBlock = ({ word, name, offset, pxPerMs, change }: BlockProps) => {
  const { endGesture } = useShared();
  const move = useDrag(() => (dx) => change(moved(word, dx / pxPerMs), 'move'), endGesture);
  const end = useDrag(() => (dx) => change(ended(word, dx / pxPerMs), 'end'), endGesture);
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined || !event.altKey) return;
    event.preventDefault();
    if (event.shiftKey) change(ended(word, direction * STEP), 'end');
    else change(moved(word, direction * STEP), 'move');
  };
  return (
    <span
      className="word-block"
      style={{
        left: (word.start - offset) * pxPerMs,
        width: Math.max(14, (word.end - word.start) * pxPerMs),
      }}
    >
      <span className="trim start" aria-hidden="true" {...move} />
      <input
        aria-label={t('{name}, from {start} to {end}', {
          name,
          start: preciseSecondsText(word.start),
          end: preciseSecondsText(word.end),
        })}
        title={t('Alt and arrow keys move the word, with Shift they move its end')}
        value={word.word}
        onChange={({ target }) => change({ ...word, word: target.value }, 'type')}
        onKeyDown={onKeyDown}
        onBlur={endGesture}
      />
      <span className="trim end" aria-hidden="true" {...end} />
    </span>
  );
};

interface WordBlocksProps {
  readonly placed: PlacedClip;
  /** Below the lane of the clip, px. */
  readonly top: number;
  readonly pxPerMs: number;
}

/** The words of a caption clip, to change. */
export const WordBlocks = ({ placed, top, pxPerMs }: WordBlocksProps) => {
  const { document, change } = useShared();
  const clip = document.clips.find(({ id }) => id === placed.id);
  if (clip?.type !== 'caption') return null;
  const words = wordsOf(clip);
  return (
    <div
      className="words caption"
      role="group"
      aria-label={t('Words of {label}', { label: placed.label })}
      style={{ top, height: WORDS }}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <div className="words-inside" style={{ left: placed.start * pxPerMs }}>
        {words.map((word, index) => (
          <WordBlock
            key={index}
            word={word}
            name={t('Word {number}', { number: index + 1 })}
            offset={clip.timeFrame.offset ?? 0}
            pxPerMs={pxPerMs}
            change={(next, gesture) =>
              change(
                withClip(document, clip.id, (one) => withWords(one, words.with(index, next))),
                `${gesture} word ${index} of ${clip.id}`,
              )
            }
          />
        ))}
      </div>
    </div>
  );
};
