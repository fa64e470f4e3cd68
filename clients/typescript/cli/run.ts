import type { Command } from 'commander';

/** A command, given its arguments and then its options. Returns an exit code, or nothing for 0. */
type Handler<Given extends ReadonlyArray<never>> = (...given: Given) => Promise<number | void>;

/** Makes a handler an action of commander: it gets the options of all levels, and its exit code is kept. */
export type Run = <Given extends ReadonlyArray<never>>(
  handler: Handler<Given>,
) => (...args: ReadonlyArray<unknown>) => Promise<void>;

/** @param exit told the exit code of the command that ran */
export const runner = (exit: (code: number) => void): Run =>
  function run<Given extends ReadonlyArray<never>>(handler: Handler<Given>) {
    return async (...args: ReadonlyArray<unknown>): Promise<void> => {
      const command = args.at(-1) as Command;
      const given: ReadonlyArray<unknown> = [...args.slice(0, -2), command.optsWithGlobals()];
      exit((await handler(...(given as unknown as Given))) ?? 0);
    };
  };
