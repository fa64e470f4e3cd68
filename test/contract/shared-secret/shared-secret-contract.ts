import { expect } from 'chai';
import type { SharedSecret } from '../../../application/ports/shared-secret.js';
import { forEachTest } from '../../support/for-suite.js';

/** A secret that was never read, as processes of one service see it. */
export interface SharedSecretUnderTest {
  readonly openProcess: () => SharedSecret;
  readonly close: () => Promise<void>;
}

/** The contract of a secret that all processes of a service share. */
export const sharedSecretContract = (name: string, open: () => Promise<SharedSecretUnderTest>): void => {
  describe(`shared secret: ${name}`, () => {
    const tested = forEachTest(open, (opened) => opened.close());

    it('has the requested number of bytes, in hexadecimal digits', async () => {
      expect(await tested.openProcess().read(20)).to.match(/^[0-9a-f]{40}$/);
    });

    it('is the same for all processes, even if these read it for the first time at once', async () => {
      const read = await Promise.all([1, 2, 3].map(() => tested.openProcess().read(4)));
      expect(new Set(read)).to.have.property('size', 1);
      expect(await tested.openProcess().read(4)).to.equal(read[0]);
    });

    it('is replaced for all processes', async () => {
      const [one, other] = [tested.openProcess(), tested.openProcess()];
      await one.read(4);
      await other.replace('01234567');
      expect(await one.read(4)).to.equal('01234567');
      expect(await tested.openProcess().read(4)).to.equal('01234567');
    });
  });
};
