import { expect } from 'chai';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { FileInspector } from '../../../application/ports/file-inspector.js';
import { muxCommand, own, PIPED_MOVIE } from '../../../workers/render/compose/container-commands.js';
import {
  EncoderError,
  type MediaCommand,
  type MediaEncoder,
} from '../../../workers/render/ports/media-encoder.js';
import { ffmpegSays } from '../../support/pictures/decoded-media.js';
import { rejection } from '../../support/rejection.js';
import { rightOf } from '../../support/right-of.js';

const PIXELS = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', '4x2', '-framerate', '10'];
const FRAMES = Buffer.from(Array.from({ length: 24 }, (_, index) => index * 10));

/** Opened when it is read: a stream that fails before that would end the process. */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

async function* chunksOf(...chunks: ReadonlyArray<Buffer>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/**
 * What rendering expects of the encoder: three gray frames of 4×2 pixels pass through it unchanged.
 * @param inspector finds in files what the encoder finds while it copies
 */
export const mediaEncoderContract = (
  name: string,
  open: () => MediaEncoder,
  inspector: FileInspector,
): void => {
  describe(`media encoder: ${name}`, () => {
    const encoder = open();
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'encoder-'));
      await writeFile(join(folder, 'frames.raw'), FRAMES);
    });
    afterEach(() => rm(folder, { recursive: true }));

    const { signal } = new AbortController();
    const copying = (input: string, output: string): MediaCommand => ({
      inputs: [{ _tag: 'Intermediate', path: input, options: PIXELS }],
      filterGraph: '[0:v]null[out]',
      outputOptions: ['-map', '[out]', '-f', 'rawvideo', '-pix_fmt', 'gray'],
      output,
    });
    const piped = { _tag: 'Intermediate', path: 'pipe:0' } as const;
    const frames = () => join(folder, 'frames.raw');
    const output = () => join(folder, 'output.raw');

    it('writes a file, and reports its frames', async () => {
      let encoded = 0;
      const onFrames = (count: number): void => void (encoded = count);
      expect(await encoder.run(copying(frames(), output()), { signal, onFrames })()).to.deep.equal(
        E.right(undefined),
      );
      expect((await readFile(output())).equals(FRAMES)).to.equal(true);
      expect(encoded).to.equal(3);
    });

    it('returns the bytes of a command that writes to standard output', async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of encoder.read(copying(frames(), 'pipe:1'), { signal })) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(FRAMES)).to.equal(true);
    });

    it('feeds bytes to a command that reads standard input', async () => {
      const bytes = chunksOf(FRAMES.subarray(0, 5), FRAMES.subarray(5));
      const written = await encoder.write(copying('pipe:0', output()), bytes, { signal })();
      expect(written).to.deep.equal(E.right(undefined));
      expect((await readFile(output())).equals(FRAMES)).to.equal(true);
    });

    it('writes each part before it requests the next, which may use the same memory', async () => {
      const whole = Buffer.from(Array.from({ length: 2 ** 19 }, (_, index) => index % 251));
      async function* parts(): AsyncGenerator<Uint8Array> {
        const part = Buffer.alloc(2 ** 9);
        for (let at = 0; at < whole.length; at += part.length) {
          whole.copy(part, 0, at);
          yield part;
          part.fill(255);
        }
      }
      const large = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', '512x256'];
      const command = { ...copying('pipe:0', output()), inputs: [{ ...piped, options: large }] };
      expect(await encoder.write(command, parts(), { signal })()).to.deep.equal(E.right(undefined));
      expect((await readFile(output())).equals(whole)).to.equal(true);
    });

    describe('copying pieces and a sound into a file', () => {
      const soundOf = (name: string) =>
        ffmpegSays(...'-v error -f lavfi -i sine=d=2 -c:a aac -f mp4'.split(' '), join(folder, name));
      const pieceOf = async (path: string): Promise<string> => {
        const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=10:d=2'];
        const keyFrames = ['-g', '10', '-sc_threshold', '0', '-bf', '2'];
        const piped = ['-movflags', '+faststart'];
        await ffmpegSays('-v', 'error', ...picture, '-c:v', 'libx264', ...keyFrames, ...piped, path);
        return path;
      };
      const joining = (joined: string, sound: string): MediaCommand =>
        muxCommand('mp4', PIPED_MOVIE, { sound: join(folder, sound) }, join(folder, joined));

      it('reports while it copies what an inspector finds in the sound and in the requested key frames', async () => {
        const piece = await pieceOf(join(folder, 'piece.mp4'));
        await soundOf('sound');
        const command = joining('joined', 'sound');
        const keys = join(folder, 'keys.mp4');
        await ffmpegSays(...'-v error -skip_frame nokey -i'.split(' '), piece, '-r', '1', '-qp', '0', keys);
        const copied = rightOf(await encoder.copy(command, createReadStream(piece), own(keys), { signal })());
        const inspected = await inspector.inspect(join(folder, 'joined'), 'key', signal);
        expect(copied.streams.map(({ kind }) => kind)).to.deep.equal(['audio']);
        expect(inspected?.streams.slice(1)).to.deep.equal(copied.streams);
        expect(copied.fingerprint.at).to.deep.equal([0, 1000]);
        expect(copied.fingerprint).to.deep.equal(inspected?.fingerprint);
        const { streams, fingerprint } = copied;
        const none = rightOf(await encoder.copy(command, createReadStream(piece), undefined, { signal })());
        expect(none).to.deep.equal({ streams, fingerprint: { ...fingerprint, at: [], hashes: [] } });
      });

      it('may be prepared before picture and sound are there, and writes the same file', async () => {
        const piece = await pieceOf(join(folder, 'piece.mp4'));
        await soundOf('sound');
        const copy = (joined: string) =>
          encoder.copy(joining(joined, 'sound'), createReadStream(piece), undefined, { signal })();
        const copied = await copy('joined');
        encoder.prepareCopy(joining('unknown', 'unknown'), undefined);
        expect(await copy('prepared')).to.deep.equal(copied);
        const [bytes, prepared] = await Promise.all(
          ['joined', 'prepared'].map((name) => readFile(join(folder, name))),
        );
        expect(prepared?.equals(bytes ?? Buffer.of())).to.equal(true);
      });

      it('stops when it is aborted, even if the picture never comes', async () => {
        await soundOf('sound');
        const never = async function* (): AsyncGenerator<Uint8Array> {
          yield await new Promise<Uint8Array>(() => undefined);
        };
        const options = { signal: AbortSignal.timeout(50) };
        const stopped = await encoder.copy(joining('joined', 'sound'), never(), undefined, options)();
        expect(stopped).to.deep.equal(E.left({ _tag: 'Stopped' }));
        expect((await readdir(folder)).toSorted()).to.deep.equal(['frames.raw', 'sound']);
      });

      it('leaves no file if the picture is invalid, or if reading it fails, and throws that error', async () => {
        await soundOf('sound');
        const command = muxCommand('mp4', PIPED_MOVIE, { sound: join(folder, 'sound') }, output());
        const nothing = encoder.copy(command, chunksOf(FRAMES), undefined, { signal });
        const failed = await nothing();
        expect(E.isLeft(failed) && failed.left._tag).to.equal('EncodingFailed');
        const error = await rejection(
          encoder.copy(command, fileChunks(join(folder, 'absent')), undefined, { signal })(),
        );
        expect(error).to.have.property('code', 'ENOENT');
        expect(existsSync(output())).to.equal(false);
      });
    });

    it('leaves no output if the command fails', async () => {
      const failed = await encoder.run(copying(join(folder, 'absent'), output()), { signal })();
      expect(E.isLeft(failed) && failed.left._tag).to.equal('EncodingFailed');
      expect(existsSync(output())).to.equal(false);
    });

    it('throws the cause if a command whose output is read fails', async () => {
      let cause: unknown;
      try {
        for await (const _ of encoder.read(copying(join(folder, 'absent'), 'pipe:1'), { signal })) void _;
      } catch (error) {
        cause = error instanceof EncoderError ? error.cause._tag : error;
      }
      expect(cause).to.equal('EncodingFailed');
    });

    it('stops when it is aborted', async () => {
      const controller = new AbortController();
      const endless = async function* (): AsyncGenerator<Uint8Array> {
        for (;;) {
          yield FRAMES;
          controller.abort();
        }
      };
      const { signal } = controller;
      const stopped = await encoder.write(copying('pipe:0', output()), endless(), { signal })();
      expect(stopped).to.deep.equal(E.left({ _tag: 'Stopped' }));
      expect(existsSync(output())).to.equal(false);
    });
  });
};
