import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { eventually } from '../support/eventually.js';
import { notTested, printed } from '../support/processes/optional-programs.js';
import { apiClient } from '../support/service/http-client.js';
import { LONG } from '../support/long-form.js';

/** What the machine of the test lacks, besides fonts, speech models and the rights of root. */
const LACKING = ['ffmpeg', 'ffprobe', 'bwrap', 'nats-server', 'pocketsphinx_batch', 'sudo'];
const ACCOUNT = 65534;
const VIDEO = {
  metadata: { name: 'Bare', duration: 1000, canvas: { width: 320, height: 180 } },
  clips: [
    {
      type: 'text',
      timeFrame: { end: 1000 },
      size: { width: 320, height: 100 },
      textProperties: { content: 'Hello 漢字 😀', fontSize: 32, color: '#FFFFFF' },
    },
  ],
  output: ['mp4', 'webm', 'gif', 'mov', 'webp', 'hls'].map((format) => ({ format })),
};

/** How a command is started on a copy of this machine that lacks all that, as `nobody`, who can write to one folder. */
const onBareMachine = (folder: string, command: string): ReadonlyArray<string> => {
  const hidden = ['/root', '/usr/share/fonts', '/usr/share/pocketsphinx', packageRoot];
  const programs = LACKING.map((name) => join('/usr/bin', name)).filter((path) => existsSync(path));
  return [
    ...'--dev-bind / / --unshare-pid --proc /proc --die-with-parent'.split(' '),
    ...hidden.flatMap((path) => ['--tmpfs', path]),
    ...programs.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...`--bind ${folder} ${folder} --chdir ${folder}/framewright`.split(' '),
    ...`setpriv --reuid=${ACCOUNT} --regid=${ACCOUNT} --clear-groups --no-new-privs`.split(' '),
    ...'--inh-caps=-all --bounding-set=-all env PATH=/usr/local/bin:/usr/bin:/bin'.split(' '),
    `HOME=${folder}`,
    'bash',
    '-ec',
    command,
  ];
};

// It installs all packages and downloads others from Debian.
if (LONG)
  describe('An account without root, on a machine with Node and nothing else', function () {
    this.timeout(600_000);

    it('starts with "npm ci && npm start", renders, and says what is missing and how to get it', async () => {
      if (process.getuid?.() !== 0 || printed('bwrap', '--version') === '' || printed('apt-get', '-v') === '')
        return notTested('npm start without root', 'root with bubblewrap and apt-get');
      const folder = mkdtempSync(join(tmpdir(), 'framewright-bare-'));
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, 'framewright'));
      const files = execFileSync('git', ['ls-files', '-z'], { cwd: packageRoot });
      const archive = join(folder, 'sources.tar');
      execFileSync('tar', ['-c', '-f', archive, '--null', '-T', '-'], { cwd: packageRoot, input: files });
      execFileSync('tar', ['-x', '-f', archive, '-C', join(folder, 'framewright')]);
      execFileSync('chown', ['-R', `${ACCOUNT}:${ACCOUNT}`, folder]);
      const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
      const command = `npm ci && exec npm start`;
      const machine = spawn('bwrap', onBareMachine(folder, command), {
        env: {
          PORT: '0',
          ...(authorities ? { NODE_EXTRA_CA_CERTS: authorities, npm_config_cafile: authorities } : {}),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [machine.stdout, machine.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      try {
        const failed = once(machine, 'exit').then(() => expect.fail(`it ended: ${said}`));
        const ready = eventually(() => expect(said).to.include('Press Ctrl-C to stop.'), 500_000);
        await Promise.race([failed, ready]);
        expect(said)
          .to.include('Only an administrator can install them.')
          .and.include('apt-get install -y --no-install-recommends ffmpeg pocketsphinx pocketsphinx-en-us')
          .and.match(/^Continuing without ffmpeg: no hardware encoders/m);
        const [, address = ''] = /Base address +(\S+)/.exec(said) ?? [];
        const [, key = ''] = /Demo API key +(\S+)/.exec(said) ?? [];
        const api = apiClient(address, key);
        const { _id } = (await api('POST', '/v1/renders', { body: VIDEO })).body.data as {
          readonly _id: string;
        };
        await eventually(async () => {
          const { data } = (await api('GET', `/v1/renders/${_id}`)).body;
          expect(data).to.include({ status: 'completed' });
        }, 60_000);
        const log = readFileSync(join(folder, 'framewright/.data/logs/worker.log'), 'utf8');
        expect(log).to.include('"mode":"bubblewrap"');
      } finally {
        const ended = once(machine, 'exit');
        if (machine.kill('SIGKILL')) await ended;
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
