import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { H264_QUALITIES } from '../../../workers/render/compose/h264-qualities.js';
import { encodedAs } from '../../../workers/render/compose/picture-codec.js';
import type { SceneNode } from '../../../workers/render/draw/scene.js';
import type {
  ComposeInput,
  ComposeRequest,
  MediaEngine,
  SceneInput,
} from '../../../workers/render/ports/media-engine.js';
import type { MixRequest } from '../../../workers/render/ports/mix-request.js';
import { fromDrawn } from '../../../workers/render/ways/drawn/drawn-inputs.js';
import { decodeSound, ffmpegSays } from '../../support/pictures/decoded-media.js';
import { rightOf } from '../../support/right-of.js';
import { sampled } from '../../support/long-form.js';
import { folderForSuite } from '../../support/for-suite.js';

const run = promisify(execFile);

const RATE = { num: 30, den: 1 };
const PIECE = 40;
const CODEC = { _tag: 'H264', ...H264_QUALITIES.balanced, threads: 1 } as const;
const never = new AbortController().signal;

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    // It has ended since the processes were listed.
    return '';
  }
};

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

/** The names of the files in a folder that any process has open, but marks. */
const openIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const links = pids.map(async (pid) => {
    // Some end meanwhile, and some are others' processes.
    const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
    return Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  });
  const paths = (await Promise.all(links)).flat();
  return paths
    .filter((path) => path.startsWith(folder) && !path.endsWith('/mark'))
    .map((path) => path.replace(/^.*\/\d+-/, ''));
};

type OpenEngine = MediaEngine & { readonly close: () => Promise<void> };

/** What every media engine does. @param open starts one whose processes get their folders in `root` */
export const mediaEngineContract = (name: string, open: (root: string) => OpenEngine): void => {
  describe(`${name}: a media engine`, () => {
    const folder = folderForSuite();
    let root: string;
    let source: string;
    let engine: OpenEngine;
    before(async () => {
      source = join(folder, 'source.mp4');
      const picture = '-v error -f lavfi -i testsrc2=s=320x180:r=30:d=6,noise=alls=8:allf=t';
      await ffmpegSays(
        ...picture.split(' '),
        ...'-c:v libx264 -bf 3 -g 70 -pix_fmt yuv420p'.split(' '),
        source,
      );
    });
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
    const endless = (output: string, frames = 1_000_000): ComposeRequest => ({
      ...piece(0, output, source, frames),
      graph: '[0:0]loop=loop=-1:size=1,fps=30/1[out]',
    });
    const options = { signal: never, folder: 'render' };
    const composed = async (request: ComposeRequest, as = options): Promise<Buffer> => {
      expect(await engine.compose(request, as)()).to.deep.equal(E.right(undefined));
      return readFile(request.outputs[0]?.path ?? '');
    };

    it('gives a piece the same bytes after any other piece as alone', async () => {
      const starts = [0, PIECE, 2 * PIECE, 35, 3 * PIECE, 130];
      for (const from of sampled(starts, 3)) {
        const among = await composed(piece(from, 'among.mp4'));
        const alone = await composed(piece(from, 'alone.mp4'), { ...options, folder: `render ${from}` });
        expect(among.equals(alone), `from frame ${from}`).to.equal(true);
      }
    });

    it('keeps open what the latest piece decodes, and no other source: each holds frames', async () => {
      const other = join(folder, 'other.mp4');
      await copyFile(source, other);
      await composed(piece(0, 'first.mp4'));
      expect(await openIn(root)).to.deep.equal(['source.mp4']);
      await composed(piece(0, 'second.mp4', other));
      expect(await openIn(root)).to.deep.equal(['other.mp4']);
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

    it('fails with files of the service that are damaged: other pictures would be shown', async () => {
      const size = { width: 32, height: 18 };
      const file = async (name: string, content: Buffer | string): Promise<string> => {
        await writeFile(join(folder, name), content);
        return join(folder, name);
      };
      const whole = await file('whole.yuv', Buffer.alloc(size.width * size.height * 1.5, 100));
      const damaged = await file('damaged.yuv', Buffer.alloc(100));
      // More than the source has.
      const frames = 200;
      const held = `[0:v]fps=30/1,tpad=stop=-1:stop_mode=clone,trim=end_frame=${frames},setpts=N[out]`;
      const showing = (input: ComposeInput): ComposeRequest => ({
        ...piece(0, 'shown.mp4', source, frames),
        inputs: [input],
        graph: held,
      });
      const pages = (...paths: ReadonlyArray<string>): ComposeRequest =>
        showing({
          _tag: 'Pages',
          pages: paths.map((path) => ({ path, frames: 2 })),
          size,
          format: 'yuv420p',
          rate: RATE,
        });
      const list = async (...files: ReadonlyArray<string>): Promise<ComposeRequest> => {
        const text = `ffconcat version 1.0\n${files.map((one) => `file '${one}'\n`).join('')}`;
        const path = await file('list.ffconcat', text);
        return showing({ _tag: 'Intermediate', path, format: 'concat', options: { safe: '0' }, files });
      };
      await composed(pages(whole, whole));
      await composed(await list(source, source));
      for (const request of [pages(whole, damaged), await list(source, damaged)])
        expect(await engine.compose(request, options)()).to.have.property('_tag', 'Left');
    });

    describe('sounds', () => {
      const tone = async (name: string, ...codec: ReadonlyArray<string>): Promise<string> => {
        const path = join(folder, name);
        await ffmpegSays(...'-v error -f lavfi -i sine=d=10:r=48000 -ac 2'.split(' '), ...codec, path);
        return path;
      };
      const partOf = (path: string, container: string) => ({
        clip: 'clips[0]' as const,
        path,
        container,
        stream: 0,
        channels: 2,
        from: 0,
        to: 480_000,
        offset: 0,
        volume: 1,
      });
      const RAW = { encoder: 'pcm_f32le', format: 'f32le', sampleRate: 48_000, channels: 2 };
      const mixed = (
        path: string,
        outputs: MixRequest['outputs'],
        as: typeof options = options,
        container = 'mov',
      ) =>
        engine.mix(
          { plan: { samples: 480_000, parts: [partOf(path, container)] }, levels: [], outputs },
          as,
        )();
      const samplesOf = async (path: string, container: string, span: { from: number; to: number }) => {
        const raw = join(folder, 'mix.f32');
        rightOf(await mixed(path, [{ encoding: RAW, span, path: raw }], options, container));
        return new Float32Array(Uint8Array.from(await readFile(raw)).buffer);
      };

      it('are decoded to the samples of their files', async () => {
        for (const [name, container, ...codec] of [
          ['tone.wav', 'wav'],
          ['tone.m4a', 'mov', '-c:a', 'aac'],
          ['tone.mkv', 'matroska', '-c:a', 'libopus'],
          ['tone.mp3', 'mp3', '-c:a', 'libmp3lame'],
        ] as const) {
          const path = await tone(name, ...codec);
          const [samples, whole] = [
            await samplesOf(path, container, { from: 0, to: 480_000 }),
            await decodeSound(path),
          ];
          expect(samples.length, name).to.equal(960_000);
          const most = samples.reduce(
            (most, one, at) => Math.max(most, Math.abs(one - (whole[at] ?? one))),
            0,
          );
          expect(most, name).to.be.below(1e-3);
        }
      });

      it('are mixed in parts, with silence where they have ended', async () => {
        const path = await tone('part.wav');
        const [part, whole] = [
          await samplesOf(path, 'wav', { from: 470_000, to: 490_000 }),
          await samplesOf(path, 'wav', { from: 0, to: 480_000 }),
        ];
        expect(part).to.have.length(40_000);
        expect(part.subarray(0, 20_000)).to.deep.equal(whole.subarray(940_000));
        expect(part.subarray(20_000).every((sample) => sample === 0)).to.equal(true);
      });

      it('are encoded with all their samples, in several ways at once', async () => {
        const path = await tone('whole.wav');
        const ways = [
          ['aac', 'mp4', 1024],
          ['libopus', 'webm', 312],
          ['libmp3lame', 'mp3', 1152],
          ['pcm_s16le', 'wav', 0],
        ] as const;
        const outputs = ways.map(([encoder, format]) => ({
          encoding: { encoder, format, bitRate: 128_000, sampleRate: 48_000, channels: 2 },
          span: { from: 0, to: 480_000 },
          path: join(folder, `encoded.${format}`),
        }));
        rightOf(await mixed(path, outputs, options, 'wav'));
        for (const [, format, delay] of ways) {
          const samples = (await decodeSound(join(folder, `encoded.${format}`))).length / 2;
          expect(samples, format).to.be.within(480_000, 480_000 + delay);
        }
      });

      it('have levels', async () => {
        const levels = rightOf(await engine.levels(await tone('levels.wav'), options)());
        expect(levels).to.have.length(1000);
        // Both channels of a mono sound are lowered by 3 dB.
        expect(levels[500]).to.be.closeTo(0.0625, 1e-3);
      });

      it('of a file without sound fail, and name the clip', async () => {
        const outputs = [{ encoding: RAW, span: { from: 0, to: 1 }, path: join(folder, 'unmixed.f32') }];
        const failed = await mixed(source, outputs);
        expect(failed).to.deep.include({ _tag: 'Left' });
        expect(failed).to.have.nested.property('left._tag', 'EncodingFailed');
        expect(failed).to.have.nested.property('left.clip', 'clips[0]');
        expect(await readdir(folder)).not.to.include('unmixed.f32');
      });

      it('stop when they are aborted', async () => {
        const stop = AbortSignal.abort();
        const outputs = [{ encoding: RAW, span: { from: 0, to: 1 }, path: join(folder, 'stopped.f32') }];
        const stopped = await mixed(await tone('stopped.wav'), outputs, { ...options, signal: stop }, 'wav');
        expect(stopped).to.deep.equal(E.left({ _tag: 'Stopped' }));
      });
    });

    it('shows the same frames at any times, whatever it showed before', async () => {
      const steps = (from: number, by: number): number[] =>
        Array.from({ length: 30 }, (_, index) => from + index * by);
      const shown = async (seconds: ReadonlyArray<number>, as: typeof options): Promise<Buffer> => {
        const path = join(folder, 'shown.raw');
        const frames = { label: '[out]', frames: seconds.length, path };
        const raw = { encoder: 'rawvideo', encoderOptions: {}, format: 'rawvideo', formatOptions: {} };
        const request: ComposeRequest = {
          inputs: [{ _tag: 'Source', path: source, seek: 0, times: { seconds, rate: RATE } }],
          graph: '[0:0]null[out]',
          outputs: [{ ...frames, ...raw }],
          readsAhead: true,
        };
        expect(await engine.compose(request, as)()).to.deep.equal(E.right(undefined));
        return readFile(path);
      };
      const whole = await shown(steps(0, 1 / 30 + 1e-5), { ...options, folder: 'whole' });
      const frame = whole.length / 30;
      const wanted = [
        [0.51],
        [0.02],
        [0.9],
        [0.87],
        steps(0.95, -1 / 30),
        [3.2],
        [3.1],
        [5.99],
        steps(0.1, 0.03),
      ];
      for (const [index, seconds] of sampled(wanted, 3).entries()) {
        const among = await shown(seconds, options);
        const alone = await shown(seconds, { ...options, folder: `alone ${index}` });
        expect(among.equals(alone), `at ${seconds.join()}`).to.equal(true);
        for (const [at, second] of seconds.entries())
          if (second >= 0 && second < 1)
            expect(
              among
                .subarray(at * frame, (at + 1) * frame)
                .equals(whole.subarray(Math.floor(second * 30) * frame).subarray(0, frame)),
              `the frame at ${second}`,
            ).to.equal(true);
      }
    });

    describe('scenes', () => {
      const CANVAS = { width: 8, height: 12 };
      const raw = { encoder: 'rawvideo', encoderOptions: {}, format: 'rawvideo', formatOptions: {} };
      const scene: SceneInput['scene'] = {
        canvas: CANVAS,
        rate: RATE,
        duration: 1000,
        rect: { x: 0, y: 0, ...CANVAS },
        background: '#ff000080',
        nodes: [],
        pictures: [],
        feeds: [],
        levels: [],
        tables: {},
      };
      /** A clip with a filter, whose pixels are read from a surface of its own. */
      const rectangle = (side: number): SceneNode => ({
        clip: {
          id: 'rectangle',
          type: 'shape',
          volume: 1,
          timeFrame: { start: 0, end: 1000 },
          position: { x: 0, y: 0, z: 0 },
          size: { width: side, height: side },
          transform: { scale: { x: 1, y: 1 } },
          effects: { opacity: 1, filters: [{ type: 'sharpen', amount: 1 }] },
          shapeProperties: { shape: 'rectangle', fill: '#00FF00' },
        },
        span: { from: 1, to: 10 },
        content: { _tag: 'Drawn' },
        mask: undefined,
        pushedBy: [],
      });
      const drawing = (
        more: Partial<SceneInput['scene']>,
        opaque = false,
        filters = 'null',
      ): ComposeRequest => ({
        inputs: [{ _tag: 'Scene', scene: { ...scene, ...more }, frames: [0, 1, 2], opaque }],
        graph: `[0:v]${filters}[out]`,
        outputs: [{ label: '[out]', frames: 3, ...raw, path: join(folder, 'drawn.raw') }],
      });
      const pixels = (...rgba: ReadonlyArray<number>): Buffer =>
        Buffer.concat(Array.from({ length: 3 * 8 * 12 }, () => Buffer.from(rgba)));

      it('are drawn frame by frame, alpha not multiplied in', async () => {
        expect((await composed(drawing({}))).equals(pixels(255, 0, 0, 128))).to.equal(true);
      });

      it('are converted as opaque frames where they are', async () => {
        const planar = await composed(drawing({ background: '#ff0000' }, true, fromDrawn(true)));
        const frame = Buffer.concat([Buffer.alloc(96, 63), Buffer.alloc(24, 102), Buffer.alloc(24, 240)]);
        expect(planar.equals(Buffer.concat([frame, frame, frame]))).to.equal(true);
      });

      /** A clip that shows a video in white, from a second of it on. */
      const playing = (seconds: ReadonlyArray<number>, path: string): Partial<SceneInput['scene']> => {
        const span = { from: 0, to: seconds.length };
        const { clip } = rectangle(8);
        const input = { _tag: 'Source', path, seek: 0, times: { seconds, rate: RATE } } as const;
        return {
          nodes: [
            {
              ...rectangle(8),
              clip: { ...clip, effects: { opacity: 1 } },
              content: { _tag: 'Video', feed: 0 },
              span,
            },
          ],
          feeds: [
            {
              width: 8,
              height: 12,
              span,
              decoded: {
                input,
                graph: '[0:0]scale=8:12,lutyuv=y=235:u=128:v=128,scale=out_range=pc,format=rgba[out]',
              },
            },
          ],
        };
      };

      it('show the frames of videos', async () => {
        const drawn = await composed(drawing(playing([0.1, 0.2, 0.3], source)));
        expect(drawn.subarray(0, 4)).to.deep.equal(Buffer.from([255, 255, 255, 255]));
      });

      it('fail with what was drawn or decoded last', async () => {
        // No memory holds the pixels that the second clip needs; validated projects have limits.
        const broken = await engine.compose(drawing({ nodes: [rectangle(4), rectangle(4e6)] }), options)();
        expect(broken).to.have.nested.property('left.at').that.deep.equals({ input: 0, node: 1 });
        const damaged = join(folder, 'damaged.mp4');
        await writeFile(damaged, 'no video');
        const undecodable = await engine.compose(drawing(playing([0.1], damaged)), options)();
        expect(undecodable).to.have.nested.property('left.at').that.deep.equals({ input: 0, feed: 0 });
        await composed(drawing({ nodes: [rectangle(4)] }));
      });
    });

    it('opens no list of other files in place of a source', async () => {
      const list = join(folder, 'list.mp4');
      await writeFile(list, `ffconcat version 1.0\nfile '${source}'\n`);
      const failed = await engine.compose(piece(0, 'listed.mp4', list), options)();
      expect(failed).to.have.nested.property('left._tag', 'EncodingFailed');
    });

    it('starts a job again whose process is killed, once', async () => {
      const long = (output: string): ComposeRequest => endless(output, 2000);
      const killing = (times: number) => {
        let killed = 0;
        const onFrames = (count: number): void => {
          if (count === 0 || killed === times) return;
          const pids = readdirSync('/proc').filter(
            (name) => /^\d+$/.test(name) && commandOf(name).includes(root),
          );
          if (pids.length > 0) killed += 1;
          for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
        };
        return { ...options, onFrames };
      };
      const whole = await composed(long('whole.mp4'));
      expect((await composed(long('again.mp4'), killing(1))).equals(whole)).to.equal(true);
      const failed = await engine.compose(long('lost.mp4'), killing(2))();
      expect(failed).to.have.nested.property('left._tag', 'LimitExceeded');
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
