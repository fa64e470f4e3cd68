import { expect } from 'chai';
import { fileNameOfOutputKey, outputKey, outputKeyPrefix } from '../../domain/render/output-key.js';
import { renderId } from '../support/examples.js';

describe('the file name of an output', () => {
  it('is the title of the video, without the secret of its address', () => {
    const stem = outputKeyPrefix(renderId, 'c0ffee00c0ffee00');
    expect(fileNameOfOutputKey(outputKey(stem, 0, 'mp4'), 'Spring sale')).to.equal('Spring sale.mp4');
    expect(fileNameOfOutputKey(outputKey(stem, 12, 'jpg'), 'Frühling')).to.equal('Frühling-12.jpg');
    const segments = outputKey(stem, 2, 'm4s'); // a playlist names them by their key
    expect(fileNameOfOutputKey(segments, 'Spring sale')).to.equal(segments);
    expect(fileNameOfOutputKey(`${renderId}.mp4`, 'a')).to.equal('a.mp4');
  });

  it('has only what is safe in headers and file systems, or else the id of the render', () => {
    const named = (title: string) => fileNameOfOutputKey(`${renderId}.mp4`, title);
    expect(named('../A/B: “what”?\r\n\tx')).to.equal('A B “what” x.mp4');
    expect(named('\u202Egpj.exe\uD800')).to.equal('gpj.exe.mp4');
    expect(named('😀'.repeat(200))).to.equal(`${'😀'.repeat(100)}.mp4`);
    expect(named(' ..//* ')).to.equal(`${renderId}.mp4`);
  });

  it('is undefined for anything but a key', () => {
    for (const key of [
      '',
      'x.mp4',
      `${renderId}-00.mp4"; x="`,
      `${renderId}/../a.mp4`,
      `${renderId}-00.mp4\r\n`,
    ])
      expect(fileNameOfOutputKey(key, 'a'), key).to.equal(undefined);
  });
});
