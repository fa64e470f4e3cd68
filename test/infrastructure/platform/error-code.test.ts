import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { errorCode } from '../../../infrastructure/platform/error-code.js';
import { rejection } from '../../support/rejection.js';

describe('errorCode', () => {
  it('returns the code of an error of Node.js', async () => {
    expect(errorCode(await rejection(readFile('/missing/file')))).to.equal('ENOENT');
  });

  it('returns nothing for errors without a code in words, and for what is no error', () => {
    const numbered = Object.assign(new Error('numbered'), { code: 404 });
    for (const thrown of [new Error('plain'), numbered, { code: 'ENOENT' }, 'ENOENT', undefined, null])
      expect(errorCode(thrown)).to.equal(undefined);
  });
});
