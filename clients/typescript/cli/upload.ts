import { openAsBlob } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Client } from '../core/client.js';
import { recordOf } from '../core/connection.js';
import type { Asset, VideoInput } from '../core/types.js';
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

const accepted = async (client: Client, io: Io, file: string) => {
  const asset = await assetOfFile(client, io, file);
  if (asset.status === 'refused') throw new UserError(`${file} is refused: ${asset.reason}`);
  return { file, source: `asset:${asset._id}`, asset };
};

/** Whether a source is a path: it has no scheme, and no placeholder of a template. */
const isPath = (source: unknown): source is string =>
  typeof source === 'string' && !/^[a-z][a-z0-9+.-]*:/i.test(source) && !source.includes('{{');

/** The paths that stand where a project has sources, at any depth. */
const pathsIn = (node: unknown): ReadonlyArray<string> =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) =>
        key === 'source' && isPath(value) ? [value] : pathsIn(value),
      )
    : [];

const replaced = (node: unknown, sources: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(node)) return node.map((item) => replaced(item, sources));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'source' && isPath(value) ? sources.get(value) : replaced(value, sources),
    ]),
  );
};

/**
 * Uploads the files that a project names as sources, each content once, and names the assets instead.
 * @param file the project file: paths are relative to its folder, and lead to nothing outside it, because a project of
 *   somebody else must not name the user's other files
 */
export const withUploadedFiles = async (
  client: Client,
  io: Io,
  file: string,
  project: VideoInput,
): Promise<VideoInput> => {
  const folder = dirname(resolve(io.cwd, file));
  const sources = new Map<string, string>();
  for (const path of new Set(pathsIn(project))) {
    const whole = resolve(folder, path);
    if (relative(folder, whole).startsWith('..'))
      throw new UserError(`${path} is outside the folder of ${file}: upload it with framewright upload`);
    sources.set(path, (await accepted(client, io, whole)).source);
  }
  return replaced(project, sources) as VideoInput;
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
          const found = await accepted(client, io, file);
          printResult(io, options, found, `${found.source}  ${file}`);
        }
      }),
    );
};
