import { MapPin, Pencil } from 'lucide-react';
import { type PlaybackClock, useClock } from '../editor/playback/clock.js';
import { lengthText } from '../shared/texts.js';
import { t } from '../words/words.js';
import { PenTools } from './drawing.js';
import { CommentForm } from './comment-form.js';
import { Threads } from './threads.js';
import { type VersionDecision, type Review } from './use-review.js';
import { OUTCOMES, Verdict } from './verdict.js';

interface ReviewPanelProps {
  readonly review: Review;
  /** The displayed version. */
  readonly version: number;
  readonly clock: PlaybackClock;
  readonly seek: (ms: number) => void;
}

/** Adds a comment at the playhead. */
const NewComment = ({ review, version, clock, seek }: ReviewPanelProps) => {
  const { point, setPoint, isPointing, setPointing, drawing, setDrawing, tool, setTool } = review;
  const time = lengthText(useClock(clock), true);
  const add = async (text: string): Promise<void> => {
    await review.add({
      text,
      version,
      time: Math.round(clock.now()),
      ...(point ? { point } : {}),
      ...(drawing.length > 0 ? { drawing } : {}),
    });
    setPoint(undefined);
    setDrawing([]);
    setTool(undefined);
  };
  return (
    <CommentForm
      review={review}
      label={t('Comment at {time}', { time })}
      focusOn={point}
      onFocus={() => seek(clock.now())}
      actions={[{ name: t('Comment'), say: add }]}
    >
      <button
        type="button"
        aria-label={t('Point at the picture')}
        aria-pressed={isPointing || point !== undefined}
        onClick={() => {
          setPointing(!isPointing && !point);
          setPoint(undefined);
          setTool(undefined);
        }}
      >
        <MapPin size={14} aria-hidden="true" /> {t('Point')}
      </button>
      <button
        type="button"
        aria-pressed={tool !== undefined}
        onClick={() => {
          seek(clock.now());
          setPointing(false);
          setTool(tool ? undefined : { shape: 'stroke', colour: 'red' });
        }}
      >
        <Pencil size={14} aria-hidden="true" /> {t('Draw')}
      </button>
      <PenTools review={review} />
    </CommentForm>
  );
};

/** The name of the person who comments, unless the link has it. */
const Name = ({ review: { linkName, name, setName } }: Pick<ReviewPanelProps, 'review'>) =>
  linkName === undefined ? (
    <label className="reviewer">
      {t('Your name')}
      <input
        value={name}
        maxLength={100}
        autoComplete="name"
        onChange={({ target }) => setName(target.value)}
      />
    </label>
  ) : (
    <p className="reviewer">
      {t('You comment as')} <bdi>{linkName}</bdi>.
    </p>
  );

/** The decision about the version. An existing decision is collapsed, to leave room for the comments. */
const DecisionOn = ({
  review,
  version,
  decision,
}: Pick<ReviewPanelProps, 'review' | 'version'> & { readonly decision: VersionDecision | undefined }) => (
  <details className="decision" open={!decision}>
    <summary>
      <strong>{t('Version {version}', { version })}</strong>
      {decision && <span className={`outcome ${decision.outcome}`}>{OUTCOMES[decision.outcome]}</span>}
    </summary>
    {decision && <Verdict decision={decision} />}
    <CommentForm
      review={review}
      label={t('What you think of this version')}
      actions={[
        { name: t('Approve'), say: (text) => review.decide('approve', version, text), isFree: true },
        { name: t('Send back'), say: (text) => review.decide('send-back', version, text) },
      ]}
    />
  </details>
);

/** The comments on the video and the decisions about it, with forms to add to them. */
export const ReviewPanel = (props: ReviewPanelProps) => {
  const { review, version, seek } = props;
  const decision = review.decisions.findLast((one) => one.version === version);
  return (
    <div className="review">
      <h2>{t('Comments')}</h2>
      <Name review={review} />
      <NewComment {...props} />
      <Threads
        review={review}
        show={(comment) => {
          review.choose(comment);
          seek(comment.time ?? 0);
        }}
      />
      <DecisionOn key={`${version} ${decision?.decidedAt}`} {...{ review, version, decision }} />
    </div>
  );
};
