import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type ConnectedConfig, writeConfig } from '../../platform/config.js';
import { readIfExists, writePrivateFile } from '../../platform/private-files.js';
import { packageRoot, programFile } from '../../platform/package-root.js';

const IssuedKey = t.type({ key: t.string });

/** A key for trying out the service, and a way to record that the user has seen it. */
export interface DemoKey {
  readonly key: string;
  readonly noteShown: () => Promise<void>;
}

/**
 * Issues the demo key on the first start of a data folder, with the admin command line; later starts issue none. If a
 * start is killed before it has shown the key, the next start issues another.
 */
export const firstDemoKey = async (config: ConnectedConfig): Promise<DemoKey | undefined> => {
  const note = join(config.dataDir, 'demo-key-shown');
  if ((await readIfExists(note)) !== undefined) return undefined;
  const scopes = ['--scopes', 'read,edit,render,webhooks,keys'];
  const command = ['api-keys', 'issue', '--owner', 'demo', '--limits', 'none', ...scopes, '--json'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...process.execArgv, programFile('cli/admin/main'), ...command],
    { cwd: packageRoot, env: { ...process.env, ...writeConfig(config) }, timeout: 60_000 },
  );
  const issued = IssuedKey.decode(JSON.parse(stdout));
  if (E.isLeft(issued)) throw new Error('the admin command line did not return an API key');
  return { key: issued.right.key, noteShown: () => writePrivateFile(note, '') };
};
