import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  dHash,
  type Fingerprint,
  GREY_BYTES,
  MAX_FINGERPRINT_FRAMES,
  resemblanceTo,
  downsampled,
} from '../../domain/render/fingerprint.js';

const grey = fc.uint8Array({ minLength: GREY_BYTES, maxLength: GREY_BYTES });
const hash = grey.map(dHash);
const fingerprint = (hashes: ReadonlyArray<string>, apart = 2000): Fingerprint => ({
  method: 'dhash-128',
  at: hashes.map((_, index) => index * apart),
  hashes,
});

describe('perceptual fingerprints', () => {
  it('ignore encoder noise on a flat picture', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 99, max: 101 }), { minLength: 81, maxLength: 81 }), (levels) => {
        expect(dHash(Uint8Array.from(levels))).to.equal('0'.repeat(32));
      }),
    );
  });

  it('do not change with brightness', () => {
    const dark = fc.uint8Array({ minLength: GREY_BYTES, maxLength: GREY_BYTES, max: 200 });
    fc.assert(
      fc.property(dark, fc.integer({ min: 0, max: 55 }), (levels, more) => {
        expect(dHash(levels.map((level) => level + more))).to.equal(dHash(levels));
      }),
    );
  });

  it('resemble themselves fully, with any frames, and others to a degree between 0 and 1', () => {
    fc.assert(
      fc.property(fc.array(hash, { minLength: 2, maxLength: 20 }), hash, (hashes, other) => {
        const known = fingerprint(hashes);
        expect(resemblanceTo(known)(known)).to.equal(1);
        const found = resemblanceTo(fingerprint(hashes.map(() => other)))(known);
        expect(found).to.be.within(0, 1);
        expect(resemblanceTo(fingerprint([]))(known)).to.equal(0);
      }),
    );
  });

  it('have no resemblance for pictures without features', () => {
    const even = fingerprint(['0'.repeat(32)]);
    expect(resemblanceTo(even)(even)).to.equal(0);
  });

  it('have a limited number of frames in an event, evenly distributed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), (frames) => {
        const whole = fingerprint(Array.from({ length: frames }, () => 'f'.repeat(32)));
        const { at, hashes } = downsampled(whole);
        expect(at).to.have.length(Math.min(frames, MAX_FINGERPRINT_FRAMES)).and.have.length(hashes.length);
        expect(at).to.deep.equal([...new Set(at)].toSorted((a, b) => a - b));
        expect(JSON.stringify(downsampled(whole)).length).to.be.lessThan(8 * 1024);
      }),
      { numRuns: 20 },
    );
  });
});
