import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Output } from '../../domain/composition/fields/output.js';
import { scalableProject } from './scalable-project.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { LONG } from '../support/long-form.js';
import { unzip } from '../support/zip.js';

/** Decoded pixels, RGB. */
interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const pixelsOf = async (path: string): Promise<Pixels> => {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** The mean difference of two pictures of the same size, levels of a channel. */
const apart = (a: Pixels, b: Pixels): number => {
  expect([a.width, a.height]).to.deep.equal([b.width, b.height]);
  return a.data.reduce((sum, value, i) => sum + Math.abs(value - (b.data[i] ?? 0)), 0) / a.data.length;
};

describe('The size of an output', () => {
  const studio = studioForSuite();
  const write = async (k: number, outputs: ReadonlyArray<Output>) => {
    const { path, output, files } = await render(studio, scalableProject(k), { outputs });
    return [{ path, file: output }, ...files];
  };
  const png = (at: number, width?: number): Output => ({
    format: 'png',
    at,
    ...(width === undefined ? {} : { size: { width, fit: 'contain' } }),
  });

  it('is the size at which texts and shapes are rasterized, as if the composition were written for it', async () => {
    const times = LONG ? [300, 900] : [900];
    const larger = await write(
      1,
      times.flatMap((at) => [png(at, 640), png(at)]),
    );
    const written = await write(
      2,
      times.map((at) => png(at)),
    );
    for (const [index, at] of times.entries()) {
      const [scaled, plain, wanted] = await Promise.all(
        [larger[index * 2], larger[index * 2 + 1], written[index]].map((one) => pixelsOf(one!.path)),
      );
      const enlarged = await sharp(larger[index * 2 + 1]!.path)
        .resize(640, 360)
        .removeAlpha()
        .raw()
        .toBuffer();
      expect([plain!.width, plain!.height]).to.deep.equal([320, 180]);
      const exact = apart(scaled!, wanted!);
      const soft = apart({ data: enlarged, width: 640, height: 360 }, wanted!);
      expect(exact, `at ${at} ms`).to.be.below(0.4);
      expect(soft, 'an enlarged picture is softer').to.be.above(exact * 5);
    }
  });

  it('is also the size at which smaller outputs are rasterized', async () => {
    const [small] = await write(2, [png(300, 320)]);
    const [written] = await write(1, [png(300)]);
    expect(apart(await pixelsOf(small!.path), await pixelsOf(written!.path))).to.be.below(0.4);
  });

  it('breaks lines and fits texts as on the canvas', async () => {
    const fitted = (k: number) =>
      compositionOf(
        { duration: 1000, fps: 10, canvas: { width: 100 * k, height: 50 * k }, backgroundColor: '#000000' },
        [
          {
            type: 'text',
            timeFrame: { start: 0, end: 1000 },
            position: { x: 0, y: 0 },
            size: { width: 100 * k, height: 50 * k },
            textProperties: {
              content: 'Fit',
              fontFamily: 'Inter',
              color: '#FFFFFF',
              fontSize: 20,
              fitText: { min: 4, max: 12.9 },
            },
          },
        ],
      );
    // 12 px on the canvas, so 48 px at four times its size, where 51 px would be the largest size that is allowed.
    const { path } = await render(studio, fitted(1), { outputs: [png(0, 400)] });
    const { info } = await sharp(path).trim().toBuffer({ resolveWithObject: true });
    const base = await render(studio, fitted(1), { outputs: [png(0)] });
    const { info: small } = await sharp(base.path).trim().toBuffer({ resolveWithObject: true });
    expect(info.height / small.height).to.be.closeTo(4, 0.4);
    expect(info.height).to.be.closeTo(48 * 0.75, 2);
  });

  it('is the requested one, and outputs of one size are composed once', async () => {
    const sized = (width: number, height?: number, fit: 'contain' | 'cover' | 'stretch' = 'contain') => ({
      size: { width, ...(height === undefined ? {} : { height }), fit },
    });
    const files = await write(1, [
      { format: 'mp4', ...sized(160), thumbnail: { at: 300, format: 'png', width: 80 } },
      { format: 'mp4', codec: 'h265', ...sized(160) },
      { format: 'mp4', ...sized(200, 200) },
      { format: 'mp4', ...sized(120, 120, 'cover') },
      { format: 'mp4', ...sized(120, 120, 'stretch') },
      { format: 'gif', ...sized(101) },
    ]);
    expect(files.map(({ file: { width, height } }) => [width, height])).to.deep.equal([
      [160, 90],
      [80, 45],
      [160, 90],
      [200, 200],
      [120, 120],
      [120, 120],
      [101, 57],
    ]);
    for (const { path, file } of files) {
      const size = execFileSync('ffprobe', [
        ...'-v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0'.split(' '),
        path,
      ]);
      expect(size.toString().trim()).to.equal(`${file.width},${file.height}`);
    }
  });

  it('has odd sides in GIF and PNG, however the picture fits', async () => {
    const size = { width: 65, height: 33 };
    const files = await write(
      1,
      (['gif', 'pngSequence'] as const).flatMap((format) =>
        (['contain', 'cover', 'stretch'] as const).map((fit) => ({
          format,
          size: { ...size, fit },
          range: { from: 0, to: 100 },
        })),
      ),
    );
    expect(files).to.have.length(6);
    for (const { path, file } of files) {
      const folder = `${path}.files`;
      const picture = file.format === 'gif' ? path : join(folder, unzip(path, folder)[0] ?? '');
      const { width, height } = await sharp(picture).metadata();
      expect({ width, height }, path).to.deep.equal(size);
    }
  });
});
