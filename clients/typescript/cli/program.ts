import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { ApiError, RenderNotCompleted } from '../core/errors.js';
import { addCaptionCommands } from './captions.js';
import { addCheckCommand } from './check.js';
import { addImportCommand } from './import.js';
import { type Io, type Run, UserError } from './io.js';
import { addLoginCommand } from './login.js';
import { addMcpCommand } from './mcp.js';
import { addBatchCommand } from './batch.js';
import { addPreviewCommand } from './preview.js';
import { addRenderCommand } from './render.js';
import { addUploadCommand } from './upload.js';
import { addVerifyCommand } from './verify.js';
import { addVideoCommands } from './videos.js';
import { addWebhookCommands } from './webhooks.js';

/** The lines of an error for the user. */
const textOf = (error: unknown): string => {
  if (error instanceof ApiError)
    return `${error.message}${error.requestId === undefined ? '' : `\n(request ${error.requestId})`}`;
  if (error instanceof UserError || error instanceof RenderNotCompleted) return error.message;
  return error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
    : String(error);
};

/**
 * Runs the command line.
 * @param args the arguments after the name of the program
 * @returns the exit code: 0 for success, 1 for an error, 2 for a wrong command line
 */
export const runCli = async (args: ReadonlyArray<string>, io: Io): Promise<number> => {
  let code = 0;
  const isJson = args.includes('--json');
  const run: Run =
    (handler) =>
    async (...args) => {
      const options: unknown = (args.at(-1) as Command).optsWithGlobals();
      const given: unknown = [...args.slice(0, -2), options];
      code = (await handler(io, ...(given as ReadonlyArray<never>))) ?? 0;
    };
  const program = new Command('framewright')
    .description('Video from JSON: the command line of Framewright')
    .option('--url <url>', 'the address of the service; by default the one of the login, or FRAMEWRIGHT_URL')
    .option('--json', 'print the result as JSON')
    // Subcommands that are added later inherit these.
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.print(text.trimEnd()),
      writeErr: (text) => isJson || io.printError(text.trimEnd()),
    });
  addLoginCommand(program, run);
  addVideoCommands(program, run);
  addUploadCommand(program, run);
  addCheckCommand(program, run);
  addPreviewCommand(program, run);
  addCaptionCommands(program, run);
  addRenderCommand(program, run);
  addBatchCommand(program, run);
  addVerifyCommand(program, run);
  addWebhookCommands(program, run);
  addImportCommand(program, run);
  addMcpCommand(program, run);
  tab(program); // adds `framewright complete SHELL`
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (isJson && error.exitCode !== 0) io.printError(JSON.stringify({ error: error.message }));
      return error.exitCode === 0 ? 0 : 2;
    }
    if (isJson)
      io.printError(
        JSON.stringify({
          error: textOf(error),
          ...(error instanceof ApiError ? { status: error.status, problems: error.problems } : {}),
        }),
      );
    else io.printError(textOf(error));
    return 1;
  }
};
