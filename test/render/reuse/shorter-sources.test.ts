import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { MediaCommand, MediaEncoder } from '../../../workers/render/ports/media-encoder.js';
import { compositionOf, openStudio, render, type Studio } from '../../support/renders/render.js';
import { tools } from '../../support/renders/render-tools.js';

const LONG = process.env['LONG_TESTS'] === '1';
const canvas = { width: 128, height: 72 };
const SHORTER = /\.source-\d+\.mp4$/;

describe('The frames of a video that come before those of a piece', function () {
  this.timeout(120_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

  /** A video of ten seconds whose only key frame is the first, with sound that begins at the same time. */
  const source = (name: string, ...options: string[]): Promise<string> =>
    studio.make(
      name,
      ...'-f lavfi -i testsrc2=s=128x72:r=30:d=10,noise=alls=20:allf=t -f lavfi -i sine=d=10'.split(' '),
      ...'-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 300 -sc_threshold 0 -c:a aac'.split(' '),
      ...options,
    );

  /** Videos next to each other, and a text every other second, so that pieces begin there. */
  const project = (paths: ReadonlyArray<string>, fps: number, offset: number) =>
    compositionOf({ duration: 8000, fps, canvas }, [
      ...paths.map((path, index) => ({
        type: 'video',
        source: path,
        timeFrame: { start: 0, end: 8000, offset },
        position: { x: index * 40, y: 0 },
        size: canvas,
      })),
      ...Array.from({ length: 4 }, (_, index) => ({
        type: 'text',
        timeFrame: { start: index * 2000, end: index * 2000 + 1000 },
        size: { width: 128, height: 40 },
        textProperties: { content: `Text ${index}`, fontSize: 20, color: '#ffffff' },
      })),
    ]);

  const sha256Of = async (path: string): Promise<string> =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');

  /** The hashes of pieces that were made from shorter sources, and of the same pieces from the whole source. */
  const compared = async (paths: ReadonlyArray<string>, fps: number, offset: number) => {
    const [shorter, whole]: [string[], string[]] = [[], []];
    let original: string | undefined;
    const encoder: MediaEncoder = {
      ...tools.encoder,
      run: (command, options) => async () => {
        const opened = command.inputs.flatMap(({ _tag, path }) => (_tag === 'Source' ? [path] : []));
        original ??= opened.find((path) => !SHORTER.test(path));
        const done = await tools.encoder.run(command, options)();
        if (opened.some((path) => SHORTER.test(path))) {
          shorter.push(await sha256Of(command.output));
          const again: MediaCommand = {
            ...command,
            inputs: command.inputs.map((input) =>
              SHORTER.test(input.path) ? { ...input, path: original ?? '' } : input,
            ),
            output: command.output.replace(/\.mp4$/, '-whole.mp4'),
          };
          await tools.encoder.run(again, { signal: options.signal })();
          whole.push(await sha256Of(again.output));
        }
        return done;
      },
    };
    const settings = { parallelPieces: 1 };
    const file = await render(studio, project(paths, fps, offset), { encoder, settings });
    await file.dispose();
    return { shorter, whole };
  };

  it('are left out if no other refers to them, and the piece has the same bytes', async () => {
    const sources = [
      ['b-frames.mov', 24, 1517, '-movflags', '+faststart', '-bf', '8', '-x264-params', 'b-adapt=0'],
      ['open-groups.mp4', 30, 0, '-r', '24000/1001', '-g', '45', '-x264-params', 'open-gop=1'],
      ['plain.mp4', 30, 0],
    ] as const;
    for (const [name, fps, offset, ...options] of LONG ? sources : sources.slice(0, 2)) {
      const { shorter, whole } = await compared([await source(name, ...options)], fps, offset);
      expect(shorter.length, name).to.be.at.least(2);
      expect(shorter, name).to.deep.equal(whole);
    }
  });

  it('are left out where the file has further boxes after its tables, or media that end with the file', async () => {
    const plain = await readFile(await source('boxes.mp4'));
    const more = Buffer.from([0, 0, 0, 17, ...Buffer.from('skipsome more')]);
    await writeFile(join(studio.folder, 'more-boxes.mp4'), Buffer.concat([plain, more]));
    const open = await readFile(await source('first-tables.mp4', '-movflags', '+faststart'));
    // The size of the last box: none is stated.
    open.writeUInt32BE(0, open.indexOf('mdat') - 4);
    await writeFile(join(studio.folder, 'open-ended.mp4'), open);
    for (const name of LONG ? ['more-boxes.mp4', 'open-ended.mp4'] : ['open-ended.mp4']) {
      const { shorter, whole } = await compared([join(studio.folder, name)], 30, 0);
      expect(shorter.length, name).to.be.at.least(2);
      expect(shorter, name).to.deep.equal(whole);
    }
  });

  it('are decoded where all are needed, or the tables of the file do not tell', async () => {
    const sources = {
      'no-b-frames.mp4': ['-bf', '0'],
      'fragments.mp4': ['-movflags', 'frag_keyframe+empty_moov'],
      'other-container.mkv': [],
    };
    const paths: string[] = [];
    for (const [name, options] of Object.entries(sources)) paths.push(await source(name, ...options));
    expect((await compared(paths, 30, 0)).shorter).to.deep.equal([]);
  });
});
