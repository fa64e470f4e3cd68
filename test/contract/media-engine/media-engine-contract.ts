import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
import { rightOf } from '../../support/right-of.js';

const run = promisify(execFile);

const RATE = { num: 30, den: 1 };
const PIECE = 40;
const CODEC = { _tag: 'H264', ...H264_QUALITIES.balanced, threads: 1 } as const;
const never = new AbortController().signal;

const commandOf = (pid: string): string =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'latin1') : '';

/** The hash of a stream of a file, as the file inspector defines it. */
const hashed = async (path: string, kind: 'a' | 'v'): Promise<string | undefined> => {
  const filters = kind === 'v' ? 'h264_mp4toannexb,filter_units=remove_types=6|9' : 'aac_adtstoasc';
  const same = ['-c', 'copy', `-bsf:${kind}`, filters, '-f', 'streamhash', '-hash', 'sha256', '-'];
  return /SHA256=(\w+)/.exec(await ffmpegSays('-v', 'error', '-i', path, '-map', `0:${kind}`, ...same))?.[1];
};

/** A field of the packets of a stream. */
const shown = async (path: string, kind: 'a' | 'v', field: string): Promise<ReadonlyArray<string>> => {
  const show = ['-select_streams', kind, '-show_entries', `packet=${field}`, '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, path]);
  return stdout
    .trim()
    .split(/\s+/)
    .map((line) => line.replace(/,.*/, ''));
};

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

    it('joins pieces, a sound and subtitles: every frame in its place, and hashes of what is in it', async () => {
      const sound = join(folder, 'sound');
      await ffmpegSays(...'-v error -y -f lavfi -i sine=d=2.6667 -c:a aac -f mp4'.split(' '), sound);
      const paths = ['first.mp4', 'second.mp4'].map((name) => join(folder, name));
      await composed(piece(0, 'first.mp4'));
      await composed(piece(PIECE, 'second.mp4'));
      const joined = async (name: string, hashed: ReadonlyArray<boolean>) => {
        const pieces = paths.map((path, index) => ({ path, hashesKeyFrames: hashed[index] ?? false }));
        const output = join(folder, name);
        const subtitles = { language: 'eng', cues: [{ start: 500, end: 1500, text: 'Hello {you}' }] };
        const request = { format: 'mp4' as const, picture: { pieces, rate: RATE }, sound, subtitles, output };
        return { output, found: rightOf(await engine.join(request, options)()) };
      };
      const { output, found } = await joined('joined.mp4', [true, false]);
      expect(found).to.deep.include({ frames: 2 * PIECE, sound: await hashed(output, 'a') });
      expect(found.picture).to.equal(await hashed(output, 'v'));
      expect(found.pieces).to.have.lengthOf(2);
      expect(found.pieces[0]?.frames[0]).to.equal(0);
      expect(found.pieces[1]).to.equal(null);
      const times = await shown(output, 'v', 'pts_time');
      expect(times.map(Number).toSorted((a, b) => a - b)).to.deep.equal(
        Array.from({ length: 2 * PIECE }, (_, frame) => Number((frame / RATE.num).toFixed(6))),
      );
      expect(await ffmpegSays('-v', 'warning', '-i', output, '-f', 'null', '-')).to.equal('');
      const words = await ffmpegSays('-v', 'error', '-i', output, '-map', '0:s', '-f', 'srt', '-');
      expect(words).to.include('00:00:00,500 --> 00:00:01,500\nHello');
      const again = await joined('again.mp4', [false, true]);
      expect((await readFile(again.output)).equals(await readFile(output))).to.equal(true);
      expect(again.found.pieces[0]).to.equal(null);
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
