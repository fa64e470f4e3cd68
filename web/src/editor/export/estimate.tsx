import { useQuery } from '@tanstack/react-query';
import { recordOf } from '../../../../clients/typescript/core/connection.js';
import { useAccess } from '../shared.js';
import { locale, t } from '../../words/words.js';

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Two significant digits, because an estimate is not more precise. */
const numbers = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });

/** `3 to 6`, or `3` */
const rangeText = ({ low, high }: Range, unit: number): string => {
  const [from, to] = [low, high].map((end) => numbers.format(Math.max(1, Math.round(end / unit))));
  return from === to ? `${to}` : t('{from} to {to}', { from: `${from}`, to: `${to}` });
};

/** Seconds, or minutes if there are many. */
const timeText = (seconds: Range): string =>
  seconds.high < 120 ? `${rangeText(seconds, 1)} s` : `${rangeText(seconds, 60)} min`;

const sizeText = (bytes: Range): string =>
  bytes.high < 1_000_000 ? `${rangeText(bytes, 1000)} kB` : `${rangeText(bytes, 1_000_000)} MB`;

/** The estimated time and size of an export with the settings of the video. The service has no estimates for others. */
export const ExportEstimate = () => {
  const { client, videoId } = useAccess();
  const { data } = useQuery({
    queryKey: ['estimate', videoId],
    gcTime: 0, // the video may be another one when the dialog is opened again
    queryFn: ({ signal }) =>
      recordOf(
        client.api.POST('/v1/videos/{id}/check', { params: { path: { id: videoId } }, body: {}, signal }),
      ),
  });
  if (!data) return null;
  const { seconds, bytes } = data;
  return (
    <span className="estimate">
      {t('About {time}, about {size}', { time: timeText(seconds), size: sizeText(bytes) })}
    </span>
  );
};
