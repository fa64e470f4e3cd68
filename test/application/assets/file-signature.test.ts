import { expect } from 'chai';
import { signatureOf } from '../../../application/assets/file-signature.js';

describe('The type of a HEIF file', () => {
  const fileWith = (...brands: ReadonlyArray<string>): Uint8Array =>
    Buffer.from(`\0\0\0\x1cftyp${brands[0] ?? ''}\0\0\0\0${brands.slice(1).join('')}`, 'latin1');

  for (const [brands, mediaType] of [
    [['avif', 'mif1'], 'image/avif'],
    [['mif1', 'avif', 'miaf'], 'image/avif'],
    [['heic', 'mif1'], 'image/heic'],
    [['mif1', 'heic'], 'image/heic'],
  ] as const)
    it(`is ${mediaType} with the brands ${brands.join(', ')}`, () => {
      expect(signatureOf(fileWith(...brands)).mediaType).to.equal(mediaType);
    });
});
