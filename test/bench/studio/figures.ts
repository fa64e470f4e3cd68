/** One figure of the studio, that of its baseline if it has one, and what it is to be, in the same unit. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly baseline?: number;
  readonly aim?: number;
}

const digits = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** A line of the table. */
export const lineOf = ({ what, unit, value, baseline, aim }: Figure): string =>
  [
    what,
    `${digits(value)} ${unit}`,
    baseline === undefined ? '' : `${digits(baseline)} ${unit}`,
    aim === undefined ? '' : `${aim} ${unit}`,
    aim === undefined ? '' : value <= aim ? 'reached' : 'missed',
  ].join(' | ');
