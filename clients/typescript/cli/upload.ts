import { openAsBlob } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Client } from '../core/client.js';
import { recordOf } from '../core/connection.js';
import type { Asset } from '../core/types.js';
import { type GlobalOptions, type Io, printResult, UserError } from './io.js';
import { isFile, sha256OfFile } from './project-files.js';
import type { Run } from './run.js';
import { currentClient } from './settings.js';

/** The asset with the content of a file, which is uploaded only if there is none. */
const assetOfFile = async (client: Client, io: Io, file: string): Promise<Asset> => {
  if (!(await isFile(io, file))) throw new UserError(`there is no file ${file}`);
  const path = resolve(io.cwd, file);
  const query = { sha256: await sha256OfFile(path), limit: 1 };
  const [known] = await recordOf(client.api.GET('/v1/assets', { params: { query }, signal: io.signal }));
  if (known?.status === 'ready') return known;
  return client.assets.upload(await openAsBlob(path), { name: basename(file), signal: io.signal });
};

/** `framewright upload` */
export const addUploadCommand = (program: Command, io: Io, run: Run): void => {
  program
    .command('upload <file...>')
    .description('upload files as assets, each content once, and print what a clip names as its source')
    .action(
      run(async (files: ReadonlyArray<string>, options: GlobalOptions) => {
        const client = await currentClient(io, options);
        for (const file of files) {
          const asset = await assetOfFile(client, io, file);
          if (asset.status === 'refused') throw new UserError(`${file} is refused: ${asset.reason}`);
          const source = `asset:${asset._id}`;
          printResult(io, options, { file, source, asset }, `${source}  ${file}`);
        }
      }),
    );
};
