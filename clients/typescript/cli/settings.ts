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

const NOT_LOGGED_IN =
  'not logged in: run `framewright login`, or set FRAMEWRIGHT_URL and FRAMEWRIGHT_API_KEY';

/** The address of the service. The command line comes first, then the environment, then the stored login. */
export const currentUrl = async (io: Io, { url }: GlobalOptions): Promise<string> => {
  const current = url ?? io.env['FRAMEWRIGHT_URL'] ?? (await storedLogin(io)).url;
  if (current === undefined) throw new UserError(NOT_LOGGED_IN);
  return current;
};

/** The address and the key to use. A stored key is only sent to the address that it was stored for. */
export const currentLogin = async (io: Io, options: GlobalOptions): Promise<Login> => {
  const [url, stored] = [await currentUrl(io, options), await storedLogin(io)];
  const apiKey = io.env['FRAMEWRIGHT_API_KEY'] ?? (url === stored.url ? stored.apiKey : undefined);
  if (apiKey === undefined) throw new UserError(NOT_LOGGED_IN);
  return { url, apiKey };
};

export const clientOf = (io: Io, { url, apiKey }: Login): Client =>
  createClient({ baseUrl: url, apiKey, ...(io.sleep ? { sleep: io.sleep } : {}) });

/** A client of the service that the user is logged in to. */
export const currentClient = async (io: Io, options: GlobalOptions): Promise<Client> =>
  clientOf(io, await currentLogin(io, options));
