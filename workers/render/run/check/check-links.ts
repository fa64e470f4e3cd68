import type { CheckProblem } from '../../../../application/ports/previews.js';
import { linkExpiry } from '../../../../domain/composition/link-expiry.js';
import type { SourceUse } from '../../plan/source-uses.js';
import { warning } from './check-problems.js';

const MINUTE = 60_000;

/** A link that expires within this time may not outlast the queue, or a second attempt. */
const SOON = 60 * MINUTE;

/** Whether a source is a signed link that has expired, or soon will. @param now ms since 1970 */
export const linkProblems = (
  { from }: Pick<SourceUse, 'from'>,
  field: string,
  now: number,
): ReadonlyArray<CheckProblem> => {
  const expiry = from._tag === 'Url' ? linkExpiry(from.url) : undefined;
  if (expiry === undefined || expiry - now > SOON) return [];
  const remedy = 'Sign a link that is valid for some hours.';
  if (expiry <= now)
    return [
      {
        severity: 'error',
        path: field,
        message: `the link expired at ${new Date(expiry).toISOString()}`,
        remedy,
      },
    ];
  const minutes = Math.ceil((expiry - now) / MINUTE);
  return [warning(field, `the link expires in ${minutes} min, possibly before it is rendered`, remedy)];
};
