import type { Render } from '../../../clients/typescript/core/types.js';
import { rich } from '../words/words.js';
import { dateText } from './texts.js';

/** Whether the outputs of a render were deleted after their retention time, or are about to be. */
export const hasExpired = ({ outputsExpireAt }: Render): boolean =>
  outputsExpireAt !== undefined && Date.parse(outputsExpireAt) <= Date.now();

/** Until when the outputs of a render are kept, or since when they are gone; nothing if they are kept for good. */
export const OutputExpiry = ({ render }: { readonly render: Render }) => {
  const { outputsExpireAt } = render;
  if (outputsExpireAt === undefined) return null;
  const date = <time dateTime={outputsExpireAt}>{dateText(outputsExpireAt)}</time>;
  return hasExpired(render) ? (
    <small>{rich('Output deleted after {date}. Render the video again to get a new one.', { date })}</small>
  ) : (
    <small>{rich('Output kept until {date}', { date })}</small>
  );
};
