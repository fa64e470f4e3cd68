import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import {
  EncoderError,
  type MediaCommand,
  type MediaEncoder,
} from '../../../workers/render/ports/media-encoder.js';

const PIXELS = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', '4x2', '-framerate', '10'];
const FRAMES = Buffer.from(Array.from({ length: 24 }, (_, index) => index * 10));

async function* chunksOf(...chunks: ReadonlyArray<Buffer>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** What rendering expects of the encoder: three gray frames of 4×2 pixels pass through it unchanged. */
export const mediaEncoderContract = (name: string, open: () => MediaEncoder): void => {
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
