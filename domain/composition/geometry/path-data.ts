/** The number of arguments of each command of SVG path data (SVG 2, section 9.3). */
const COUNTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 };

const SEPARATORS = /[\s,]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const FLAG = /[01]/y;
/** The indices of the arguments of an arc that are flags, which need no separators. */
const FLAGS = new Set([3, 4]);

/** Maximum absolute value of a coordinate, in px: drawing libraries may crash on much longer strokes. */
export const MAX_COORDINATE = 100_000;

/** Path data, read up to its end or to its first error. */
export interface ReadPath {
  readonly subpaths: ReadonlyArray<string>;
  /** The problem, such as `must be …`, if it is not valid path data. */
  readonly problem: string | undefined;
}

/** Reads path data from left to right. */
const readerOf = (data: string) => {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [text] = pattern.exec(data) ?? [];
    at += text?.length ?? 0;
    return text;
  };
  /** One argument, or undefined if there is none. */
  const argument = (isFlag: boolean): number | undefined => {
    take(SEPARATORS);
    const from = at;
    const value = Number(take(isFlag ? FLAG : NUMBER) ?? Number.NaN);
    // Platforms draw with single precision, in which the number must be finite.
    if (Number.isFinite(Math.fround(value))) return value;
    at = from;
    return undefined;
  };
  return {
    /** The next command, or undefined if another character follows. The first must be a move. */
    command: (isFirst: boolean): string | undefined => take(isFirst ? /m/iy : /[mlhvcsqtaz]/iy),
    /** The arguments of a command, once; undefined if one is missing. */
    argumentsOf: (kind: string): ReadonlyArray<number> | undefined => {
      const values: number[] = [];
      for (let index = 0; index < (COUNTS[kind] ?? 0); index += 1) {
        const value = argument(kind === 'a' && FLAGS.has(index));
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    },
    /** Whether the command has further arguments. */
    hasMoreArguments: (): boolean => {
      take(SEPARATORS);
      return /[\d.+-]/.test(data.charAt(at));
    },
    isAtEnd: (): boolean => {
      take(SEPARATORS);
      return at === data.length;
    },
    problem: (): string =>
      at === data.length
        ? 'must be SVG path data, but it ends within a command'
        : `must be SVG path data, but character ${at + 1} (${data.charAt(at)}) is not expected there`,
  };
};

/** Reads path data up to an error, as SVG 2 (9.5.4) specifies: the part before the error is drawn. */
export const readPath = (data: string): ReadPath => {
  const reader = readerOf(data);
  const subpaths: string[] = [];
  let [x, y] = [0, 0];
  let start: readonly [number, number] | undefined;
  let drawn = '';
  let isTooFar = false;
  const finish = (): void => {
    if (start && drawn !== '') subpaths.push(`M${start[0]} ${start[1]}${drawn}`);
    drawn = '';
  };
  const result = (error?: string): ReadPath => {
    finish();
    const problem =
      error ?? (isTooFar ? `must have coordinates from ${-MAX_COORDINATE} to ${MAX_COORDINATE}` : undefined);
    return { subpaths: subpaths.length === 1 && problem === undefined ? [data] : subpaths, problem };
  };
  while (!reader.isAtEnd()) {
    const letter = reader.command(start === undefined);
    if (letter === undefined) return result(reader.problem());
    let kind = letter.toLowerCase();
    const isRelative = letter === kind;
    if (kind === 'z') {
      drawn += 'Z';
      finish();
      [x, y] = start ?? [0, 0];
      continue;
    }
    do {
      const values = reader.argumentsOf(kind);
      if (!values) return result(reader.problem());
      const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
      const [beforeLast, last] = [values.at(-2) ?? 0, values.at(-1) ?? 0];
      [x, y] =
        kind === 'h'
          ? [fromX + last, y]
          : kind === 'v'
            ? [x, fromY + last]
            : [fromX + beforeLast, fromY + last];
      isTooFar ||= [...values, x, y].some((value) => Math.abs(value) > MAX_COORDINATE);
      if (kind === 'm') {
        finish();
        start = [x, y];
        // Further arguments of a move are lines.
        kind = 'l';
      } else if (kind === 'a' && (values[0] === 0 || values[1] === 0)) drawn += `L${x} ${y}`;
      else drawn += `${isRelative ? kind : kind.toUpperCase()}${values.join(' ')}`;
    } while (reader.hasMoreArguments());
  }
  return result();
};

const NUMBERS = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g;

/** Path data with the same text for each number. */
export const commandsOf = (path: string): string => path.replaceAll(NUMBERS, '0').replaceAll(/[\s,]+/g, '');

/** The path that is the fraction `p` of the way from one to another, which has the same commands. */
export const mixedPath = (from: string, to: string, p: number): string => {
  const numbers = (to.match(NUMBERS) ?? []).values();
  return from.replaceAll(
    NUMBERS,
    (number) => ` ${Number(number) + (Number(numbers.next().value) - Number(number)) * p}`,
  );
};
