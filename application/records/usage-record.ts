import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { string } from '../../domain/codec/scalars.js';
import { amount, countField } from './fields.js';

export const MAX_USAGE_DAYS = 92;

const DayRecord = about(
  'The renders that were requested on one day (UTC).',
  record({
    date: about('The day.', string(), { format: 'date' }),
    renders: countField('How many were requested.'),
    completed: countField('How many of them are completed.'),
    failed: countField('How many of them failed.'),
    durationMs: amount('How long the completed videos are together, in ms.'),
    bytes: amount('How many bytes their main files have.'),
  }),
  { title: 'DayOfUsage' },
);

export const UsageRecord = about(
  'What an owner has used.',
  record({
    days: about('Each day, the oldest first; today is the last.', array(DayRecord, MAX_USAGE_DAYS)),
    assetBytes: countField('How many bytes the files that were uploaded have now.'),
  }),
  { title: 'Usage' },
);
export type UsageRecord = t.TypeOf<typeof UsageRecord>;
