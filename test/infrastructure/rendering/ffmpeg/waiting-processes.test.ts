import { expect } from 'chai';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { lateGraphs } from '../../../../infrastructure/rendering/ffmpeg/late-graphs.js';
import {
  FOR_PREVIEWS,
  type LateOptions,
  waitingProcesses,
} from '../../../../infrastructure/rendering/ffmpeg/waiting-processes.js';
import type { LateCommand } from '../../../../workers/render/ports/media-encoder.js';
import { eventually } from '../../../support/eventually.js';

describe('Processes of ffmpeg that wait for a command', function () {
  this.timeout(60_000);
  const { signal } = new AbortController();
  let folder: string;
  let root: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'late-processes-'));
    root = join(folder, 'waiting');
    await writeFile(join(folder, 'pixels'), 'abcd');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Four gray pixels, and nothing else. */
  const copying = (output: string, filters = 'null'): LateCommand => ({
    makes: 'preview',
    files: [join(folder, 'pixels')],
    filterGraph: String.raw`movie=filename=../given/0:f=rawvideo:format_opts=pixel_format=gray\\:video_size=2x2,${filters}[out]`,
    outputOptions: ['-map', '[out]', '-f', 'rawvideo', '-pix_fmt', 'gray'],
    output: join(folder, output),
  });
  const opened = (options: Partial<LateOptions> = {}) => {
    const { waiting, close, ...processes } = waitingProcesses('ffmpeg', {
      root,
      most: 1,
      ...FOR_PREVIEWS,
      alike: 1,
      ...options,
    });
    const graphs = lateGraphs(processes);
    const run = (output: string, filters?: string) => graphs.runLate(copying(output, filters), { signal })();
    const made = async (output: string): Promise<string> => {
      expect(await run(output)).to.deep.equal(E.right(undefined));
      return readFile(join(folder, output), 'utf8');
    };
    return { ...graphs, waiting, close, run, made };
  };
  /** The folders of processes that wait. */
  const folders = () => (existsSync(root) ? readdirSync(root) : []);

  it('take the next command of the same options, each a process of its own', async () => {
    const { made, waiting, close } = opened();
    expect(await made('one')).to.equal('abcd');
    await eventually(() => expect(waiting()).to.equal(1));
    const [first] = folders();
    expect(await made('two')).to.equal('abcd');
    await eventually(() => expect(folders()).to.have.lengthOf(1).and.not.to.include(first));
    await close();
    expect(folders()).to.deep.equal([]);
  });

  it('wait for a command that is announced, of which one is enough', async () => {
    const { made, prepareLate, waiting, close } = opened({ most: 1 });
    prepareLate(copying('one'));
    const [first] = folders();
    prepareLate(copying('two'));
    expect(folders()).to.deep.equal([first]);
    expect(await made('one')).to.equal('abcd');
    await eventually(() => expect(folders()).to.have.lengthOf(1).and.not.to.include(first));
    expect(waiting()).to.equal(1);
    await close();
  });

  it('are several with the same options, so that one is there while another starts', async () => {
    const { made, waiting, close } = opened({ most: 3, alike: 2 });
    await made('one');
    await eventually(() => expect(waiting()).to.equal(2));
    const both = folders();
    await Promise.all([made('two'), made('three')]);
    await eventually(() => expect(folders()).to.have.lengthOf(2).and.not.to.include.members(both));
    expect(waiting()).to.equal(2);
    await close();
    expect(folders()).to.deep.equal([]);
  });

  it('wait for each kind of command that was used, as far as allowed', async () => {
    const { made, runLate, waiting, close } = opened({ most: 2 });
    const other = copying('other');
    await Promise.all([
      made('one'),
      runLate({ ...other, outputOptions: [...other.outputOptions, '-frames:v', '1'] }, { signal })(),
    ]);
    await eventually(() => expect(waiting()).to.equal(2));
    const both = folders();
    await made('two');
    await eventually(() => expect(folders().filter((name) => both.includes(name))).to.have.lengthOf(1));
    await close();
  });

  it('are started for the next command when none has run for a while', async () => {
    const { made, waiting, close } = opened({ restMs: 1 });
    await made('one');
    await eventually(() => expect(waiting()).to.equal(1));
    expect(await made('two')).to.equal('abcd');
    await close();
    expect(folders()).to.deep.equal([]);
  });

  it('are ended when no command comes', async () => {
    const { made, waiting, close } = opened({ idleMs: 1 });
    await made('one');
    await eventually(() => expect([waiting(), ...folders()]).to.deep.equal([0]));
    expect(await made('two')).to.equal('abcd');
    await close();
  });

  it('are no more than allowed: those that wait longest are ended', async () => {
    const { made, runLate, waiting, close } = opened();
    await made('one');
    await eventually(() => expect(waiting()).to.equal(1));
    const [first] = folders();
    const other = copying('other');
    await runLate({ ...other, outputOptions: [...other.outputOptions, '-frames:v', '1'] }, { signal })();
    await eventually(() => expect(folders()).to.have.lengthOf(1).and.not.to.include(first));
    expect(waiting()).to.equal(1);
    await close();
  });

  it('end with a command that fails, and another takes the next one', async () => {
    const { made, run, close } = opened();
    await made('one');
    expect(await run('two', 'nosuchfilter')).to.have.nested.property('left._tag', 'EncodingFailed');
    expect(readdirSync(folder)).not.to.include('two');
    // What it wrote is removed with the folder of its render: until then, a disk that it filled is full.
    expect(readdirSync(folder).filter((name) => name.startsWith('task-process-'))).to.have.lengthOf(1);
    expect(await made('three')).to.equal('abcd');
    await close();
  });

  it('see no file but those of their command', async () => {
    const { runLate, close } = opened();
    await writeFile(join(folder, 'secret'), 'abcd');
    const { filterGraph, ...command } = copying('stolen');
    const stealing = filterGraph.replace('../given/0', join(folder, 'secret'));
    const outcome = await runLate({ ...command, filterGraph: stealing }, { signal })();
    expect(outcome).to.have.nested.property('left._tag', 'EncodingFailed');
    await close();
  });

  it('end when their command is aborted', async () => {
    const { runLate, close } = opened();
    const endless = copying('endless', 'loop=loop=-1:size=1');
    const stop = new AbortController();
    const running = runLate(endless, { signal: stop.signal, onFrames: () => stop.abort() })();
    expect(await running).to.have.nested.property('left._tag', 'Stopped');
    await close();
    expect(folders()).to.deep.equal([]);
  });

  it('wait nowhere without options, and leave nothing where they wrote', async () => {
    const processes = waitingProcesses('ffmpeg');
    const { runLate } = lateGraphs(processes);
    expect(await runLate(copying('one'), { signal })()).to.deep.equal(E.right(undefined));
    expect(processes.waiting()).to.equal(0);
    expect(readdirSync(folder).toSorted()).to.deep.equal(['one', 'pixels']);
  });
});
