import type * as t from 'io-ts';
import { about, type Codec } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import type { Forecast, TimeRange } from '../renders/forecast.js';
import { asRecord, dateTime, ordinal } from './fields.js';

const timeRange = (what: string): Codec<TimeRange> =>
  about(
    `${what}, estimated from how long the latest renders took: most would be within the range. Absent while too few are completed.`,
    record({
      earliest: dateTime('The earliest likely time.'),
      latest: dateTime('The latest likely time.'),
    }),
    { title: 'TimeRange' },
  );

/** Additional fields of an unfinished render or replay: when it will probably start and end. */
export const FORECAST_FIELDS = {
  queuePosition: ordinal(
    'Its position in the queue, from 1. It may also grow, as owners take turns. Only of a single render or replay that no worker has started.',
  ),
  estimatedStart: timeRange('When a worker will start it'),
  estimatedEnd: timeRange('When it will be completed'),
};

const ForecastFields = record({}, FORECAST_FIELDS);

/** A forecast as clients see it. */
export const forecastFields = ({ queuePosition, start, end }: Forecast): t.TypeOf<typeof ForecastFields> =>
  asRecord(ForecastFields, { queuePosition, estimatedStart: start, estimatedEnd: end });
