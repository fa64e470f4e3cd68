import { t } from '../words/words.js';
import { Drawn, Pad } from './drawing.js';
import { nameOfAuthor } from './author.js';
import type { Comment, Review } from './use-review.js';

interface MarksProps {
  readonly review: Review;
  readonly pxPerMs: number;
  readonly seek: (ms: number) => void;
}

/** Marks of the open comments on the ruler. By keyboard, the list of comments does the same. */
export const Marks = ({ review, pxPerMs, seek }: MarksProps) => (
  <div className="comment-marks" aria-hidden="true">
    {review.comments.map(
      (comment) =>
        comment.time !== undefined &&
        !comment.resolved && (
          <button
            key={comment._id}
            type="button"
            tabIndex={-1}
            className={review.chosen?._id === comment._id ? 'chosen' : ''}
            title={`${nameOfAuthor(comment.author)}: ${comment.text}`}
            style={{ left: comment.time * pxPerMs }}
            onClick={() => {
              review.choose(comment);
              seek(comment.time ?? 0);
            }}
          />
        ),
    )}
  </div>
);

/** The position of a comment is shown up to this long before and after its time, ms. */
const NEAR = 40;

const CENTRE = { x: 0.5, y: 0.5 };

const isSeenAt = ({ time, resolved }: Comment, ms: number): boolean =>
  !resolved && Math.abs((time ?? 0) - ms) < NEAR;

const share = (fraction: number): string => `${fraction * 100}%`;

/** The positions of comments on the picture, and the choice of a position for a new one. */
export const Pins = ({ review, ms }: { readonly review: Review; readonly ms: number }) => {
  const { comments, chosen, point, setPoint, isPointing, setPointing, drawing } = review;
  const seen = comments.filter((comment) => isSeenAt(comment, ms));
  const drawn = [...seen.flatMap((comment) => comment.drawing ?? []), ...drawing];
  return (
    <div className="pins">
      {drawn.length > 0 && <Drawn shapes={drawn} />}
      <Pad review={review} />
      {isPointing && (
        <button
          type="button"
          className="pointing"
          aria-label={t('Point at the picture')}
          onClick={({ currentTarget, clientX, clientY, detail }) => {
            const { left, top, width, height } = currentTarget.getBoundingClientRect();
            // A click by keyboard has no position: the centre.
            setPoint(detail === 0 ? CENTRE : { x: (clientX - left) / width, y: (clientY - top) / height });
            setPointing(false);
          }}
        />
      )}
      {seen.map(
        (comment) =>
          comment.point && (
            <span
              key={comment._id}
              className={comment._id === chosen?._id ? 'pin chosen' : 'pin'}
              style={{ left: share(comment.point.x), top: share(comment.point.y) }}
            />
          ),
      )}
      {point && <span className="pin new" style={{ left: share(point.x), top: share(point.y) }} />}
    </div>
  );
};
