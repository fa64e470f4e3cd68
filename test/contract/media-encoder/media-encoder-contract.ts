import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { MediaCommand, MediaEncoder } from '../../../workers/render/ports/media-encoder.js';

const PIXELS = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', '4x2', '-framerate', '10'];
const FRAMES = Buffer.from(Array.from({ length: 24 }, (_, index) => index * 10));

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
      inputs: [{ path: input, options: PIXELS }],
      filterGraph: '[0:v]null[out]',
      outputOptions: ['-map', '[out]', '-f', 'rawvideo', '-pix_fmt', 'gray'],
      output,
    });
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

    it('leaves no output if the command fails', async () => {
      const failed = await encoder.run(copying(join(folder, 'absent'), output()), { signal })();
      expect(E.isLeft(failed) && failed.left._tag).to.equal('EncodingFailed');
      expect(existsSync(output())).to.equal(false);
    });

    it('stops when it is aborted', async () => {
      const controller = new AbortController();
      const endless = { ...copying(frames(), output()), inputs: [], filterGraph: 'color=s=4x2[out]' };
      const onFrames = (): void => controller.abort();
      const stopped = await encoder.run(endless, { signal: controller.signal, onFrames })();
      expect(stopped).to.deep.equal(E.left({ _tag: 'Stopped' }));
      expect(existsSync(output())).to.equal(false);
    });
  });
};
