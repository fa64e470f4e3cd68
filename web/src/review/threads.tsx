import { Check, MapPin, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../shared/buttons.js';
import { lengthText } from '../shared/texts.js';
import { useAction } from '../shared/use-action.js';
import { t } from '../words/words.js';
import { Author } from './author.js';
import { CommentForm } from './comment-form.js';
import type { Comment, Review } from './use-review.js';

interface ThreadProps {
  readonly review: Review;
  readonly comment: Comment;
  /** Shows the picture that a comment is about; absent where there is none. */
  readonly show: ((comment: Comment) => void) | undefined;
}

/** The time of a comment in the video, and its version. */
const Place = ({ comment, show }: Omit<ThreadProps, 'review'>) => {
  const { time, point, drawing, version } = comment;
  const text = time === undefined ? '' : lengthText(time, true);
  return (
    <div className="thread-head">
      {time !== undefined && show ? (
        <button
          type="button"
          className="thread-time"
          aria-label={t('Show {time}', { time: text })}
          onClick={() => show(comment)}
        >
          {point && <MapPin size={12} aria-hidden="true" />}
          {drawing && <Pencil size={12} aria-hidden="true" />}
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
      <span>{t('Version {version}', { version })}</span>
    </div>
  );
};

const Said = ({ author, createdAt, text }: Pick<Comment, 'author' | 'createdAt' | 'text'>) => (
  <>
    <Author author={author} at={createdAt} />
    <p dir="auto">{text}</p>
  </>
);

/** Replies to the comment, resolves it or opens it again. */
const Actions = ({ review, comment: { _id, resolved } }: Omit<ThreadProps, 'show'>) => {
  const [isReplying, setReplying] = useState(false);
  const resolving = useAction(() => review.setResolved(_id, !resolved).then(review.refresh));
  const reply = (text: string) => review.reply(_id, text).then(() => setReplying(false));
  return (
    <>
      {resolving.error && <p role="alert">{resolving.error.message}</p>}
      <div className="buttons">
        <Button text={t('Reply')} aria-expanded={isReplying} onClick={() => setReplying(!isReplying)} />
        <Button
          icon={resolved ? RotateCcw : Check}
          text={resolved ? t('Reopen') : t('Resolve')}
          disabled={resolving.isPending}
          onClick={() => resolving.mutate()}
        />
      </div>
      {isReplying && (
        <CommentForm
          review={review}
          label={t('Your reply')}
          focusOn={isReplying}
          actions={[{ name: t('Send'), say: reply }]}
        />
      )}
    </>
  );
};

const Thread = ({ comment, review, show }: ThreadProps) => {
  const { _id, replies, resolved } = comment;
  const isChosen = review.chosen?._id === _id;
  return (
    <li className={isChosen ? 'thread chosen' : 'thread'} aria-current={isChosen}>
      <Place {...{ comment, show }} />
      <Said {...comment} />
      {replies.length > 0 && (
        <ol className="replies">
          {replies.map((reply) => (
            <li key={reply._id}>
              <Said {...reply} />
            </li>
          ))}
        </ol>
      )}
      {resolved && (
        <p className="resolution">
          {t('Resolved:')} <Author author={resolved.author} at={resolved.at} />
        </p>
      )}
      <Actions {...{ comment, review }} />
    </li>
  );
};

/** The comments on a video: those that are open, by their time; then those that are resolved. */
export const Threads = ({ review, show }: Pick<ThreadProps, 'review'> & Partial<ThreadProps>) => {
  const sorted = review.comments.toSorted((a, b) => (a.time ?? -1) - (b.time ?? -1));
  const [open, resolved] = [sorted.filter((one) => !one.resolved), sorted.filter((one) => one.resolved)];
  const list = (comments: ReadonlyArray<Comment>) => (
    <ol className="threads">
      {comments.map((comment) => (
        <Thread key={comment._id} {...{ comment, review, show }} />
      ))}
    </ol>
  );
  if (review.error) return <p role="alert">{review.error.message}</p>;
  return (
    <>
      {open.length === 0 ? <p>{t('There are no open comments.')}</p> : list(open)}
      {resolved.length > 0 && (
        <details>
          <summary>
            {t('{count, plural, one {# resolved comment} other {# resolved comments}}', {
              count: resolved.length,
            })}
          </summary>
          {list(resolved)}
        </details>
      )}
    </>
  );
};
