import { expect } from 'chai';
import * as fc from 'fast-check';
import { isRoughlyOver, roughBytes } from '../../domain/codec/rough-bytes.js';

describe('the rough size of JSON values', () => {
  it('is over a limit exactly if it is larger', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 300 }), (value, limit) => {
        expect(isRoughlyOver(value, limit)).to.equal(roughBytes(value) > limit);
      }),
    );
  });
});
