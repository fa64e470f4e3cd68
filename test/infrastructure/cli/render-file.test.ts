import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { findExecutable } from '../../../infrastructure/platform/executables.js';
import { type AssetServer, startAssetServer } from '../../support/servers/asset-server.js';
import { decodeFrames } from '../../support/pictures/decoded-media.js';
import { openStudio, type Studio } from '../../support/renders/render.js';
import { programArgs } from '../../support/processes/programs.js';
import { itIfLong } from '../../support/long-form.js';
import { flatPicture } from '../../support/pictures/flat-colours.js';
import { lavfi } from '../../support/renders/lavfi.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('Rendering a file from the command line', () => {
  let studio: Studio;
  let server: AssetServer;
  let red: Buffer;

  before(async () => {
    studio = await openStudio();
    server = await startAssetServer();
    for (const colour of ['red', 'blue']) await flatPicture(studio, `${colour}.png`, colour);
    red = await readFile(`${studio.folder}/red.png`);
    server.serve('/red.png', red);
    const image = (source: string, x: number) => ({
      type: 'image',
      source,
      timeFrame: { start: 0, end: 1000 },
      position: { x, y: 0 },
      size: { width: 32, height: 32 },
    });
    await studio.make('tone.wav', ...lavfi('sine=d=1'));
    const group = {
      type: 'group',
      timeFrame: { start: 0, end: 1000 },
      position: { x: '{{x}}', y: 0 },
      size: { width: 32, height: 32 },
      clips: [image('blue.png', 0)],
    };
    const canvas = { width: 64, height: 32 };
    const project = {
      metadata: { name: 'test', duration: 500, fps: 10, canvas, soundtrack: { source: 'tone.wav' } },
      clips: [image(server.url('/red.png'), 0), group],
      variables: { x: { default: 32 } },
    };
    await writeFile(`${studio.folder}/project.json`, JSON.stringify(project));
  });
  after(async () => {
    await server.close();
    await studio.dispose();
  });

  const renderFile = (allowed: string, output: string, ...options: string[]): Promise<Outcome> =>
    renderFileWith({}, allowed, output, ...options);
  const renderFileWith = (
    variables: NodeJS.ProcessEnv,
    allowed: string,
    output: string,
    ...options: string[]
  ): Promise<Outcome> => {
    const project = `${studio.folder}/project.json`;
    const env = {
      ...process.env,
      ALLOWED_PRIVATE_HOSTS: allowed,
      DATA_DIR: `${studio.folder}/data`,
      ...variables,
    };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        programArgs('infrastructure/cli/render-file', project, output, ...options),
        { env },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  };
  const colours = async (path: string): Promise<readonly number[]> => {
    const [picture] = await decodeFrames(path);
    return [16, 48].map((x) => picture!.at(x, 16).findIndex((value) => value > 200));
  };

  it('takes sources from the web and from the folder, and exits by itself', async () => {
    const output = `${studio.folder}/out.mp4`;
    const { code, stdout, stderr } = await renderFile(server.host, output);
    expect(code, stderr).to.equal(0);
    expect(await colours(output)).to.deep.equal([0, 2]);
    const { frames, sources } = JSON.parse(stdout) as { frames: number; sources: { sha256: string }[] };
    expect(frames).to.equal(5);
    expect(sources.map(({ sha256 }) => sha256)).to.include(createHash('sha256').update(red).digest('hex'));
  });

  it('uses what it made before', async () => {
    const made = async (name: string): Promise<unknown> => {
      const { stdout, stderr } = await renderFile(server.host, `${studio.folder}/${name}`);
      expect(stdout, stderr).not.to.equal('');
      return JSON.parse(stdout);
    };
    const first = await made('first.mp4');
    const again = await made('again.mp4');
    expect(again).to.deep.include({ sha256: (first as { sha256: string }).sha256, reusedFrames: 5 });
  });

  itIfLong('keeps it apart from the data of another account, which could not use it', async () => {
    const theirs = `${studio.folder}/theirs`;
    await mkdir(theirs);
    // Without root, no folder can be given away: the one of root is another account's.
    if (process.getuid?.() === 0) await chown(theirs, 65_534, 65_534);
    const variables = { DATA_DIR: process.getuid?.() === 0 ? theirs : '/usr', HOME: `${studio.folder}/home` };
    const made = async (): Promise<object> => {
      const output = `${studio.folder}/apart.mp4`;
      const { stdout, stderr } = await renderFileWith(variables, server.host, output);
      expect(stdout, stderr).not.to.equal('');
      return JSON.parse(stdout) as object;
    };
    await made();
    expect(await made()).to.include({ reusedFrames: 5 });
    expect(await readdir(theirs)).to.deep.equal([]);
  });

  it('writes a single frame as a picture', async () => {
    const output = `${studio.folder}/frame.png`;
    const { code, stderr } = await renderFile(server.host, output, '--frame', '200');
    expect(code, stderr).to.equal(0);
    expect(await colours(output)).to.deep.equal([0, 2]);
  });

  itIfLong('renders the same without bubblewrap, and without perl too', async () => {
    const whole = `${studio.folder}/whole.png`;
    expect((await renderFile(server.host, whole, '--frame', '200')).code).to.equal(0);
    const needed = ['ffmpeg', 'sh', 'cat', 'setpriv', 'prlimit', 'unshare'];
    for (const [name, programs] of Object.entries({ landlock: [...needed, 'perl'], bare: needed })) {
      const path = `${studio.folder}/${name}`;
      await mkdir(path);
      for (const program of programs) await symlink(findExecutable(program) ?? '', `${path}/${program}`);
      const output = `${path}/frame.png`;
      const { code, stderr } = await renderFileWith({ PATH: path }, server.host, output, '--frame', '200');
      expect(code, stderr).to.equal(0);
      expect((await readFile(output)).equals(await readFile(whole)), name).to.equal(true);
    }
  });

  it('refuses addresses that are not public, like the worker, and names the clip', async () => {
    const asked = server.requests.length;
    const { code, stderr } = await renderFile('', `${studio.folder}/refused.mp4`);
    expect(code).to.equal(1);
    expect(stderr).to.contain('clips[0]: ').and.to.contain('address');
    expect(server.requests).to.have.length(asked);
  });
});
