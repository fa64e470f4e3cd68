import { locale, t } from '../words/words.js';

const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** `2 minutes ago` */
export const ago = (time: string, now: number = Date.now()): string => {
  const ms = Date.parse(time) - now;
  const [unit, length] = UNITS.find(([, least]) => Math.abs(ms) >= least) ?? [];
  return unit === undefined || length === undefined
    ? t('just now')
    : relative.format(Math.round(ms / length), unit);
};

const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });

/** `26 Nov 2026, 14:05:09`: of what may be there several times a minute */
export const momentText = (time: string): string => moments.format(new Date(time));

/** `26 Nov 2026, 14:05` */
export const dateText = (time: string | number | Date): string => dates.format(new Date(time));

/** `26 Nov 2026`, of a date without a time */
export const dayText = (date: string): string => days.format(new Date(date));

/** `14:05:09` */
export const timeText = (time: string | number): string => times.format(new Date(time));

const numbers = [0, 1, 2].map(
  (decimals) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** A number with the given number of decimals. */
export const numberText = (number: number, decimals: 0 | 1 | 2 = 0): string =>
  numbers[decimals]?.format(number) ?? '';

/** `42 %`, of a fraction */
export const percentText = (fraction: number): string => `${numberText(fraction * 100)} %`;

/** `3.2 s` */
export const secondsText = (ms: number, decimals: 0 | 1 | 2 = 1): string =>
  `${numberText(ms / 1000, decimals)} s`;

const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

/** `3.213 s`, or `3 s`: exact to the millisecond */
export const preciseSecondsText = (ms: number): string => `${precise.format(ms / 1000)} s`;

const plain = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 });

/** `1234.5`: a number in a field, as {@link typedNumber} reads it */
export const fieldText = (number: number): string => plain.format(number);

const DECIMAL = precise.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/**
 * The number that a person typed: with a point, or with the decimal separator of the locale.
 * @returns undefined if it is none
 */
export const typedNumber = (text: string, decimal: string = DECIMAL): number | undefined => {
  const withPoint = text.trim().replace(decimal, '.');
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(withPoint) ? Number(withPoint) : undefined;
};

/** `1:05`, or with tenths `1:05.2` */
export const lengthText = (ms: number, withTenths = false): string => {
  const tenths = withTenths ? Math.round(ms / 100) : 10 * Math.round(ms / 1000);
  const seconds = (tenths % 600) / 10;
  const zero = seconds < 10 ? '0' : '';
  return `${Math.floor(tenths / 600)}:${zero}${numberText(seconds, withTenths ? 1 : 0)}`;
};

/** `4.5 MB` */
export const bytesText = (bytes: number): string =>
  bytes < 100_000 ? `${numberText(Math.ceil(bytes / 1000))} kB` : `${numberText(bytes / 1_000_000, 1)} MB`;
