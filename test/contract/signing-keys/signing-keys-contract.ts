import { expect } from 'chai';
import type { SigningKeys } from '../../../application/ports/signing-keys.js';
import { isSignedBy, thumbprintOf } from '../../../infrastructure/signing/ed25519.js';

/** The keys of a new service. */
export interface SigningKeysUnderTest {
  readonly openProcess: () => SigningKeys;
  /** Replaces the current key; returns the id of the new one. */
  readonly rotate: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The contract of the keys that sign checkpoints and receipts. */
export const signingKeysContract = (name: string, open: () => Promise<SigningKeysUnderTest>): void => {
  describe(`signing keys: ${name}`, () => {
    let tested: SigningKeysUnderTest;
    beforeEach(async () => {
      tested = await open();
    });
    afterEach(() => tested.close());

    const data = Buffer.from('what is signed');

    it('sign with a registered key, named by its thumbprint', async () => {
      const keys = tested.openProcess();
      const { sign, ...current } = await keys.current();
      expect(current.keyId).to.equal(thumbprintOf(current.publicKey));
      expect(await keys.all()).to.deep.equal([current]);
      expect(isSignedBy(current.publicKey, data, sign(data))).to.equal(true);
      expect(isSignedBy(current.publicKey, Buffer.from('something else'), sign(data))).to.equal(false);
    });

    it('are the same in all processes, even if these sign for the first time at once', async () => {
      const signers = await Promise.all([1, 2, 3].map(() => tested.openProcess().current()));
      expect(new Set(signers.map(({ keyId }) => keyId))).to.have.property('size', 1);
      expect(await tested.openProcess().all()).to.have.length(1);
    });

    it('sign with the new key in every process after a rotation, and retire the old one', async () => {
      const keys = tested.openProcess();
      const old = await keys.current();
      const newId = await tested.rotate();
      const current = await keys.current();
      expect(current.keyId).to.equal(newId).and.not.equal(old.keyId);
      const [newest, retired, ...others] = await keys.all();
      expect(newest).to.include({ keyId: newId }).and.not.have.property('retiredAt');
      expect(retired)
        .to.include({ keyId: old.keyId, publicKey: old.publicKey })
        .and.have.property('retiredAt');
      expect(others).to.deep.equal([]);
      expect(isSignedBy(old.publicKey, data, old.sign(data))).to.equal(true);
    });
  });
};
