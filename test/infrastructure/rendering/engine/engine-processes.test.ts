import { availableParallelism } from 'node:os';
import { expect } from 'chai';
import {
  engineProcesses,
  type EngineProcesses,
} from '../../../../infrastructure/rendering/engine/engine-processes.js';
import { sandboxedPictures } from '../../../../infrastructure/rendering/pictures/sandboxed-pictures.js';
import { textLook } from '../../../support/pictures/long-texts.js';
import { folderForSuite } from '../../../support/for-suite.js';
import { rightOf } from '../../../support/right-of.js';

describe('The engine processes of a render', () => {
  const root = folderForSuite();

  it('are at most as many as there are cores, and at least two; further jobs wait for one of them', async () => {
    const most = Math.max(2, availableParallelism());
    const processes = engineProcesses(root);
    const folders = new Set<string>();
    const perform: EngineProcesses['perform'] = (type, give, result, options) =>
      processes.perform(
        type,
        (folder) => {
          folders.add(folder.path);
          return give(folder);
        },
        result,
        options,
      );
    const { rasterizer } = sandboxedPictures({ perform });
    const lines = { _tag: 'Text', text: { ...textLook, fontSize: 12, content: 'one two three' } } as const;
    const task = { folder: root, signal: new AbortController().signal };
    const measured = await Promise.all(
      Array.from({ length: most + 3 }, () => rasterizer.measure(lines, 10_000, task)()),
    );
    expect(new Set(measured.map((one) => rightOf(one).width))).to.have.property('size', 1);
    expect(folders).to.have.property('size', most);
    await processes.close();
  });
});
