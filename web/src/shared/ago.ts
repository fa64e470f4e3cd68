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

/** `1:05` */
export const lengthText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** `4.5 MB` */
export const bytesText = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
