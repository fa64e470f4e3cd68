import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Video, VideoInput } from '../core/types.js';
import { type GlobalOptions, type Io, UserError } from './io.js';
import { currentUrl } from './settings.js';

/** The stored video that a project file belongs to, and the version that the file was last equal to. */
export interface Link {
  readonly id: string;
  readonly etag: string;
}

/** Links by name of the project file, in the same folder. */
const LINKS = '.framewright.json';

type Links = Readonly<Record<string, Link>>;

const unreadable = (path: string) => (): never => {
  throw new UserError(`${path} cannot be read`);
};

export const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(unreadable(path));

const readJson = async (path: string): Promise<unknown> => {
  const text = await readText(path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
};

const linksBeside = async (path: string): Promise<Links> => {
  try {
    return JSON.parse(await readFile(join(dirname(path), LINKS), 'utf8')) as Links;
  } catch {
    return {};
  }
};

/** Whether there is such a file. */
export const isFile = (io: Io, path: string): boolean => existsSync(resolve(io.cwd, path));

/** Whether the text names a project file; otherwise it is the id of a stored video, which has no dots or slashes. */
export const isProjectFile = (io: Io, text: string): boolean => {
  const isThere = isFile(io, text);
  if (!isThere && /[./\\]/.test(text)) throw new UserError(`there is no file ${text}`);
  return isThere;
};

/** The values of a template, as the field of a request. */
export interface Values {
  readonly merge?: Readonly<Record<string, unknown>>;
}

/** Reads them from a JSON file; there are none without one. */
export const readValues = async (io: Io, file: string | undefined): Promise<Values> =>
  file === undefined ? {} : { merge: (await readJson(resolve(io.cwd, file))) as Record<string, unknown> };

/** The option of commands that fill templates. */
export const VALUES = ['--values <file>', 'the values of a template: a JSON file with an object'] as const;

/** Whether a project has placeholders, which `POST /v1/renders` takes as plain text. */
export const isTemplate = (project: VideoInput): boolean =>
  project.variables !== undefined || JSON.stringify(project).includes('{{');

/** A project file. The service validates its content. */
export const readProject = async (io: Io, file: string): Promise<VideoInput> =>
  (await readJson(resolve(io.cwd, file))) as VideoInput;

/** The video that a file belongs to; undefined if it was never pushed or pulled. */
export const linkOf = async (io: Io, file: string): Promise<Link | undefined> => {
  const path = resolve(io.cwd, file);
  return (await linksBeside(path))[basename(path)];
};

export const writeLink = async (io: Io, file: string, link: Link): Promise<void> => {
  const path = resolve(io.cwd, file);
  const links = { ...(await linksBeside(path)), [basename(path)]: link };
  await writeFile(join(dirname(path), LINKS), `${JSON.stringify(links, undefined, 2)}\n`);
};

/** The project in a stored video: what a client may send back. */
export const projectOf = (video: Video): VideoInput => {
  const { version, metadata, clips, renderOptionsInUI, additional, variables } = video;
  const { redirectUrl: _, ...settings } = metadata;
  return {
    version,
    metadata: settings,
    clips,
    renderOptionsInUI,
    ...(additional && { additional }),
    ...(variables && { variables }),
  };
};

/** Writes a project file, which names the schema that the service has for editors. */
export const writeProject = async (
  io: Io,
  file: string,
  project: VideoInput,
  options: GlobalOptions,
): Promise<void> => {
  const $schema = new URL('/schema/video.json', await currentUrl(io, options)).href;
  await writeFile(resolve(io.cwd, file), `${JSON.stringify({ $schema, ...project }, undefined, 2)}\n`);
};

/** The SHA-256 of a file, hex. */
export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch(unreadable(path));
  return hash.digest('hex');
};
