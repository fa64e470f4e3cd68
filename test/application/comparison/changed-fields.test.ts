import { expect } from 'chai';
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import * as fc from 'fast-check';
import { changedFields } from '../../../application/comparison/changed-fields.js';

// `-0` is 0 in JSON.
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const object = fc.dictionary(fc.string({ maxLength: 4 }), json, { maxKeys: 4 });

describe('the fields that differ', () => {
  it('are none between equal values', () => {
    fc.assert(
      fc.property(object, (value) => {
        expect(changedFields(value, structuredClone(value))).to.deep.equal([]);
      }),
    );
  });

  it('turn one value into the other, at their JSON pointers', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        const patch = changedFields(before, after).map(({ path, ...sides }): Operation => {
          if (!('after' in sides)) return { op: 'remove', path };
          return { op: 'before' in sides ? 'replace' : 'add', path, value: sides.after };
        });
        // Items of lists are removed from the end, so that the pointers stay valid.
        const ordered = [
          ...patch.filter(({ op }) => op !== 'remove'),
          ...patch.filter(({ op }) => op === 'remove').toReversed(),
        ];
        const { newDocument } = fastJsonPatch.applyPatch(structuredClone(before), ordered);
        expect(newDocument).to.deep.equal(after);
      }),
    );
  });

  it('compare clips by their ids', () => {
    const clip = (id: string, volume: number) => ({ id, volume, effects: { opacity: 1 } });
    const before = { clips: [clip('a', 1), clip('b', 1), clip('c', 1)] };
    const after = { clips: [clip('new', 1), clip('c', 0.5), clip('a', 1)] };
    expect(changedFields(before, after)).to.deep.equal([
      { path: '/clips', before: ['a', 'c'], after: ['c', 'a'] },
      { path: '/clips/1', clip: 'b', before: clip('b', 1) },
      { path: '/clips/0', clip: 'new', after: clip('new', 1) },
      { path: '/clips/1/volume', clip: 'c', before: 1, after: 0.5 },
    ]);
  });
});
