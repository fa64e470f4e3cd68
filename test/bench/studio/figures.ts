/** One figure of the studio, and that of its baseline, in the same unit. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly baseline: number;
  readonly aim?: number;
}

/** The value below which a share of the values is. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const median = (values: ReadonlyArray<number>): number => percentile(values, 0.5);

const digits = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** A line of the table. */
export const lineOf = ({ what, unit, value, baseline, aim }: Figure): string =>
  [
    what,
    `${digits(value)} ${unit}`,
    `${digits(baseline)} ${unit}`,
    aim === undefined ? '' : `${aim} ${unit}`,
    aim === undefined ? '' : value <= aim ? 'reached' : 'missed',
  ].join(' | ');
