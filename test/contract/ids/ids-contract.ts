import { expect } from 'chai';
import type { Ids } from '../../../application/ports/ids.js';
import { isUuid } from '../../../domain/ids.js';

/**
 * The contract of ids.
 * @param draw starts another run of one request
 */
export const idsContract = (name: string, draw: () => Ids): void => {
  describe(`ids: ${name}`, () => {
    it('are unique UUIDs of version 7', () => {
      const ids = draw();
      const drawn = Array.from({ length: 1000 }, () => ids.uuid());
      expect(new Set(drawn).size).to.equal(1000);
      for (const id of drawn) {
        expect(isUuid(id)).to.equal(true);
        expect(id.charAt(14)).to.equal('7');
      }
    });

    it('sort by the order in which they were generated', () => {
      const ids = draw();
      const drawn = Array.from({ length: 1000 }, () => ids.uuid());
      expect(drawn.toSorted()).to.deep.equal(drawn);
    });

    it('include unique secrets of 256 bits', () => {
      const ids = draw();
      const drawn = Array.from({ length: 100 }, () => ids.secret());
      expect(new Set(drawn).size).to.equal(100);
      for (const secret of drawn) {
        expect(secret).to.match(/^[\w-]+$/);
        expect(Buffer.from(secret, 'base64url')).to.have.length(32);
      }
    });

    it('are the same in another run if they are repeatable, and only then', () => {
      const [one, other] = [draw(), draw()];
      const run = (ids: Ids) => [ids.uuid(), ids.secret(), ids.uuid(), ids.secret()];
      expect(other.repeatable).to.equal(one.repeatable);
      const [first, second] = [run(one), run(other)];
      if (one.repeatable) expect(second).to.deep.equal(first);
      else expect(new Set([...first, ...second]).size).to.equal(8);
    });
  });
};
