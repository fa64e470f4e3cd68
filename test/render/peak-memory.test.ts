import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildWhenStale, WITH_TESTS } from '../../infrastructure/machine/setup/build-when-stale.js';
import { SHORT_RUN_OPTIONS } from '../../infrastructure/platform/short-run-options.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { reference } from '../bench/render/reference.js';
import { memoryGroup } from '../support/processes/memory-group.js';
import { rejection } from '../support/rejection.js';
import { LONG } from '../support/long-form.js';

const run = promisify(execFile);
const MB = 1e6;
/** What is promised for two processors: two pieces are encoded concurrently. */
const MOST = 900 * MB;
const FPS = 30;
/** An encoder of 1080p holds all of its frames after one second. */
const SECONDS = LONG ? [2, 20] : [2];

/** Two of the processors that this process may use, as taskset names them: threads that decode take memory, too. */
const twoProcessors = (): string => {
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const all = list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return all.slice(0, 2).join(',');
};

const probe = memoryGroup(MOST);
if (probe) await probe.remove();

// Without the right to create control groups, nothing can be limited.
if (probe)
  describe('The memory of all processes of a render in 1080p', function () {
    this.timeout(900_000);
    let folder: string;
    before(() => buildWhenStale(packageRoot, WITH_TESTS));
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'peak-memory-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    /** Runs Node in a group, and returns how many of its processes were killed for lack of memory. */
    const killedWithin = async (
      bytes: number,
      args: ReadonlyArray<string>,
      ended: (running: Promise<{ readonly stdout: string }>) => Promise<unknown>,
    ): Promise<number> => {
      const group = memoryGroup(bytes);
      if (!group) throw new Error('the control group could not be created');
      const command = group.command(['taskset', '-c', twoProcessors(), process.execPath, ...args]);
      const [program = '', ...rest] = command;
      try {
        await ended(run(program, rest, { env: { ...process.env, DATA_DIR: folder } }));
        return group.killed();
      } finally {
        await group.remove();
      }
    };

    for (const seconds of SECONDS)
      it(`is at most ${MOST / MB} MB for ${seconds} s of two videos above each other, images, texts and captions`, async () => {
        const { project } = await reference(folder, seconds);
        const { metadata, clips } = project;
        const body = join(folder, 'project.json');
        await writeFile(body, JSON.stringify({ metadata: { name: 'Memory', ...metadata }, clips }));
        // The build: a process that loads the sources holds more.
        const program = join(packageRoot, WITH_TESTS.folder, 'infrastructure/cli/render-file.js');
        const args = [...SHORT_RUN_OPTIONS, program, body, join(folder, 'output.mp4')];
        const killed = await killedWithin(MOST, args, async (running) => {
          const { frames } = JSON.parse((await running).stdout) as { readonly frames: number };
          expect(frames).to.equal(seconds * FPS);
        });
        expect(killed).to.equal(0);
      });

    it('could be more than the limit of the test', async () => {
      const args = ['-e', `Buffer.alloc(${MOST}, 1)`];
      expect(await killedWithin(MOST, args, (running) => rejection(running))).to.equal(1);
    });
  });
