import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { benchmarks, plotsOf } from '../bench/plots.js';

describe('docs/benchmarks', () => {
  it('has plots of the figures in the tables (npm run bench -- plots)', async () => {
    const plots = plotsOf(await readFile(benchmarks.text, 'utf8'));
    expect(await readdir(benchmarks.folder)).to.have.members([...plots.keys()]);
    for (const [name, svg] of plots) {
      expect(svg, name).to.include('<rect');
      expect(await readFile(join(benchmarks.folder, name), 'utf8'), name).to.equal(svg);
    }
  });

  it('has a bar for each row, as long as its figure', () => {
    const table = [
      '| case / baseline | CPU | peak memory, MB |',
      '| - | - | - |',
      '| one & all / two | 0.5 | 250 / 9 |',
    ];
    const memory = plotsOf(table.join('\n')).get('render-memory.svg');
    expect(memory).to.match(/<text [^>]*>one &amp; all \/ two<\/text>\n.*width="235" .*\n.*>250<\/text>/);
  });
});
