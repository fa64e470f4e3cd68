import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lateCopies } from '../../../../infrastructure/rendering/ffmpeg/late-copies.js';
import {
  FOR_RENDERS,
  type LateOptions,
  waitingProcesses,
} from '../../../../infrastructure/rendering/ffmpeg/waiting-processes.js';
import { muxCommand, own, PIPED_MOVIE } from '../../../../workers/render/compose/container-commands.js';
import { ffmpegSays } from '../../../support/pictures/decoded-media.js';
import { endChild } from '../../../support/processes/end-child.js';
import { eventually } from '../../../support/eventually.js';
import { processesIn } from '../../../support/processes/processes-in.js';
import { quotedUrl, scriptArgs } from '../../../support/processes/programs.js';
import { rightOf } from '../../../support/right-of.js';

describe('Processes of ffmpeg that wait for pieces to join', function () {
  this.timeout(60_000);
  const { signal } = new AbortController();
  let folder: string;
  let root: string;
  let piece: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'late-copies-'));
    piece = join(folder, 'piece.mp4');
    const options = '-v error -f lavfi -i testsrc2=s=64x36:r=10:d=2 -c:v libx264 -g 10 -movflags +faststart';
    await ffmpegSays(...options.split(' '), piece);
    await ffmpegSays(...'-v error -f lavfi -i sine=d=2 -c:a aac -f mp4'.split(' '), join(folder, 'sound'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    root = join(folder, 'waiting');
    await mkdir(root);
  });
  afterEach(() => rm(root, { recursive: true }));

  const joining = (output: string, sound = join(folder, 'sound')) =>
    muxCommand('mp4', PIPED_MOVIE, { sound }, join(folder, output));
  const opened = (options: Partial<LateOptions> = {}) => {
    const processes = waitingProcesses('ffmpeg', { root, most: 1, ...FOR_RENDERS, ...options });
    const { prepareCopy, copy } = lateCopies(processes);
    const made = async (output: string, keyFrames = own(piece)) => {
      const inspected = rightOf(
        await copy(joining(output), createReadStream(piece), keyFrames, { signal })(),
      );
      return { inspected, bytes: (await readFile(join(folder, output))).toString('hex') };
    };
    return { ...processes, prepareCopy, copy, made };
  };
  /** The folders of processes that wait. */
  const folders = () => readdirSync(root);

  it('join what is known only later, and write the bytes of one that is started for it', async () => {
    const { prepareCopy, made, waiting, close } = opened();
    const started = await made('started');
    expect(started.inspected.fingerprint.at).to.have.lengthOf.at.least(2);
    prepareCopy(joining('', ''), own(''));
    expect([waiting(), folders().length]).to.deep.equal([1, 1]);
    expect(await made('waited')).to.deep.equal(started);
    expect([waiting(), folders().length]).to.deep.equal([0, 0]);
    await close();
  });

  it('wait for the next join of the kind that most are', async () => {
    const { copy, made, waiting, close } = opened({ restMs: 0 });
    rightOf(await copy(joining('plain'), createReadStream(piece), undefined, { signal })());
    expect(waiting()).to.equal(0);
    const first = await made('first');
    await eventually(() => expect(waiting()).to.equal(1));
    const [waits] = folders();
    rightOf(await copy(joining('plain'), createReadStream(piece), undefined, { signal })());
    expect(folders()).to.deep.equal([waits]);
    expect(await made('second')).to.deep.equal(first);
    expect(folders()).not.to.include(waits);
    await close();
    expect(folders()).to.deep.equal([]);
  });

  it('end when the worker that started them is killed', async () => {
    const script = `
      import { lateCopies } from ${quotedUrl('infrastructure/rendering/ffmpeg/late-copies')};
      import { FOR_RENDERS, waitingProcesses } from ${quotedUrl('infrastructure/rendering/ffmpeg/waiting-processes')};
      const command = ${JSON.stringify(joining(''))};
      const processes = waitingProcesses('ffmpeg', { root: ${JSON.stringify(root)}, most: 1, ...FOR_RENDERS });
      lateCopies(processes).prepareCopy(command, command.inputs[1]);
      console.log('waiting');
      setInterval(() => undefined, 1000);`;
    const worker = spawn(process.execPath, scriptArgs(script), { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(worker.stdout, 'data');
    await eventually(async () => expect(await processesIn(root)).not.to.deep.equal([]));
    await endChild(worker, 'SIGKILL');
    await eventually(async () => expect(await processesIn(root)).to.deep.equal([]));
  });
});
