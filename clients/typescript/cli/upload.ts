import { openAsBlob } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Client } from '../core/client.js';
import { recordOf } from '../core/connection.js';
import type { Asset, VideoInput } from '../core/types.js';
import { type GlobalOptions, type Io, printResult, type Run, UserError } from './io.js';
import { isFile, readProject, sha256OfFile, type Values } from './project-files.js';
import { currentClient } from './settings.js';

/** The asset with the content of a file; undefined if there is none that is ready. */
const knownAsset = async (client: Client, io: Io, path: string): Promise<Asset | undefined> => {
  const query = { sha256: await sha256OfFile(path), limit: 1 };
  const [known] = await recordOf(client.api.GET('/v1/assets', { params: { query }, signal: io.signal }));
  return known?.status === 'ready' ? known : undefined;
};

const sourceOf = ({ _id }: Asset): string => `asset:${_id}`;

/** The asset with the content of a file, which is uploaded only if there is none. */
const assetOfFile = async (client: Client, io: Io, file: string): Promise<Asset> => {
  if (!isFile(io, file)) throw new UserError(`there is no file ${file}`);
  const path = resolve(io.cwd, file);
  const asset =
    (await knownAsset(client, io, path)) ??
    (await client.assets.upload(await openAsBlob(path), { name: basename(file), signal: io.signal }));
  if (asset.status === 'refused') throw new UserError(`${file} is refused: ${asset.reason}`);
  return asset;
};

/** A placeholder of a template that is a whole source: the last part of its name, and its default. */
const PLACEHOLDER = /^(\{\{\s*(?:[\w-]+\.)*([\w-]+)\s*)(?:\|([^{}]*))?\}\}$/;

type Change = (source: string) => string;

/** The node with the texts changed that are under these names, at any depth. */
const withChanged = (node: unknown, names: ReadonlySet<string>, change: Change, isNamed = false): unknown => {
  if (typeof node === 'string') return isNamed ? change(node) : node;
  if (Array.isArray(node)) return node.map((item) => withChanged(item, names, change, isNamed));
  if (typeof node !== 'object' || node === null) return node;
  const changed = ([key, value]: readonly [string, unknown]) =>
    [key, withChanged(value, names, change, names.has(key) || (isNamed && key === 'default'))] as const;
  return Object.fromEntries(Object.entries(node).map(changed));
};

/** A project, and the values of its variables. */
type Filled = VideoInput & Values;

/**
 * The project with its paths changed: the sources that have no scheme, and the defaults of placeholders, the variables and
 * the values that are sources.
 */
const withChangedPaths = ({ variables, additional, merge, ...project }: Filled, change: Change): Filled => {
  const names = new Set<string>();
  const changed = (source: string): string => {
    const [, start = '', name, fallback] = PLACEHOLDER.exec(source) ?? [];
    if (name !== undefined) names.add(name);
    if (fallback !== undefined) return `${start}|${changed(fallback)}}}`;
    return source === '' || source.includes('{{') || /^[a-z][a-z0-9+.-]*:/i.test(source)
      ? source
      : change(source);
  };
  return {
    ...(withChanged(project, new Set(['source']), changed) as VideoInput),
    ...(variables && { variables: withChanged(variables, names, changed) as typeof variables }),
    ...(merge && { merge: withChanged(merge, names, changed) as typeof merge }),
    ...(additional && { additional }),
  };
};

/**
 * A project file, with assets named in place of the files that it has as sources.
 * @param file paths are relative to its folder, and lead to nothing outside it, because a project of somebody else must not
 *   name the user's other files
 * @param toAsset gives undefined if a path is to stay
 */
const withAssets = async (
  io: Io,
  file: string,
  toAsset: (path: string) => Promise<Asset | undefined>,
  values: Values = {},
): Promise<Filled> => {
  const project = { ...(await readProject(io, file)), ...values };
  const folder = await realpath(dirname(resolve(io.cwd, file)));
  const paths = new Set<string>();
  withChangedPaths(project, (path) => (paths.add(path), path));
  const sources = new Map<string, string>();
  for (const path of paths) {
    const named = resolve(folder, path);
    const whole = await realpath(named).catch(() => named);
    if (relative(folder, whole).startsWith('..'))
      throw new UserError(`${path} is outside the folder of ${file}: upload it with framewright upload`);
    const asset = await toAsset(whole);
    sources.set(path, asset ? sourceOf(asset) : path);
  }
  return withChangedPaths(project, (path) => sources.get(path) ?? path);
};

/** Uploads the files that a project file and values for it name as sources, each content once. */
export const withUploadedFiles = (client: Client, io: Io, file: string, values?: Values): Promise<Filled> =>
  withAssets(io, file, (path) => assetOfFile(client, io, path), values);

/** The same, but nothing is uploaded: a file that the service does not have keeps its path. */
export const withKnownFiles = (client: Client, io: Io, file: string): Promise<VideoInput> =>
  withAssets(io, file, async (path) => (isFile(io, path) ? knownAsset(client, io, path) : undefined));

/** `framewright upload` */
export const addUploadCommand = (program: Command, run: Run): void => {
  program
    .command('upload <file...>')
    .description('upload files as assets, each content once, and print what a clip names as its source')
    .action(
      run(async (io, files: ReadonlyArray<string>, options: GlobalOptions) => {
        const client = await currentClient(io, options);
        for (const file of files) {
          const asset = await assetOfFile(client, io, file);
          const source = sourceOf(asset);
          printResult(io, options, { file, source, asset }, `${source}  ${file}`);
        }
      }),
    );
};
