import type { Readable, Writable } from 'node:stream';
import type { Sleep } from '../core/retrying-fetch.js';

/** What a command uses of its surroundings. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that paths are relative to. */
  readonly cwd: string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** The standard input and output, for protocols. */
  readonly input: Readable;
  readonly output: Writable;
  /** Where progress bars are drawn; undefined if that is not a terminal. */
  readonly terminal: NodeJS.WritableStream | undefined;
  /** Asks for a secret without showing it, or reads it from the standard input. */
  readonly readSecret: (question: string) => Promise<string>;
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
  /** Downloads a file. Default: the global fetch. */
  readonly fetch?: typeof fetch;
  readonly sleep?: Sleep;
}

/** A mistake of the user: it is reported without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Options of every command. */
export interface GlobalOptions {
  readonly json?: true;
  readonly url?: string;
}

/**
 * Makes a handler the action of a command: it gets the surroundings, the arguments and the options of all levels, and
 * returns an exit code, or nothing for 0.
 */
export type Run = (
  handler: (io: Io, ...given: ReadonlyArray<never>) => Promise<number | void>,
) => (...args: ReadonlyArray<unknown>) => Promise<void>;

/** Prints a result: as one JSON value with `--json`, otherwise as text. */
export const printResult = (io: Io, { json }: GlobalOptions, value: unknown, text: string): void =>
  io.print(json === true ? JSON.stringify(value, undefined, 2) : text);
