import { expect } from 'chai';
import type { SigningKeys } from '../../../application/ports/signing-keys.js';
import { forEachTest } from '../../support/for-suite.js';

/** The keys of a new service. */
export interface SigningKeysUnderTest {
  readonly openProcess: () => SigningKeys;
  readonly close: () => Promise<void>;
}

/** The contract of the keys that sign checkpoints and receipts. */
export const signingKeysContract = (name: string, open: () => Promise<SigningKeysUnderTest>): void => {
  describe(`signing keys: ${name}`, () => {
    const tested = forEachTest(open, (opened) => opened.close());

    it('are the same in all processes, even if these sign for the first time at once', async () => {
      const signers = await Promise.all([1, 2, 3].map(() => tested.openProcess().current()));
      expect(new Set(signers.map(({ keyId }) => keyId))).to.have.property('size', 1);
      expect(await tested.openProcess().all()).to.have.length(1);
    });
  });
};
