import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, createClient } from '../core/client.js';
import { type GlobalOptions, type Io, UserError } from './io.js';

/** What `framewright login` stores. */
export interface Login {
  readonly url: string;
  readonly apiKey: string;
}

/** The file with the login: `framewright/config.json` in the user's configuration folder. */
export const loginFile = ({ env }: Io): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'framewright', 'config.json');

/** Stores a login that only the user can read. */
export const storeLogin = async (io: Io, login: Login): Promise<string> => {
  const path = loginFile(io);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(login, undefined, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600); // whatever the umask
  await rename(draft, path);
  return path;
};

const storedLogin = async (io: Io): Promise<Partial<Login>> => {
  try {
    return JSON.parse(await readFile(loginFile(io), 'utf8')) as Partial<Login>;
  } catch {
    return {};
  }
};

/** The address and the key to use. The environment comes before the stored login. */
export const currentLogin = async (io: Io, { url: given }: GlobalOptions): Promise<Login> => {
  const stored = await storedLogin(io);
  const url = given ?? io.env['FRAMEWRIGHT_URL'] ?? stored.url;
  const apiKey = io.env['FRAMEWRIGHT_API_KEY'] ?? (url === stored.url ? stored.apiKey : undefined);
  if (url === undefined || apiKey === undefined)
    throw new UserError(
      'not logged in: run `framewright login`, or set FRAMEWRIGHT_URL and FRAMEWRIGHT_API_KEY',
    );
  return { url, apiKey };
};

export const clientOf = (io: Io, { url, apiKey }: Login): Client =>
  createClient({ baseUrl: url, apiKey, ...(io.sleep ? { sleep: io.sleep } : {}) });

/** A client of the service that the user is logged in to. */
export const currentClient = async (io: Io, options: GlobalOptions): Promise<Client> =>
  clientOf(io, await currentLogin(io, options));
