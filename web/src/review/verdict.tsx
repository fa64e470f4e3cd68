import { t } from '../words/words.js';
import { Author } from './author.js';
import type { VersionDecision } from './use-review.js';

export const OUTCOMES = { approved: t('Approved'), 'sent-back': t('Sent back') } as const;

/** A decision about a version. */
export const Verdict = ({
  decision: { outcome, author, decidedAt, text },
}: {
  readonly decision: VersionDecision;
}) => (
  <div className={`verdict ${outcome}`}>
    <strong>{OUTCOMES[outcome]}</strong> <Author author={author} at={decidedAt} />
    {text !== undefined && <p dir="auto">{text}</p>}
  </div>
);
