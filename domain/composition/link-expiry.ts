const SECOND = 1000;

/** `20260131T235959Z`, as in the signatures of Amazon S3 and Google Cloud Storage. */
const BASIC_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const instantOfBasic = (text: string): number => {
  const [, ...fields] = BASIC_TIME.exec(text) ?? [];
  const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN] = fields.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** Reads a whole number of seconds since 1970. */
const instantOfSeconds = (text: string): number => (/^\d{9,11}$/.test(text) ? Number(text) * SECOND : NaN);

/**
 * When a signed link stops working, in ms since 1970; undefined if the link does not state it. Knows the query
 * parameters of Amazon S3 (`X-Amz-Date` with `X-Amz-Expires`, or `Expires`), CloudFront (`Expires`), Google Cloud
 * Storage (`X-Goog-Date` with `X-Goog-Expires`, or `Expires`), Azure Storage (`se`), and `exp` or `expires` of others.
 */
export const linkExpiry = (url: string): number | undefined => {
  if (!URL.canParse(url)) return undefined;
  const query = new Map([...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const valueOf = (name: string): string => query.get(name) ?? '';
  const expiries = [
    instantOfBasic(valueOf('x-amz-date')) + Number(query.get('x-amz-expires') ?? NaN) * SECOND,
    instantOfBasic(valueOf('x-goog-date')) + Number(query.get('x-goog-expires') ?? NaN) * SECOND,
    instantOfSeconds(valueOf('expires')),
    instantOfSeconds(valueOf('exp')),
    query.has('sig') ? Date.parse(valueOf('se')) : NaN,
  ].filter(Number.isFinite);
  return expiries.length === 0 ? undefined : Math.min(...expiries);
};
