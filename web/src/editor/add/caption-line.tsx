import { Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../words/words.js';
import type { Caret, Typing } from './line-edits.js';

interface LineProps {
  readonly text: string;
  readonly time: string;
  readonly isFound: boolean;
  /** Where typing goes on after lines were divided or joined, if it is in this line. */
  readonly caret: Caret | undefined;
  /** Divides or joins lines, if the key does so where the caret is. Says whether it did. */
  readonly move: (key: string, typing: Typing) => boolean;
  /** Shows the line on the stage. */
  readonly show: () => void;
  readonly correct: (text: string) => void;
  /** Typing ended. */
  readonly end: () => void;
  readonly play: () => void;
}

/** The input of a line, in which typing goes on at the caret. */
const useCaret = (caret: Caret | undefined) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!caret) return;
    input.current?.focus();
    input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  return input;
};

/**
 * A line that can be edited. Enter divides it, and at its end moves the focus to the next line. Backspace at its start and
 * Delete at its end join it with its neighbour. Escape restores what it was.
 */
export const CaptionLine = ({ caret, move, show, correct, end, play, ...line }: LineProps) => {
  const { text, time, isFound } = line;
  const item = useRef<HTMLLIElement>(null);
  const input = useCaret(caret);
  const [typed, type] = useState<string>();
  useEffect(() => {
    if (isFound) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isFound]);
  const write = (written: string): void => {
    type(written);
    correct(written);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, currentTarget } = event;
    if (event.nativeEvent.isComposing) return;
    if (move(key, currentTarget)) {
      event.preventDefault();
      return type(undefined);
    }
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
        ref={input}
        aria-label={t('Said at {time}', { time })}
        dir="auto"
        value={typed ?? text}
        data-typed={typed !== undefined}
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
