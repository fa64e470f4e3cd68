import { createRequire } from 'node:module';
import type * as Package from '@napi-rs/canvas';
import { expect } from 'chai';
import { createCanvas } from '../../../../infrastructure/rendering/drawing/canvas-package.js';

describe('the package of the canvas', () => {
  it('does not read the fonts of the system', () => {
    const canvas = createCanvas(1, 1);
    const installed = createRequire(import.meta.url)('@napi-rs/canvas') as typeof Package;
    expect(canvas).to.be.instanceOf(installed.Canvas);
    // Tests of colour fonts in this process register theirs under such names.
    const ofSystem = installed.GlobalFonts.families.filter(({ family }) => !/^glyphs-\d+$/.test(family));
    expect(ofSystem).to.deep.equal([]);
  });
});
