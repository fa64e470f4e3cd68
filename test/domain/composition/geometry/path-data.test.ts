import { expect } from 'chai';
import { readPath } from '../../../../domain/composition/geometry/path-data.js';
import { accepts, body, problems } from '../../../support/api/codec-checks.js';

describe('SVG path data', () => {
  it('is divided into subpaths that are equivalent by themselves', () => {
    for (const [data, subpaths] of [
      ['', []],
      [' \n', []],
      ['M5 5', []],
      ['M0 0H10V10', ['M0 0H10V10']],
      ['M0 0H100M0 50H100', ['M0 0H100', 'M0 50H100']],
      ['m1 2 3 4m10 0 5 5', ['M1 2l3 4', 'M14 6l5 5']],
      ['M1 1 2 2 3 3M4,4,5,5', ['M1 1L2 2L3 3', 'M4 4L5 5']],
      ['m10 10h5v5zm20 0l1 1', ['M10 10h5v5Z', 'M30 10l1 1']],
      ['M10 10h5zl3 3', ['M10 10h5Z', 'M10 10l3 3']],
      ['M0 0c1 1 2 2 3 3s4 4 5 5m1 1t2 2', ['M0 0c1 1 2 2 3 3s4 4 5 5', 'M9 9t2 2']],
      ['M0 0a5 5 0 0110-10m1 1A0 5 0 0 1 9 9', ['M0 0a5 5 0 0 1 10 -10', 'M11 -9L9 9']],
      ['M1 2H8V9h-3v-4m1 1h2M0 0l1 1', ['M1 2H8V9h-3v-4', 'M6 6h2', 'M0 0l1 1']],
      ['M.5.5-1e1-2E-1M+1.+2.h3', ['M0.5 0.5L-10 -0.2', 'M1 2h3']],
    ] as const)
      expect(readPath(data), data).to.deep.equal({ subpaths, problem: undefined });
  });

  it('ends at its first error, whose position is reported', () => {
    for (const [data, subpaths, problem] of [
      ['L10 10', [], 'character 1 (L) is not expected there'],
      ['100 200', [], 'character 1 (1) is not expected there'],
      ['M', [], 'it ends within a command'],
      ['M0 0L', [], 'it ends within a command'],
      ['M0 0L1 2 3', ['M0 0L1 2'], 'it ends within a command'],
      ['M0 0L1 2H3L--5 3', ['M0 0L1 2H3'], 'character 12 (-) is not expected there'],
      ['M0 0a5 5 0 2 1 10 10', [], 'character 12 (2) is not expected there'],
      ['M0 0L1e400 0', [], 'character 6 (1) is not expected there'],
      ['M0 0h5 e', ['M0 0h5'], 'character 8 (e) is not expected there'],
      ['M0 0h5Z5', ['M0 0h5Z'], 'character 8 (5) is not expected there'],
    ] as const)
      expect(readPath(data), data).to.deep.equal({
        subpaths,
        problem: `must be SVG path data, but ${problem}`,
      });
  });

  it('has bounded coordinates, because strokes of immense length crash the process that draws them', () => {
    const far = 'must have coordinates from -100000 to 100000';
    for (const data of ['M0 0H100001', 'M0 0v-1e30z', 'M0 0' + 'l60000 0'.repeat(2), 'M0 0A2e5 1 0 0 0 5 5'])
      expect(readPath(data).problem, data).to.equal(far);
    expect(readPath('M-1e5 1e5' + 'l5e4 0'.repeat(4)).problem).to.equal(undefined);
    expect(readPath('M0 0l2e5 0m1 1h1').subpaths, 'of a project that was stored before').to.deep.equal([
      'M0 0l200000 0',
      'M200001 1h1',
    ]);
  });

  it('is refused in a request if it is malformed', () => {
    const withPath = (path: string, shape = 'path') =>
      body({}, [
        {
          type: 'shape',
          timeFrame: { end: 1000 },
          size: { width: 100, height: 100 },
          shapeProperties: { shape, path },
        },
      ]);
    accepts(withPath('M0 0L10 10Z'), withPath(''), withPath('{{ path }}'), withPath('M0', 'ellipse'));
    expect(problems(withPath('M0 0L10'))).to.deep.equal([
      'clips[0].shapeProperties.path must be SVG path data, but it ends within a command',
    ]);
  });
});
