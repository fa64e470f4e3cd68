import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ofId, recordOf } from '../core/connection.js';
import { type GlobalOptions, type Io, printResult, type Run, UserError } from './io.js';
import { isFile, sha256OfFile } from './project-files.js';
import { currentClient } from './settings.js';

interface VerifyOptions extends GlobalOptions {
  readonly receipt?: string;
}

const verify = async (io: Io, file: string, options: VerifyOptions): Promise<number> => {
  if (options.receipt !== undefined && isFile(io, options.receipt))
    throw new UserError(`${options.receipt} exists already; give the receipt another name`);
  const client = await currentClient(io, options);
  const sha256 = await sha256OfFile(resolve(io.cwd, file));
  const verdict = await recordOf(client.api.POST('/v1/verify', { body: { sha256 } }));
  const [render] = verdict.renders;
  if (options.receipt !== undefined && render !== undefined) {
    const receipt = await recordOf(client.api.GET('/v1/renders/{id}/receipt', ofId(render.renderId)));
    await writeFile(resolve(io.cwd, options.receipt), `${JSON.stringify(receipt, undefined, 2)}\n`, {
      flag: 'wx',
    });
  }
  const text =
    render === undefined
      ? 'unknown: no output of your renders has the SHA-256 of this file; its streams and pictures were not compared'
      : `identical: the output of render ${render.renderId}, of version ${render.videoVersion} of video ${render.videoId}`;
  printResult(io, options, verdict, text);
  return render === undefined ? 1 : 0;
};

/** `framewright verify` */
export const addVerifyCommand = (program: Command, run: Run): void => {
  program
    .command('verify')
    .description('find the render that made a file; exits with 1 if there is none')
    .argument('<file>', 'the file')
    .option(
      '--receipt <file>',
      'write the signed receipt of that render to a new file, for verification without the service',
    )
    .action(run(verify));
};
