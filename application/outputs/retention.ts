import type { RenderRow } from '../ports/queries.js';

export const DAY_MS = 86_400_000;

/**
 * Approximately when the files of a completed render are deleted, as ISO 8601; undefined if they are kept or there are none.
 * They were stored shortly before the render was recorded as completed, and are deleted within an hour of this time.
 * @param retentionDays 0 keeps them
 */
export const outputsExpireAt = (
  { output, finishedAt }: Pick<RenderRow, 'output' | 'finishedAt'>,
  retentionDays: number,
): string | undefined =>
  output === undefined || finishedAt === undefined || retentionDays === 0
    ? undefined
    : new Date(Date.parse(finishedAt) + retentionDays * DAY_MS).toISOString();
