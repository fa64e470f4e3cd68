import { useEffect, useState } from 'react';
import { useRateLimits } from '../shared/rate-limits.js';
import { t } from '../words/words.js';
import { timeText } from '../shared/texts.js';
import { windowName } from './usage.js';

/** Says that the service refuses requests of this API key, until they are sent again automatically. */
export const RateLimitNotice = () => {
  const { exceeded } = useRateLimits();
  const until = exceeded?.resetsAt ?? 0;
  const [now, setNow] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (!exceeded || until <= now) return null;
  return (
    <p role="status" className="notice">
      {t('This API key has used its {limit} requests of this {window}. The page goes on at {time}.', {
        limit: exceeded.limit,
        window: windowName(exceeded.window),
        time: timeText(until),
      })}
    </p>
  );
};
