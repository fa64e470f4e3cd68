import { t } from '../words/words.js';
import { Thread, type ThreadProps } from './thread.js';
import type { Comment } from './use-review.js';

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
