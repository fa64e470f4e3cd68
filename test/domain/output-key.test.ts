import { expect } from 'chai';
import { fileNameOfOutputKey, outputKey, outputKeyPrefix } from '../../domain/render/output-key.js';
import { renderId } from '../support/examples.js';

describe('the file name of an output', () => {
  it('names the render, without the secret of its address', () => {
    const stem = outputKeyPrefix(renderId, 'c0ffee00c0ffee00');
    expect(fileNameOfOutputKey(outputKey(stem, 0, 'mp4'))).to.equal(`${renderId}.mp4`);
    expect(fileNameOfOutputKey(outputKey(stem, 12, 'jpg'))).to.equal(`${renderId}-12.jpg`);
    expect(fileNameOfOutputKey(`${renderId}.mp4`)).to.equal(`${renderId}.mp4`);
  });

  it('is undefined for anything but a key', () => {
    for (const key of [
      '',
      'x.mp4',
      `${renderId}-00.mp4"; x="`,
      `${renderId}/../a.mp4`,
      `${renderId}-00.mp4\r\n`,
    ])
      expect(fileNameOfOutputKey(key), key).to.equal(undefined);
  });
});
