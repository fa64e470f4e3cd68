import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { MAX_USAGE_DAYS, UsageRecord } from '../../../application/records/usage-record.js';
import { about } from '../../../domain/codec/codec.js';
import { record, withDefault } from '../../../domain/codec/containers.js';
import { wholeNumberFromText } from '../contract/query-codecs.js';
import { type Operation, recordOperation } from '../server/operation.js';

const DAY_MS = 86_400_000;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const days = about('How many days, with today.', wholeNumberFromText(1, MAX_USAGE_DAYS));

export const usageOperation: Operation = recordOperation('GET /v1/usage', {
  id: 'getUsage',
  tag: 'API keys',
  summary: 'Get your usage by day',
  description: 'The renders of each day, and the space that uploaded files take.',
  query: record({ days: withDefault(days, 30) }),
  data: UsageRecord,
  handle: ({ queries, clock }, { caller: { ownerId }, query }) => {
    const now = clock.now().getTime();
    const range = { first: dateOf(now - (query.days - 1) * DAY_MS), last: dateOf(now) };
    return pipe(
      TE.Do,
      TE.apS('byDay', queries.renders.byDay(ownerId, range)),
      TE.apS('assets', queries.assets.usedBytes(ownerId)),
      TE.map(({ byDay, assets }) => ({ days: byDay, assetBytes: assets.live })),
    );
  },
});
