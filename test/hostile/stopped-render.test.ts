import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import * as E from 'fp-ts/lib/Either.js';
import { flat, makeMedia } from './corpus/make-media.js';
import { startVictim } from './victim.js';
import { LONG } from '../support/long-form.js';
import { forSuite } from '../support/for-suite.js';

/**
 * The programs that this process and its children are running, except `others` and their descendants. esbuild belongs
 * to the TypeScript loader of the tests.
 */
const descendants = (others: ReadonlySet<string | undefined> = new Set()): ReadonlyArray<string> => {
  const { stdout, pid: ps } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line));
  const own = new Set([process.pid]);
  return rows.flatMap((row) => {
    const [, pid, parent, state = '', args = ''] = row ?? [];
    if (!own.has(Number(parent)) || Number(pid) === ps || state.startsWith('Z')) return [];
    if (others.has(pid)) return [];
    own.add(Number(pid));
    if (args.includes('esbuild')) return [];
    return [`${pid} ${state} ${args.slice(0, 200)}`];
  });
};

const pidOf = (line: string): string | undefined => line.split(' ', 1)[0];

describe('stopping a render', () => {
  const victim = forSuite(startVictim, ({ close }) => close());

  it('has ended all its processes and removed all files when it reports the end', async () => {
    const long = await makeMedia(victim.canaries.folder, 'long.mkv', [
      ...flat('green', '1920x1080', 4),
      '-c:v',
      'ffv1',
    ]);
    const source = victim.server.serve('/long.mkv', long);
    const clips = Array.from({ length: 8 }, (_, n) => ({
      type: 'video',
      source,
      transform: { rotation: n },
    }));
    // Servers shared with other suites are also children of this process.
    const others = new Set(descendants().map(pidOf));
    for (const ms of LONG ? [150, 500, 1500] : [500]) {
      const result = await victim.render(clips, ms);
      if (E.isRight(result)) await result.right.dispose();
      else expect(result.left).to.deep.include({ retryable: true });
      expect(descendants(others)).to.deep.equal([]);
      expect(await victim.leftovers()).to.deep.equal([]);
    }
  });
});
