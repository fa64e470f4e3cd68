import { rich } from '../words/words.js';
import type { LinkClaims } from './access.js';
import { dateText } from './texts.js';

/** When the link expires, if it does. */
export const LinkNote = ({ link: { expiresAt } }: { readonly link: LinkClaims }) =>
  expiresAt && (
    <span className="link-note">
      {rich('Link expires {date}', {
        date: <time dateTime={expiresAt.toISOString()}>{dateText(expiresAt)}</time>,
      })}
    </span>
  );
