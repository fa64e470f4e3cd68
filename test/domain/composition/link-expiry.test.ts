import { expect } from 'chai';
import { linkExpiry } from '../../../domain/composition/link-expiry.js';

const NOON = Date.UTC(2026, 0, 31, 12);
const LINKS: ReadonlyArray<readonly [name: string, query: string, expiry: number | undefined]> = [
  ['Amazon S3', 'X-Amz-Date=20260131T115500Z&X-Amz-Expires=300', NOON],
  ['Amazon S3 in lower case', 'x-amz-date=20260131T115500Z&x-amz-expires=300', NOON],
  ['Google Cloud Storage', 'X-Goog-Date=20260131T113000Z&X-Goog-Expires=1800', NOON],
  ['CloudFront', `Expires=${NOON / 1000}&Signature=x`, NOON],
  ['Azure Storage', 'sv=2024-11-04&se=2026-01-31T12%3A00%3A00Z&sig=x', NOON],
  ['others', `exp=${NOON / 1000}&token=x`, NOON],
  ['the earlier of two', `exp=${NOON / 1000}&expires=${NOON / 1000 + 60}`, NOON],
  ['a plain link', 'v=1', undefined],
  ['an Azure parameter without a signature', 'se=2026-01-31', undefined],
  ['a date without a duration', 'X-Amz-Date=20260131T115500Z', undefined],
  ['a malformed date', 'X-Amz-Date=yesterday&X-Amz-Expires=300', undefined],
  ['a malformed number', 'Expires=soon', undefined],
];

describe('the expiry of signed links', () => {
  for (const [name, query, expiry] of LINKS)
    it(`is ${expiry === undefined ? 'unknown for' : 'read from'} ${name}`, () => {
      expect(linkExpiry(`https://media.example.org/a.mp4?${query}`)).to.equal(expiry);
    });

  it('is unknown for a text that is not a URL', () => {
    expect(linkExpiry('nonsense')).to.equal(undefined);
  });
});
