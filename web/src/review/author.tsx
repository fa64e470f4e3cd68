import { ago, dateText } from '../shared/texts.js';
import { t } from '../words/words.js';
import type { Comment } from './use-review.js';

type Author = Comment['author'];

const ROLES = { owner: t('Owner'), editor: t('Editor'), reviewer: t('Reviewer') } as const;

export const nameOfAuthor = ({ name, role }: Author): string => name ?? ROLES[role];

/** The author of a comment or decision, and its time. */
export const Author = ({ author, at }: { readonly author: Author; readonly at: string }) => (
  <span className="author">
    <strong>
      <bdi>{nameOfAuthor(author)}</bdi>
    </strong>
    {author.name !== undefined && <span>{ROLES[author.role]}</span>}
    <time dateTime={at} title={dateText(at)}>
      {ago(at)}
    </time>
  </span>
);
