import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where the lines of one child go: all to its file, those a person should see to standard error as well. */
export interface ChildLog {
  /** A line of the child's log: shown when it is a warning or worse. */
  readonly event: (line: string) => void;
  /** A line the child wrote past its log (a crash, say): always shown. */
  readonly outcry: (line: string) => void;
}

const largestFile = 20_000_000;
const shownLevels: ReadonlySet<unknown> = new Set(['warn', 'error', 'fatal', 40, 50, 60]);

/** What stands in the file where lines could not be written, in the shape of the other lines. */
const lossNote = (lines: number): string =>
  JSON.stringify({ level: 'warn', time: new Date().toISOString(), lines, msg: 'lines were lost here' });

/**
 * Keeps a log file of at most twice `largest` bytes: when full it is set aside as `<file>.1`, replacing the last one.
 * Writing never throws: lines that can't be written, on a full disk say, are lost, and counted in the file later.
 * @param show takes a line for a person's eyes; must not throw
 */
export const openChildLog = (
  file: string,
  show: (line: string) => void,
  largest: number = largestFile,
): ChildLog => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let lost = 0;
  const append = (line: string): void => {
    if (size > largest) {
      renameSync(file, `${file}.1`);
      size = 0;
    }
    // The last line that was written may have been cut: the note begins a line of its own.
    const text = lost === 0 ? `${line}\n` : `\n${lossNote(lost)}\n${line}\n`;
    appendFileSync(file, text, { mode: 0o600 });
    size += Buffer.byteLength(text);
    lost = 0;
  };
  const write = (line: string): void => {
    try {
      append(line);
    } catch {
      lost += 1;
    }
  };
  return {
    event: (line) => {
      write(line);
      if (isForPeople(line)) show(line);
    },
    outcry: (line) => {
      write(line);
      show(line);
    },
  };
};

const isForPeople = (line: string): boolean => {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' && event !== null && 'level' in event && shownLevels.has(event.level);
  } catch {
    return true;
  }
};
