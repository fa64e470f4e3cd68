import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { APPROVED, approvedComposition } from '../support/pictures/golden-compositions.js';
import { ffmpegSays } from '../support/pictures/decoded-media.js';
import { renderFrameTo, studioForSuite } from '../support/renders/render.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { sampled } from '../support/long-form.js';

/**
 * Approved frames; `UPDATE_GOLDEN=1` writes them again, to be reviewed. Each shows the
 * project of the same name at a fifth of a second.
 */
const golden = (name: string): string => join(packageRoot, 'test/render/golden', name);

describe('Golden frames', () => {
  const studio = studioForSuite({ sandboxed: true });

  for (const name of sampled(APPROVED, 2))
    it(`match the approved pictures: ${name}`, async () => {
      const { composition } = await approvedComposition(name);
      const path = `${studio.folder}/${name}.png`;
      await renderFrameTo(path, studio, composition, 200);
      if (process.env['UPDATE_GOLDEN'] === '1') await copyFile(path, golden(`${name}.png`));
      const says = await ffmpegSays(
        '-i',
        path,
        '-i',
        golden(`${name}.png`),
        ...'-lavfi ssim -f null -'.split(' '),
      );
      expect(Number(/All:([\d.]+)/.exec(says)?.[1])).to.be.at.least(0.995);
    });
});
