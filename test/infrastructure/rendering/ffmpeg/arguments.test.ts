import { expect } from 'chai';
import { argumentsOf, fluentCommand } from '../../../../infrastructure/rendering/ffmpeg/arguments.js';
import type { MediaCommand } from '../../../../workers/render/ports/media-encoder.js';

const GRAPH = "[0:v]drawbox=enable='between(t,0,1)'[a];[a][1:v]overlay=x=1:y=2[out]";
const composed: MediaCommand = {
  inputs: [
    { path: 'color=red:s=16x16:d=0.2', options: ['-f', 'lavfi'] },
    { path: 'color=blue:s=8x8:d=0.2', options: ['-f', 'lavfi'] },
  ],
  filterGraph: GRAPH,
  outputOptions: ['-map', '[out]', '-f', 'null'],
  output: '-',
};

describe('The argument list of ffmpeg', () => {
  it('has the options of each input before it, the filter graph as one argument, and the output last', () => {
    expect(argumentsOf(composed)).to.deep.equal(
      [
        '-f lavfi -i color=red:s=16x16:d=0.2 -f lavfi -i color=blue:s=8x8:d=0.2'.split(' '),
        '-y',
        ['-filter_complex', GRAPH],
        ['-map', '[out]', '-f', 'null', '-'],
      ].flat(),
    );
  });

  it('is the one that fluent-ffmpeg runs', async () => {
    const started = await new Promise<string>((resolve, reject) => {
      let line = '';
      fluentCommand(composed)
        .on('start', (text: string) => (line = text))
        .on('end', () => resolve(line))
        .on('error', reject)
        .run();
    });
    expect(started).to.equal(['ffmpeg', ...argumentsOf(composed)].join(' '));
  });
});
