/** What a compromised decoder attempts, and the files that it must not reach. */
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../../infrastructure/platform/package-root.js';
import { isRoot } from '../../../support/processes/rights.js';

export const SECRET = 'the service key';

/** The ordinary user whose files tests make if they run as root. */
export const NOBODY = 65_534;

/** A data folder whose files a decoder must not reach, the folders of a render, and the source of the decoder. */
export interface Folders {
  readonly dataDir: string;
  readonly key: string;
  readonly outputs: string;
  readonly source: string;
  readonly socket: string;
  readonly render: string;
  readonly writes: string;
}

export const makeFolders = async (root: string): Promise<Folders> => {
  const dataDir = join(root, 'data');
  const render = join(dataDir, 'work', 'render');
  const folders = {
    dataDir,
    key: join(dataDir, 'secrets', 'service-key'),
    outputs: join(dataDir, 'outputs'),
    source: join(render, 'source'),
    socket: join(dataDir, 'server.socket'),
    render,
    writes: join(render, 'written'),
  };
  for (const folder of [join(dataDir, 'secrets'), folders.outputs, folders.writes])
    await mkdir(folder, { recursive: true });
  await writeFile(folders.key, SECRET);
  await writeFile(folders.source, 'the source');
  await writeFile(join(dataDir, 'run.json'), SECRET);
  // As permissive as possible: the sandbox must keep the decoder out, not file modes.
  for (const open of [root, folders.outputs, folders.writes, dataDir, render]) await chmod(open, 0o777);
  if (isRoot) await chown(folders.writes, NOBODY, NOBODY);
  return folders;
};

/** A program of node.js that makes every attempt, and prints a `Result`. */
export const attempts = (folders: Folders, port: number): string => `
  const fs = require('node:fs'); const net = require('node:net'); const { spawnSync } = require('node:child_process');
  const h = ${JSON.stringify({ ...folders, worker: process.pid, port, home: homedir(), repository: packageRoot })};
  const write = (path) => () => { fs.writeFileSync(path, 'written'); return 'written'; };
  const read = (path) => () => fs.readFileSync(path).toString().slice(0, 100);
  const connect = (where) => () => new Promise((resolve, reject) =>
    net.connect(where).on('connect', () => resolve('connected')).on('error', reject));
  const tries = {
    'copy the key to the outputs': () => fs.copyFileSync(h.key, h.outputs + '/stolen.mp4'),
    'read the key': read(h.key),
    'read the addresses of the run': read(h.dataDir + '/run.json'),
    'read the key through a symbolic link': () => { fs.symlinkSync(h.key, h.writes + '/link'); return read(h.writes + '/link')(); },
    'keep the key by a hard link': () => { fs.linkSync(h.key, h.writes + '/hard'); return 'linked'; },
    'list the data folder': () => { const names = fs.readdirSync(h.dataDir); if (names.includes('secrets')) return names.join(); throw new Error('hidden'); },
    'list other renders': () => { const names = fs.readdirSync(h.dataDir + '/work/other'); return names.join(); },
    'write to the outputs': write(h.outputs + '/made.mp4'),
    'write to the data folder': write(h.dataDir + '/made'),
    'change the source it was given': () => { fs.chmodSync(h.source, 0o666); return write(h.source)(); },
    'write next to the source': write(h.render + '/made'),
    'write to /tmp': write('/tmp/framewright-made-by-a-decoder'),
    'write to /var/tmp': write('/var/tmp/framewright-made-by-a-decoder'),
    'write to /dev/shm': write('/dev/shm/framewright-made-by-a-decoder'),
    'write to the home folder': write(h.home + '/framewright-made-by-a-decoder'),
    'write to the repository': write(h.repository + '/made-by-a-decoder'),
    'read the repository': read(h.repository + '/package.json'),
    'read the accounts of the machine': read('/etc/passwd'),
    'read the environment of the worker': read('/proc/' + h.worker + '/environ'),
    'read the memory of the worker': () => { fs.openSync('/proc/' + h.worker + '/mem', 'r'); return 'opened'; },
    'signal the worker': () => { process.kill(h.worker, 0); return 'signalled'; },
    'change a setting of the kernel': write('/proc/sys/kernel/core_pattern'),
    'mount a file system': () => { const { status, error } = spawnSync('mount', ['-t', 'tmpfs', 'none', h.writes]); if (status === 0) return 'mounted'; throw error ?? new Error('refused'); },
    'connect to this machine': connect({ port: h.port, host: '127.0.0.1' }),
    'connect to this machine by IPv6': connect({ port: h.port, host: '::1' }),
    'connect to another machine': connect({ port: h.port, host: '1.1.1.1' }),
    'connect to a socket of a server': connect(h.socket),
  };
  const ends = {};
  (async () => {
    for (const [name, attempt] of Object.entries(tries))
      ends[name] = await Promise.resolve().then(attempt).then((done) => 'DONE: ' + done, () => 'failed');
    fs.writeFileSync(h.writes + '/own', 'may be written');
    const caps = (() => { try { return /^CapEff:\\s*(\\S+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]; } catch { return 'unknown'; } })();
    fs.writeSync(1, JSON.stringify({ ends, source: fs.readFileSync(h.source, 'utf8'), caps, uid: process.getuid() }));
    process.exit();
  })();`;

/** What became of each attempt, and what the program knows of itself. */
export interface Result {
  readonly ends: Readonly<Record<string, string>>;
  readonly source: string;
  readonly caps: string;
  readonly uid: number;
}
