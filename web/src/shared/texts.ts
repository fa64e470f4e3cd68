const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `2 minutes ago` */
export const ago = (time: string, now: number = Date.now()): string => {
  const ms = Date.parse(time) - now;
  const [unit, length] = UNITS.find(([, least]) => Math.abs(ms) >= least) ?? [];
  return unit === undefined || length === undefined
    ? 'just now'
    : words.format(Math.round(ms / length), unit);
};

/** `1:05`, or with tenths `1:05.2` */
export const lengthText = (ms: number, withTenths = false): string => {
  const tenths = withTenths ? Math.round(ms / 100) : 10 * Math.round(ms / 1000);
  const seconds = ((tenths % 600) / 10).toFixed(withTenths ? 1 : 0);
  return `${Math.floor(tenths / 600)}:${seconds.padStart(withTenths ? 4 : 2, '0')}`;
};

/** `1 clip`, `2 clips` */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `4.5 MB` */
export const bytesText = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
