import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

const MODULE = new URL('../../../../infrastructure/rendering/drawing/canvas-package.js', import.meta.url);

/** Other tests of this process register fonts, so another process looks. */
const LOOK = `
  import { createRequire } from 'node:module';
  const { createCanvas } = await import(${JSON.stringify(MODULE.href)});
  const canvas = createCanvas(1, 1);
  const { Canvas, GlobalFonts } = createRequire(${JSON.stringify(MODULE.href)})('@napi-rs/canvas');
  console.log(JSON.stringify([canvas instanceof Canvas, GlobalFonts.families]));
`;

describe('the package of the canvas', () => {
  it('does not read the fonts of the system', () => {
    const args = [...process.execArgv, '--input-type=module', '--eval', LOOK];
    const [isOfPackage, families] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    expect(isOfPackage).to.equal(true);
    expect(families).to.deep.equal([]);
  });
});
