import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { compositionOf, ffmpegSays, openStudio, renderFrameTo, type Studio } from '../support/render.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

/**
 * Frames that were looked at and found right; `UPDATE_GOLDEN=1` writes them anew, to be looked at again. Each shows the
 * project of the same name at a fifth of a second.
 */
const golden = (name: string): string => join(packageRoot, 'test/render/golden', name);

const NAMES = [
  'text',
  'long-words-and-strokes',
  'scripts-without-spaces',
  'moving-texts',
  'transitions',
  'looks',
];

describe('Frames of projects', function () {
  this.timeout(60_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

  for (const name of NAMES)
    it(`look as they did when they were approved: ${name}`, async () => {
      const { metadata, clips } = JSON.parse(await readFile(golden(`${name}.json`), 'utf8')) as {
        metadata: object;
        clips: object[];
      };
      const path = `${studio.folder}/${name}.png`;
      await renderFrameTo(path, studio, compositionOf(metadata, clips), 200);
      if (process.env['UPDATE_GOLDEN'] === '1') await copyFile(path, golden(`${name}.png`));
      const says = await ffmpegSays(
        '-i',
        path,
        '-i',
        golden(`${name}.png`),
        '-lavfi',
        'ssim',
        '-f',
        'null',
        '-',
      );
      expect(Number(/All:([\d.]+)/.exec(says)?.[1])).to.be.at.least(0.995);
    });
});
