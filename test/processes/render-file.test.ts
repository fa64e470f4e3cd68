import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { decodeFrames, openStudio, probeOutput, type Studio } from '../support/render.js';

const run = promisify(execFile);

describe('Rendering a file without the service', function () {
  this.timeout(60_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
    await studio.make('red.png', '-f', 'lavfi', '-i', 'color=red:s=8x8,format=rgb24', '-frames:v', '1');
    const metadata = { name: 'x', duration: 500, fps: 10, canvas: { width: 32, height: 32 } };
    const clip = {
      type: 'image',
      source: 'red.png',
      timeFrame: { start: 200, end: 500 },
      size: { width: 32, height: 32 },
    };
    await writeFile(join(studio.folder, 'project.json'), JSON.stringify({ metadata, clips: [clip] }));
    await writeFile(
      join(studio.folder, 'wrong.json'),
      JSON.stringify({ metadata, clips: [{ ...clip, tpye: 1 }] }),
    );
    await writeFile(
      join(studio.folder, 'lost.json'),
      JSON.stringify({ metadata, clips: [{ ...clip, source: 'no.png' }] }),
    );
  });
  after(() => studio.dispose());

  const command = (...args: string[]) =>
    run(process.execPath, [
      '--import',
      'tsx',
      'infrastructure/processes/render-file.ts',
      ...args.map((arg) => (arg.includes('.') ? join(studio.folder, arg) : arg)),
    ]);
  const refusal = async (...args: string[]): Promise<string> => {
    try {
      await command(...args);
      return 'nothing was refused';
    } catch (error) {
      return (error as { stderr: string }).stderr.trim();
    }
  };

  it('writes the MP4 and says what went into it; sources are paths beside the project', async () => {
    const { stdout } = await command('project.json', 'out.mp4');
    expect(JSON.parse(stdout)).to.include({ frames: 5, width: 32, height: 32 });
    expect(
      (await probeOutput(join(studio.folder, 'out.mp4'))).streams.map(({ codec_name }) => codec_name),
    ).to.deep.equal(['h264', 'aac']);
  });

  it('writes the frame shown at a time as PNG', async () => {
    for (const [ms, red] of [
      ['199', 0],
      ['200', 255],
      ['299', 255],
    ] as const) {
      await command('project.json', 'frame.png', '--frame', ms);
      const [frame] = await decodeFrames(join(studio.folder, 'frame.png'));
      expect(frame?.at(16, 16)[0], ms).to.be.closeTo(red, 3);
    }
  });

  it('names what is wrong with a project', async () => {
    expect(await refusal('wrong.json', 'out.mp4')).to.contain('clips[0].tpye');
    expect(await refusal('lost.json', 'out.mp4')).to.equal('clips[0]: the file could not be read');
  });
});
