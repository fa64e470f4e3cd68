import { expect } from 'chai';
import { changeText } from '../../web/src/versions/change-text.js';
import { changes } from '../support/examples.js';

describe('the changes of a version', () => {
  const said = (more: Parameters<typeof changes>[0], restoredFrom?: number): string => {
    const { metadata, clipsAdded, clipsRemoved, clipsChanged, ...others } = changes(more);
    const lists = { metadata, clipsAdded, clipsRemoved, clipsChanged };
    const own = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
    return changeText({
      changes: { ...others, ...(own as Record<keyof typeof lists, string[]>) },
      ...(restoredFrom === undefined ? {} : { restoredFrom }),
    });
  };

  it('are said in one line', () => {
    expect(changeText({})).to.equal('created');
    expect(said({ metadata: ['name', 'fps'], additional: true })).to.equal('changed name, FPS, additional');
    expect(said({ metadata: [], variables: true })).to.equal('changed variables');
    expect(
      said({ metadata: [], clipsAdded: ['a'], clipsRemoved: ['b', 'c'], clipsReordered: true }, 2),
    ).to.equal('restored version 2: added 1 clip; removed 2 clips; reordered clips');
  });
});
