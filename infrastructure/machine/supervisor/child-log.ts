import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The output of one child: everything goes to its log file; what the operator should see also goes to standard error.
 */
export interface ChildLog {
  readonly file: string;
  /** Takes a line of the child's log; warnings and errors are shown. */
  readonly event: (line: string) => void;
  /** Takes a line the child wrote outside its log, such as a crash; always shown. */
  readonly rawLine: (line: string) => void;
  /** Takes a line that is not shown. */
  readonly write: (line: string) => void;
}

/** The size in bytes from which a log file is replaced by a new one. */
const LARGEST_LOG = 20_000_000;
const shownLevels: ReadonlySet<unknown> = new Set(['warn', 'error', 'fatal', 40, 50, 60]);

/** Written to the file in place of lost lines, in the format of the other lines. */
const lossNote = (lines: number): string =>
  JSON.stringify({ level: 'warn', time: new Date().toISOString(), lines, msg: 'lines were lost here' });

/**
 * Keeps a log file of at most twice `largest` bytes. A full file is renamed to `<file>.1`, replacing the previous one.
 * Writing never throws: lines that cannot be written, for example on a full disk, are lost, and their number is written
 * later.
 * @param show shows a line to the operator; must not throw
 */
export const openChildLog = (
  file: string,
  show: (line: string) => void,
  largest: number = LARGEST_LOG,
): ChildLog => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let lost = 0;
  const append = (line: string): void => {
    if (size > largest) {
      renameSync(file, `${file}.1`);
      size = 0;
    }
    // The last written line may be incomplete, so the note starts on a new line.
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
    file,
    event: (line) => {
      write(line);
      if (isForPeople(line)) show(line);
    },
    rawLine: (line) => {
      write(line);
      show(line);
    },
    write,
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
