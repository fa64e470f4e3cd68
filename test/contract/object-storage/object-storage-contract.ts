import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ObjectStorage, StoredObject } from '../../../application/ports/object-storage.js';
import { rightOf } from '../../support/right-of.js';

/** What is no key: keys are made by this service and hold no path. */
export const NO_KEYS = ['../made', '/etc/passwd', '.a.mp4.partial', 'a/b', '', 'a\0', '..'];

/** The object under a key, which must be there. */
export const objectAt = async (storage: ObjectStorage, key: string): Promise<StoredObject> => {
  const option = rightOf(await storage.find(key)());
  if (O.isNone(option)) throw new Error(`${key} is not there`);
  return option.value;
};

export const contentOf = async (
  object: StoredObject,
  range?: { start: number; end: number },
): Promise<string> => (await buffer(object.read(range) as Readable)).toString();

/**
 * What the service expects of an object storage.
 * @param open gives a storage that was empty
 */
export const objectStorageContract = (
  name: string,
  open: () => Promise<{ readonly storage: ObjectStorage; readonly close: () => Promise<void> }>,
): void => {
  describe(`object storage: ${name}`, () => {
    let home: string;
    let storage: ObjectStorage;
    let close: () => Promise<void>;
    beforeEach(async () => {
      home = await mkdtemp(join(tmpdir(), 'framewright-objects-'));
      ({ storage, close } = await open());
    });
    afterEach(async () => {
      await close();
      await rm(home, { recursive: true });
    });

    let made = 0;
    const file = async (content: string): Promise<string> => {
      const path = join(home, `made-${(made += 1)}`);
      await writeFile(path, content);
      return path;
    };

    it('gives back what was put there, whole or a part, and leaves the original alone', async () => {
      const path = await file('0123456789');
      rightOf(await storage.put('a.mp4', path)());
      const object = await objectAt(storage, 'a.mp4');
      expect(object.bytes).to.equal(10);
      expect(object.modifiedAt).to.be.an.instanceOf(Date);
      expect(await contentOf(object)).to.equal('0123456789');
      expect(await contentOf(object, { start: 2, end: 4 })).to.equal('234');
      expect(await contentOf(object, { start: 9, end: 9 })).to.equal('9');
      expect(await readFile(path, 'utf8')).to.equal('0123456789');
    });

    it('keeps what was put there when the original is gone', async () => {
      const path = await file('kept');
      rightOf(await storage.put('a.mp4', path)());
      await rm(path);
      expect(await contentOf(await objectAt(storage, 'a.mp4'))).to.equal('kept');
    });

    it('replaces an object under the same key', async () => {
      rightOf(await storage.put('a.mp4', await file('old'))());
      rightOf(await storage.put('a.mp4', await file('new'))());
      expect(await contentOf(await objectAt(storage, 'a.mp4'))).to.equal('new');
    });

    it('keeps keys apart', async () => {
      rightOf(await storage.put('a.mp4', await file('a'))());
      rightOf(await storage.put('b-1_2.mp4', await file('b'))());
      expect(await contentOf(await objectAt(storage, 'a.mp4'))).to.equal('a');
      expect(await contentOf(await objectAt(storage, 'b-1_2.mp4'))).to.equal('b');
    });

    it('knows nothing under a key that was never put or can be none', async () => {
      rightOf(await storage.put('a.mp4', await file('secret'))());
      for (const key of ['b.mp4', ...NO_KEYS])
        expect(await storage.find(key)(), key).to.deep.equal(E.right(O.none));
    });

    it('refuses to put under what is no key, and what is not there', async () => {
      const path = await file('x');
      for (const key of NO_KEYS) expect((await storage.put(key, path)())._tag, key).to.equal('Left');
      expect((await storage.put('a.mp4', join(home, 'missing'))())._tag).to.equal('Left');
      expect(await storage.find('a.mp4')()).to.deep.equal(E.right(O.none));
    });
  });
};
