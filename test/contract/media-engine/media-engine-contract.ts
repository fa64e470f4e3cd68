import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { H264_QUALITIES } from '../../../workers/render/compose/h264-qualities.js';
import { encodedAs } from '../../../workers/render/compose/picture-codec.js';
import type { ComposeRequest, MediaEngine } from '../../../workers/render/ports/media-engine.js';
import { ffmpegSays } from '../../support/pictures/decoded-media.js';

const RATE = { num: 30, den: 1 };
const PIECE = 40;
const CODEC = { _tag: 'H264', ...H264_QUALITIES.balanced, threads: 1 } as const;
const never = new AbortController().signal;

const commandOf = (pid: string): string =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'latin1') : '';

type OpenEngine = MediaEngine & { readonly close: () => Promise<void> };

/** What every media engine does. @param open starts one whose processes get their folders in `root` */
export const mediaEngineContract = (name: string, open: (root: string) => OpenEngine): void => {
  describe(`${name}: a media engine`, function () {
    this.timeout(60_000);
    let folder: string;
    let root: string;
    let source: string;
    let engine: OpenEngine;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'engine-'));
      source = join(folder, 'source.mp4');
      const picture = '-v error -f lavfi -i testsrc2=s=320x180:r=30:d=6,noise=alls=8:allf=t';
      await ffmpegSays(
        ...picture.split(' '),
        ...'-c:v libx264 -bf 3 -g 70 -pix_fmt yuv420p'.split(' '),
        source,
      );
    });
    after(() => rm(folder, { recursive: true }));
    beforeEach(async () => {
      root = join(folder, 'processes');
      await mkdir(root);
      engine = open(root);
    });
    afterEach(async () => {
      await engine.close();
      expect(await readdir(root)).to.deep.equal([]);
      await rm(root, { recursive: true });
    });

    /** A piece of a video, from one of its frames on. */
    const piece = (from: number, output: string, path = source, frames = PIECE): ComposeRequest => ({
      inputs: [
        {
          _tag: 'Source',
          path,
          options: { threads: '2' },
          seek: Number((from / RATE.num + 0.0006).toFixed(6)),
          shown: { from: 0, at: 0 },
        },
      ],
      graph: `[0:0]fps=30/1:round=up:start_time=0,trim=end_frame=${frames},setpts=N[out]`,
      outputs: [{ label: '[out]', frames, ...encodedAs(CODEC, RATE), path: join(folder, output) }],
    });
    /** A piece that goes on and on. */
    const endless = (output: string): ComposeRequest => ({
      ...piece(0, output, source, 1_000_000),
      graph: '[0:0]loop=loop=-1:size=1,fps=30/1[out]',
    });
    const options = { signal: never, folder: 'render' };
    const composed = async (request: ComposeRequest, as = options): Promise<Buffer> => {
      expect(await engine.compose(request, as)()).to.deep.equal(E.right(undefined));
      return readFile(request.outputs[0]?.path ?? '');
    };

    it('gives a piece the same bytes after any other piece as alone', async () => {
      const starts = [0, PIECE, 2 * PIECE, 35, 3 * PIECE, 130];
      for (const from of starts) {
        const among = await composed(piece(from, 'among.mp4'));
        const alone = await composed(piece(from, 'alone.mp4'), { ...options, folder: `render ${from}` });
        expect(among.equals(alone), `from frame ${from}`).to.equal(true);
      }
    });

    it('counts the frames of a piece', async () => {
      let frames = 0;
      const onFrames = (count: number): void => void (frames = count);
      await engine.compose(piece(0, 'counted.mp4'), { ...options, onFrames })();
      expect(frames).to.equal(PIECE);
    });

    it('fails without its file, and with one that it was not given, and goes on with the next', async () => {
      const missing = piece(0, 'missing.mp4', join(folder, 'absent.mp4'));
      expect(await engine.compose(missing, options)()).to.have.nested.property('left._tag', 'EncodingFailed');
      const stealing = { ...piece(0, 'stolen.mp4'), graph: `movie=${source}[out]` };
      expect(await engine.compose(stealing, options)()).to.have.nested.property(
        'left._tag',
        'EncodingFailed',
      );
      expect(await readdir(folder)).not.to.include('stolen.mp4');
      await composed(piece(0, 'next.mp4'));
    });

    it('opens no list of other files in place of a source', async () => {
      const list = join(folder, 'list.mp4');
      await writeFile(list, `ffconcat version 1.0\nfile '${source}'\n`);
      const failed = await engine.compose(piece(0, 'listed.mp4', list), options)();
      expect(failed).to.have.nested.property('left._tag', 'EncodingFailed');
    });

    it('loses an attempt when its process is killed, and no more', async () => {
      let killed = 0;
      const onFrames = (): void => {
        const pids = readdirSync('/proc').filter(
          (name) => /^\d+$/.test(name) && commandOf(name).includes(root),
        );
        killed += pids.length;
        for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
      };
      const failed = await engine.compose(endless('killed.mp4'), { ...options, onFrames })();
      expect(killed).to.be.at.least(1);
      expect(failed).to.have.property('_tag', 'Left');
      await composed(piece(0, 'next.mp4'));
    });

    it('ends when it is told to', async () => {
      const stop = new AbortController();
      const running = engine.compose(endless('ended.mp4'), {
        ...options,
        signal: stop.signal,
        onFrames: () => stop.abort(),
      })();
      expect(await running).to.have.nested.property('left._tag', 'Stopped');
    });
  });
};
