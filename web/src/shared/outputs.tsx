import type { Render } from '../../../clients/typescript/core/types.js';
import { rich, t } from '../words/words.js';
import { dateText } from './texts.js';

/** The names of the states of renders. */
export const RENDER_STATES: Readonly<Record<Render['status'], string>> = {
  pending: t('Waiting'),
  processing: t('Rendering'),
  completed: t('Ready'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
};

/** What was rendered: a version of the video, and of a batch also the row, from 1. */
export const renderedVersion = ({
  videoVersion,
  batchRow,
}: Pick<Render, 'videoVersion' | 'batchRow'>): string => {
  const version = t('Version {version}', { version: videoVersion });
  return batchRow === undefined ? version : `${version}, ${t('Row {row}', { row: batchRow + 1 })}`;
};

/** The address of an output on the origin of this page, whatever public address the service has. */
export const hereOf = (outputUrl: string): string => new URL(outputUrl).pathname;

/** The address from which a browser saves the output, even if the object storage serves it. */
export const downloadOf = (outputUrl: string): string => `${hereOf(outputUrl)}?download`;

/** Whether browsers may be able to play the output. */
export const isVideo = (outputUrl: string): boolean => /\.(?:mp4|webm|mov)$/.test(hereOf(outputUrl));

/** Whether the outputs of a render were deleted after their retention time, or are about to be. */
export const hasExpired = ({ outputsExpireAt }: Render): boolean =>
  outputsExpireAt !== undefined && Date.parse(outputsExpireAt) <= Date.now();

/** When the outputs of a render will be deleted or were deleted; nothing if they never are. */
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
