import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sha256 } from '../../../application/digests.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { SourcePins } from '../../../application/ports/source-pins.js';
import { folderForSuite } from '../../support/for-suite.js';
import { rightOf } from '../../support/right-of.js';

export interface SourcePinsUnderTest {
  readonly open: (clock: Clock, isOn: boolean) => SourcePins;
  /** Damages a copy. */
  readonly damage: (sha256: string) => Promise<void>;
  /** When a copy was stored. */
  readonly storedAt: (sha256: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;

/** What renders and replays expect of the copies of sources. */
export const sourcePinsContract = (name: string, open: () => Promise<SourcePinsUnderTest>): void => {
  describe(`source pins: ${name}`, () => {
    let tested: SourcePinsUnderTest;
    const folder = folderForSuite();
    let text: string;
    let path: string;
    beforeEach(async () => {
      tested = await open();
      text = `a source ${randomUUID()}`;
      path = join(folder, randomUUID());
      await writeFile(path, text);
    });
    afterEach(() => tested.close());

    const at = (ms: number): Clock => ({ now: () => new Date(Date.now() + ms) });
    const pins = (isOn = true, ms = 0) => tested.open(at(ms), isOn);
    const source = () => ({ path, sha256: sha256(text) });
    const taken = async (from = pins()): Promise<string | undefined> => {
      const copy = join(folder, randomUUID());
      return rightOf(await from.take(sha256(text), copy)()) ? readFile(copy, 'utf8') : undefined;
    };

    it('keep a copy, even of a file with several names', async () => {
      await link(path, join(folder, 'another name'));
      rightOf(await pins().pin(source(), folder)());
      await rm(path);
      expect(await taken()).to.equal(text);
    });

    it('keep no copy if copies are turned off, but use existing ones', async () => {
      rightOf(await pins(false).pin(source(), folder)());
      expect(await taken()).to.equal(undefined);
      rightOf(await pins().pin(source(), folder)());
      expect(await taken(pins(false))).to.equal(text);
    });

    it('do not use a damaged copy', async () => {
      rightOf(await pins().pin(source(), folder)());
      await tested.damage(sha256(text));
      expect(await taken()).to.equal(undefined);
    });

    it('store a copy again when it is used after a day, so that it is kept from then on', async () => {
      rightOf(await pins().pin(source(), folder)());
      const first = await tested.storedAt(sha256(text));
      rightOf(await pins().pin(source(), folder)());
      expect(await tested.storedAt(sha256(text))).to.equal(first);
      rightOf(await pins(true, 2 * DAY_MS).pin(source(), folder)());
      expect(await tested.storedAt(sha256(text))).to.be.greaterThan(first);
    });
  });
};
