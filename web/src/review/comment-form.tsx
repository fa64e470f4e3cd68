import { type ReactNode, useEffect, useRef, useState } from 'react';

import { Button } from '../shared/buttons.js';
import { useAction } from '../shared/use-action.js';
import type { Review } from './use-review.js';

interface CommentFormProps {
  readonly review: Review;
  /** The label of the field. */
  readonly label: string;
  /** What each button does with the text; the first one submits the form. */
  readonly actions: ReadonlyArray<{
    readonly name: string;
    readonly say: (text: string) => Promise<unknown>;
    /** Whether it is enabled without a text. */
    readonly isFree?: boolean;
  }>;
  readonly onFocus?: () => void;
  /** The field is focused when this changes to a value other than undefined. */
  readonly focusOn?: unknown;
  readonly children?: ReactNode;
}

const MOST_CHARACTERS = 2000;

/** A text field and the buttons that send it. */
export const CommentForm = ({ review, label, actions, onFocus, focusOn, children }: CommentFormProps) => {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focusOn) field.current?.focus();
  }, [focusOn]);
  const sending = useAction(async (say: (text: string) => Promise<unknown>) => {
    await say(text.trim());
    setText('');
    await review.refresh();
  });
  const [first, ...others] = actions.map(({ name, say, isFree = false }) => ({
    name,
    send: () => sending.mutate(say),
    isOff: sending.isPending || (!isFree && text.trim() === ''),
  }));
  return (
    <form
      className="say"
      onSubmit={(event) => {
        event.preventDefault();
        if (first?.isOff === false) first.send();
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={2}
        maxLength={MOST_CHARACTERS}
        value={text}
        onFocus={onFocus}
        onChange={({ target }) => setText(target.value)}
      />
      {sending.error && <p role="alert">{sending.error.message}</p>}
      <div className="buttons">
        {children}
        {others.map(({ name, send, isOff }) => (
          <Button key={name} text={name} disabled={isOff} onClick={send} />
        ))}
        <Button text={first?.name ?? ''} type="submit" className="primary" disabled={first?.isOff} />
      </div>
    </form>
  );
};
