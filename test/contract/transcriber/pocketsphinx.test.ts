import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findPocketsphinx } from '../../../infrastructure/rendering/transcription/pocketsphinx/installation.js';
import { pocketsphinx } from '../../../infrastructure/rendering/transcription/pocketsphinx/pocketsphinx.js';
import type { RenderFailure } from '../../../domain/render/render-failure.js';
import { recordedFailure, RenderError } from '../../../domain/render/failure-cause.js';
import { installedPocketsphinx } from '../../support/renders/installed-recogniser.js';
import { type RecogniserUnderTest, transcriberContract } from './transcriber-contract.js';

/** How many processes of this machine run the program at the path, or something that starts it. */
const processesOf = async (path: string): Promise<number> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.split('\0').includes(path)).length;
};

/** The installed program under a name of its own, so that it can be removed and distinguished from others. */
const start = async (): Promise<RecogniserUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), 'pocketsphinx-'));
  const installed = await installedPocketsphinx();
  const program = join(folder, 'pocketsphinx_batch');
  await symlink(installed.program, program);
  return {
    recogniser: pocketsphinx({
      warn: () => undefined,
      lanes: 2,
      installation: () => Promise.resolve({ ...installed, program }),
    }),
    breakDown: () => rm(program),
    underWay: () => processesOf(program),
    end: () => rm(folder, { recursive: true }),
  };
};

transcriberContract('pocketsphinx', start);

describe('pocketsphinx on this machine', () => {
  const failureOf = (installation: Promise<unknown>): Promise<RenderFailure> =>
    installation.then(
      () => Promise.reject(new Error('the program was found')),
      (error: unknown) =>
        error instanceof RenderError ? recordedFailure(error.cause) : Promise.reject(error),
    );

  it('is named with its version and the content of its models', async () => {
    expect((await findPocketsphinx()).name).to.match(/^pocketsphinx \S+ \(en-us [0-9a-f]{12}\)$/);
  });

  it('is reported as missing if its models are', async () => {
    const failure = await failureOf(findPocketsphinx(undefined, ['/nonexistent']));
    expect(failure.message).to.include('pocketsphinx-en-us').and.include('TRANSCRIBER_URL');
    expect(failure.retryable).to.equal(false);
  });
});
